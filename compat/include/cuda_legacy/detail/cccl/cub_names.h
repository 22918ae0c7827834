// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that CCCL 3.0 removed from CUB. They are in CUB's own namespace, which has an inline namespace for the
// version, or the namespace that CUB_WRAPPED_NAMESPACE names. cub/config.cuh includes this file after CUB's macros.
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
