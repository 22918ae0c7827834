// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rest of the library is built for newer processors than x86-64 asks for: on an older one, say so before the first
// instruction that it does not know. This file alone is built for every x86-64 processor.
#include <cstdio>
#include <cstdlib>

namespace {

[[gnu::constructor(101)]] void check_processor()
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports(CUDA_EMULATOR_LEVEL)) return;
    std::fputs("cuda_emulator: built for " CUDA_EMULATOR_LEVEL
               ", which this processor is not. Build with -DCUDA_EMULATOR_MARCH=x86-64-v2, or x86-64.\n",
               stderr);
    std::_Exit(EXIT_FAILURE);
}

} // namespace
