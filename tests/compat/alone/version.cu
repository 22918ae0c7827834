// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number grows with the version, for the preprocessor and for code.
#include <cuda_legacy/version.h>

#include "check.h"

#if CUDA_LEGACY_VERSION < 10
    #error "no version of these headers"
#endif

int main()
{
    constexpr int version = CUDA_LEGACY_VERSION;
    CHECK(version >= 10);
    return failures;
}
