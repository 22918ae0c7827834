/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Texture references: the struct textureReference and the template cuda_legacy::texture.
//!
//! Deprecated in the documentation of CUDA 10.1, gone since 12.0. Two back ends have one interface, and one macro
//! chooses: CUDA_LEGACY_OBJECT_REFERENCES, defined in every source of the program or in none.
//! - *native*, the default: the compiler's own texture type, bound by the driver's cuTexRef functions. `texture` is no
//!   macro, and every form of declaration that was tried and that CUDA 11.8 compiles does compile. Launches keep their
//!   binding without any help.
//! - *objects*: a reference is a `__constant__` variable of 136 bytes whose first eight hold a texture object. It is
//!   declared with the macro `texture` (cuda_legacy/texture_keyword.h, which says what the macro cannot do) or as
//!   `__constant__ cuda_legacy::texture<float, 2> t;`.
//! A fetch through either compiles to a fetch through a texture object passed as a kernel argument.
//!
//! Native is the default because nothing else takes old declarations as they are. A macro does not see where it stands.
//! Only the compiler can make a variable of the device out of `tex_t t;` or a static member, and leave the word
//! `texture` alone elsewhere. No header sees which a program needs before it is parsed, so the choice follows the
//! toolkit. It rests on two leftovers. nvcc still has the type, which no documentation names; an nvcc without it stops
//! at the header. The driver still has the functions, which are deprecated; programs built by CUDA 11.8 need them too.
//!
//! Objects rest on public API alone. They are chosen where nothing is known of the type: with CUDA 14 and later, with
//! Visual C++, and with clang as the CUDA compiler. Host sources of a program that clang compiles so have to define
//! CUDA_LEGACY_OBJECT_REFERENCES. They are also chosen where CUDA_LEGACY_NO_TEXTURE_KEYWORD or
//! CUDA_LEGACY_NO_SURFACE_KEYWORD is defined; that, too, belongs in every source. Define CUDA_LEGACY_NATIVE_REFERENCES
//! to ask for native references all the same. Where they are chosen, the header defines it.
//!
//! What differs from the original, with objects:
//! - Attributes that do not fit what is bound fail at the bind, or leave the old ones in force when they are written
//!   after it: linear filtering of an array of integers (cudaErrorInvalidFilterSetting), normalised reads of 32-bit
//!   elements, a value that is no mode. The original let the bind pass and failed at the launch, where nothing of ours
//!   can run. For linear memory, which is never filtered, it failed too; here the filter mode is ignored.
//! - A fetch through a reference that was unbound still reads what it was bound to; the original stopped the program
//!   with cudaErrorIllegalAddress.
//! With both, the fields convert to and from their types but are not of their types: `&t.filterMode` is no
//! `cudaTextureFilterMode*`, and `printf("%d", t.normalized)` needs a cast.
#ifndef CUDA_LEGACY_TEXTURE_REFERENCE_H
#define CUDA_LEGACY_TEXTURE_REFERENCE_H

#include "detail/references.h" // the types stand in detail/texture_type.h

#endif
