/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Texture references: the struct textureReference and the template cuda_legacy::texture.
//!
//! The documentation of CUDA 10.1 deprecated texture references, and CUDA 12.0 removed them. Two back ends have one
//! interface. The macro CUDA_LEGACY_OBJECT_REFERENCES chooses; define it in every source of the program or in none.
//!
//! - *native*, the default: the compiler's own texture type, bound by the driver's cuTexRef functions. `texture` is no
//!   macro. Every tested form of declaration that CUDA 11.8 compiles also compiles here. The driver keeps the binding
//!   of each launch.
//! - *objects*: a reference is a `__constant__` variable of 136 bytes whose first eight bytes hold a texture object.
//!   The macro `texture` declares it (cuda_legacy/texture_keyword.h lists the limits of the macro). The form without
//!   the macro is `__constant__ cuda_legacy::texture<float, 2> t;`.
//!
//! With both, a fetch compiles to a fetch through a texture object that is a kernel argument.
//!
//! Native is the default because only the compiler accepts all old declarations. A macro does not know its context:
//! only the compiler can make a device variable of `tex_t t;` or of a static member, and leave other uses of the word
//! `texture` alone. A header cannot know which back end a program needs, so the toolkit decides. The native back end
//! depends on two remains of old CUDA. nvcc still has the type, which no documentation mentions. An nvcc without it
//! stops at the header with an error. The driver still has the functions, which are deprecated. Programs built with
//! CUDA 11.8 need these functions as well.
//!
//! Objects depend on public API alone. They are the default where the state of the compiler's type is unknown: with
//! CUDA 14 and later, with Visual C++, and with clang as the CUDA compiler. The host sources of a program whose CUDA
//! sources clang compiles must define CUDA_LEGACY_OBJECT_REFERENCES. CUDA_LEGACY_NO_TEXTURE_KEYWORD and
//! CUDA_LEGACY_NO_SURFACE_KEYWORD also select objects; define these macros in every source, too.
//! CUDA_LEGACY_NATIVE_REFERENCES asks for native references in all these cases. The header defines this macro where
//! native references are selected.
//!
//! Differences from the original, with objects:
//!
//! - An attribute may not fit the bound memory: linear filtering of an array of integers
//!   (cudaErrorInvalidFilterSetting), normalised reads of 32-bit elements, or an invalid mode. Then the bind fails. An
//!   attribute that the program writes after the bind leaves the old attributes in effect. The original accepted the
//!   bind and failed at the launch, where this header cannot run code. For linear memory, which is never filtered, the
//!   original failed as well; here the filter mode is ignored.
//! - A fetch through an unbound reference still reads the memory of the last binding. The original stopped the program
//!   with cudaErrorIllegalAddress.
//!
//! With both back ends the fields convert to and from their types, but have types of their own. `&t.filterMode` is no
//! `cudaTextureFilterMode*`, and `printf("%d", t.normalized)` needs a cast.
//!
//! Now: texture objects, cudaCreateTextureObject.
//! Note: migration-notes/texture_reference.md.
#ifndef CUDA_LEGACY_TEXTURE_REFERENCE_H
#define CUDA_LEGACY_TEXTURE_REFERENCE_H

#include "detail/references.h" // the types stand in detail/texture_type.h

#endif
