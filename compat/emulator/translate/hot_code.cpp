// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/hot_code.h"

#include "translate/source.h"
#include "translate/work_beside.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace cuda_emulator::translation {

std::size_t own_size(const std::string& text) { return text.size() - std::min(text.size(), prelude_size()); }

void tell_failure(const std::string& why)
{
    static std::once_flag said;
    if (!std::getenv("CUDA_EMULATOR_TRANSLATE") || work_beside::instance().is_ending()) return;
    std::call_once(said, [&] {
        std::fprintf(stderr, "cuda_emulator: kernels are interpreted, for they cannot be translated: %s\n",
                     why.c_str());
    });
}

} // namespace cuda_emulator::translation
