// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/check_options.h"

#include "settings/environment.h"

namespace cuda_emulator {

check_options check_options::from_environment()
{
    if (!wanted("CUDA_EMULATOR_CHECK")) return none();
    return {wanted("CUDA_EMULATOR_CHECK_MEMORY"),        wanted("CUDA_EMULATOR_CHECK_RACES"),
            wanted("CUDA_EMULATOR_CHECK_UNINITIALISED"), wanted("CUDA_EMULATOR_CHECK_BARRIERS"),
            wanted("CUDA_EMULATOR_CHECK_EXITED"),        wanted("CUDA_EMULATOR_CHECK_CALLS"),
            wanted("CUDA_EMULATOR_CHECK_PRODUCTS")};
}

} // namespace cuda_emulator
