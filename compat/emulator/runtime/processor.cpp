// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rest of the library needs newer processors than x86-64 guarantees. This file reports an older processor before
// the first unsupported instruction runs. It is therefore the only file that is compiled for every x86-64 processor.
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
