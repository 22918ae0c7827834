// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/check_options.h"

#include <cstdlib>
#include <cstring>

namespace cuda_emulator {

namespace {
bool wanted(const char* variable)
{
    const char* s = std::getenv(variable);
    return !s || (std::strcmp(s, "0") != 0 && std::strcmp(s, "off") != 0);
}
} // namespace

check_options check_options::from_environment()
{
    if (!wanted("CUDA_EMULATOR_CHECK")) return none();
    return {wanted("CUDA_EMULATOR_CHECK_MEMORY"),        wanted("CUDA_EMULATOR_CHECK_RACES"),
            wanted("CUDA_EMULATOR_CHECK_UNINITIALISED"), wanted("CUDA_EMULATOR_CHECK_BARRIERS"),
            wanted("CUDA_EMULATOR_CHECK_EXITED"),        wanted("CUDA_EMULATOR_CHECK_CALLS")};
}

} // namespace cuda_emulator
