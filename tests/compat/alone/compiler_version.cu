// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The preprocessor and the code get the same number.
#include <cuda_legacy/compiler_version.h>

#include "check.h"

#if !defined(__CUDACC_VER__) || __CUDACC_VER__ < 70500
    #error "not the version of a compiler that can build this"
#endif

int main()
{
    CHECK(__CUDACC_VER__ / 10000 == __CUDACC_VER_MAJOR__);
    CHECK(__CUDACC_VER__ / 100 % 100 == __CUDACC_VER_MINOR__);
    CHECK(__CUDACC_VER__ % 100 == __CUDACC_VER_BUILD__ % 100);
    return failures;
}
