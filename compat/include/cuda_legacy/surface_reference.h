/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Surface references: the struct surfaceReference and the template cuda_legacy::surface.
//!
//! Deprecated in the documentation of CUDA 10.1, gone since 12.0. As texture references (texture_reference.h, which
//! says how the back end is chosen): the compiler's own surface type; or, with CUDA_LEGACY_OBJECT_REFERENCES, a
//! `__constant__` variable of 32 bytes that holds a surface object, declared with the macro `surface`
//! (cuda_legacy/surface_keyword.h).
//! Note: migration-notes/surface_reference.md.
#ifndef CUDA_LEGACY_SURFACE_REFERENCE_H
#define CUDA_LEGACY_SURFACE_REFERENCE_H

#include "detail/references.h" // the types stand in detail/surface_type.h

#endif
