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

std::uint64_t work_of(const executed_turn& t)
{
    // The bound is for handlers that translated code calls, and for a core that is shared.
    constexpr std::uint64_t usual_ns = 25, most = 16;
    const std::uint64_t interpreted = t.instructions.all - std::min(t.instructions.all, t.instructions.translated);
    return std::clamp(static_cast<std::uint64_t>(t.duration.count()) / usual_ns, interpreted, most * interpreted);
}

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
