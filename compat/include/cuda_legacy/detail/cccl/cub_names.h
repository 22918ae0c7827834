// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CCCL 3.0 removed from CUB, in CUB's own namespace: with the versions' inline namespace around it, or the one
// that CUB_WRAPPED_NAMESPACE names. Included by cub/config.cuh, once CUB's macros are there.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_NAMES_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_NAMES_H

#include <cub/version.cuh>

#if CUB_VERSION >= 300000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES) && !defined(CUDA_LEGACY_DETAIL_OWN_CUB)

    #include "cub_macros.h"
    #include "cub_operators.h"
    #include "cub_traits.h"
    #if defined(__CUDACC__)
        #include "cub_intrinsics.h"
    #endif

#endif

#endif
