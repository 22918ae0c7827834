/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With objects nvcc's message for a wrong declaration shows what the macros `texture` and `surface` say, which it does for
   no macro of a system header. */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS) &&                                                  \
    !(defined(__CUDACC__) && defined(CUDA_LEGACY_OBJECT_REFERENCES))
    #pragma GCC system_header
#endif
//! \file
//! Restores the API that CUDA removed, for sources that stay unchanged:
//!
//!     nvcc -I compat/include -include cuda_legacy.h old.cu
//!
//! Each area is a header of its own below cuda_legacy/ that a source can also include alone. Texture and surface
//! references have two back ends; cuda_legacy/texture_reference.h describes the choice. With
//! CUDA_LEGACY_OBJECT_REFERENCES this header defines the macros `texture` and `surface`, which old declarations then
//! need. cuda_legacy/texture_keyword.h lists the limits of these macros.
//!
//! Languages: CUDA sources (nvcc, C++11 and later), host C++ and host C. Host sources get the parts that the original
//! runtime API offered to host code. Host C++98 gets the same parts as C. Tested with CUDA 13.0; compiled with 12.0 to
//! 13.5, and by clang (tests/toolkits).
//!
//! A host source that includes no header of CUDA gets nothing from this header. In other host sources the areas come
//! with the first header of CUDA that the source includes, through headers of the same names beside this one. The areas
//! of the driver API come with cuda.h, in CUDA sources too. If the toolkit's folder is first on the include path, all
//! areas come at once.
//!
//! Now: new code needs no part of this header. The folder modern/ and the notes in migration-notes/ show today's API.
#ifndef CUDA_LEGACY_H
#define CUDA_LEGACY_H

#include "cuda_legacy/version.h"

// Macros that the toolkit's headers read.
#include "cuda_legacy/detail/deprecated.h"

// From here on, the headers of this folder with names of CUDA's headers add the areas.
#define CUDA_LEGACY_DETAIL_AREAS_FOLLOW

#if defined(__CUDACC__) || defined(__CUDA_RUNTIME_API_H__)
    #include "cuda_legacy/detail/areas.h"
#endif

// Is the header beside this one first on the include path? Then it includes nothing now.
#if defined(__has_include)
    #if __has_include(<cuda_runtime_api.h>)
        #define CUDA_LEGACY_DETAIL_WHO_IS_FIRST
        #include <cuda_runtime_api.h>
        #undef CUDA_LEGACY_DETAIL_WHO_IS_FIRST
    #else
        #define CUDA_LEGACY_DETAIL_IN_FRONT // there is no toolkit at all
    #endif
#endif

#if !defined(CUDA_LEGACY_DETAIL_IN_FRONT)
    #include "cuda_legacy/detail/areas.h"
#endif
#if !defined(CUDA_LEGACY_DETAIL_IN_FRONT) || defined(CUDA_VERSION)
    #include "cuda_legacy/detail/driver_areas.h"
#endif

#endif
