// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of the back end. texture_reference.h describes both back ends and the reasons for the order. Every source
// of a program must make the same choice, so it depends only on the toolkit and on macros of the command line.
#ifndef CUDA_LEGACY_DETAIL_BACK_END_H
#define CUDA_LEGACY_DETAIL_BACK_END_H

#include <cuda_runtime_api.h>

#if defined(CUDA_LEGACY_NATIVE_REFERENCES) && defined(CUDA_LEGACY_OBJECT_REFERENCES)
    #error "cuda_legacy: define CUDA_LEGACY_OBJECT_REFERENCES or CUDA_LEGACY_NATIVE_REFERENCES, not both: \
see migration-notes/texture_reference.md"
#endif

#if !defined(CUDA_LEGACY_NATIVE_REFERENCES) && !defined(CUDA_LEGACY_OBJECT_REFERENCES)
    // Without the keywords a program declares its references as `__constant__` variables.
    #if defined(CUDA_LEGACY_NO_TEXTURE_KEYWORD) || defined(CUDA_LEGACY_NO_SURFACE_KEYWORD)
        #define CUDA_LEGACY_OBJECT_REFERENCES
    // nvcc has its own types up to CUDA 13. Later versions are unknown.
    #elif CUDART_VERSION >= 14000 || defined(_MSC_VER)
        #define CUDA_LEGACY_OBJECT_REFERENCES
    // clang as the CUDA compiler. A host source that clang compiles may belong to a program of nvcc.
    #elif defined(__clang__) && defined(__CUDA__) && !defined(__NVCC__)
        #define CUDA_LEGACY_OBJECT_REFERENCES
    #else
        #define CUDA_LEGACY_NATIVE_REFERENCES
    #endif
#endif

#endif
