/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With objects nvcc's message for a wrong declaration shows what the macros `texture` and `surface` say, which it does for
   no macro of a system header. */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS) &&                                                  \
    !(defined(__CUDACC__) && defined(CUDA_LEGACY_OBJECT_REFERENCES))
    #pragma GCC system_header
#endif
//! \file
//! The macro `surface`, which makes old declarations of surface references compile with CUDA_LEGACY_OBJECT_REFERENCES.
//! Only cuda_legacy.h includes this header.
//!
//! `surface<void, 2> s;` becomes a `__constant__` variable of type cuda_legacy::surface. The limits are those of
//! texture_keyword.h. A program with other uses of the word can define CUDA_LEGACY_NO_SURFACE_KEYWORD before this
//! header.
//!
//! Now: a kernel parameter of type cudaSurfaceObject_t.
#ifndef CUDA_LEGACY_SURFACE_KEYWORD_H
    #define CUDA_LEGACY_SURFACE_KEYWORD_H

    #include "detail/host_writes.h"
    #include "surface_reference.h"

    #if !defined(CUDA_LEGACY_NO_SURFACE_KEYWORD) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)

// The reason is given in texture_keyword.h.
using cuda_legacy::surface;

        #if defined(_MSC_VER)
            #define surface __constant__ surface
        #else
            #define CUDA_LEGACY_DETAIL_SEE_SURFACE                                                                     \
                "if this fails, try without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md"
            #define surface __constant__ __attribute__((annotate(CUDA_LEGACY_DETAIL_SEE_SURFACE))) surface
        #endif

    #endif

#endif
