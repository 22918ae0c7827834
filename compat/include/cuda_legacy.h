/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With objects nvcc's message for a wrong declaration shows what the macros `texture` and `surface` say, which it does for
   no macro of a system header. */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS) &&                                                  \
    !(defined(__CUDACC__) && defined(CUDA_LEGACY_OBJECT_REFERENCES))
    #pragma GCC system_header
#endif
//! \file
//! Brings back what CUDA removed, for sources that are not to be changed:
//!
//!     nvcc -I compat/include -include cuda_legacy.h old.cu
//!
//! Every area is a header of its own below cuda_legacy/, and can be included alone. Texture and surface references have
//! two back ends; cuda_legacy/texture_reference.h says which is chosen, and why. With CUDA_LEGACY_OBJECT_REFERENCES
//! this header adds the two macros that old declarations need then, `texture` and `surface`; see
//! cuda_legacy/texture_keyword.h for their limits.
//!
//! Works in CUDA sources (nvcc, C++11 and later), in host C++ and in host C; the last two get what the original
//! runtime API gave them. Host C++98 gets what C gets. Tested with CUDA 13.0; compiled with 12.0 to 13.5, and by clang
//! (tests/toolkits).
//!
//! A host source that includes no header of CUDA gets nothing from this one. In other host sources the areas come with
//! the first header of CUDA that the source includes, through headers of the same names beside this one. Those of the
//! driver API come with cuda.h, in CUDA sources, too. Where the toolkit's folder stands in front on the include path,
//! all areas come at once.
//!
//! New code does not need any of this: read the folder modern/ and the notes in migration-notes/.
#ifndef CUDA_LEGACY_H
#define CUDA_LEGACY_H

#include "cuda_legacy/version.h"

// Switches that the toolkit's headers look at.
#include "cuda_legacy/detail/deprecated.h"

// From here on the headers in front of CUDA's add the areas.
#define CUDA_LEGACY_DETAIL_AREAS_FOLLOW

#if defined(__CUDACC__) || defined(__CUDA_RUNTIME_API_H__)
    #include "cuda_legacy/detail/areas.h"
#endif

// Does the header beside this one come first? If it does, it includes nothing now.
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
