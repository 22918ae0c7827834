/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A header of the CUDA toolkit up to 12, with the fetches through texture references. Old sources include it by name.
#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && !defined(__CLANG_CUDA_INTRINSICS_H__)
    // clang as the CUDA compiler reads the toolkit's own in front of every source, when little is declared yet. Until
    // clang 19 it does with CUDA 13, too, which has none.
    #if __has_include_next(<texture_fetch_functions.h>)
        #include_next <texture_fetch_functions.h>
    #endif
#elif !defined(CUDA_LEGACY_TEXTURE_FETCH_FUNCTIONS_H)
    #define CUDA_LEGACY_TEXTURE_FETCH_FUNCTIONS_H

    #include "cuda_legacy.h"
    #include "cuda_legacy/detail/areas.h"

#endif
