/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Surface references: the struct surfaceReference and the template cuda_legacy::surface.
//!
//! The documentation of CUDA 10.1 deprecated surface references, and CUDA 12.0 removed them. They have the same two
//! back ends as texture references (texture_reference.h describes the choice). The native back end uses the compiler's
//! own surface type. With CUDA_LEGACY_OBJECT_REFERENCES a reference is a `__constant__` variable of 32 bytes that holds
//! a surface object. The macro `surface` declares it (cuda_legacy/surface_keyword.h).
//!
//! Now: surface objects, cudaCreateSurfaceObject.
//! Note: migration-notes/surface_reference.md.
#ifndef CUDA_LEGACY_SURFACE_REFERENCE_H
#define CUDA_LEGACY_SURFACE_REFERENCE_H

#include "detail/references.h" // the types stand in detail/surface_type.h

#endif
