//! \file
//! The macro that lets old declarations of texture references stand as they are. Included by cuda_legacy.h only.
//!
//! `texture<float, 2> t;` becomes a `__constant__` variable of type cuda_legacy::texture. The macro replaces every
//! identifier `texture`, so a program that uses the word for something else (OpenGL code does) defines
//! CUDA_LEGACY_NO_TEXTURE_KEYWORD before this header and writes its declarations as
//! `__constant__ cuda_legacy::texture<float, 2> t;`.
//!
//! A `typedef` or an alias takes the type and leaves `__constant__` behind, and nvcc then says of a variable declared
//! through it: `identifier "t" is undefined in device code`. Write `__constant__` before that variable, or build with
//! CUDA_LEGACY_NATIVE_REFERENCES, where there is no macro.
#ifndef CUDA_LEGACY_TEXTURE_KEYWORD_H
#define CUDA_LEGACY_TEXTURE_KEYWORD_H

#include "detail/host_writes.h"
#include "texture_reference.h"

#if !defined(CUDA_LEGACY_NO_TEXTURE_KEYWORD) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)

// nvcc shows the line of an error with its macros expanded: there it names the note.
namespace cuda_legacy {
namespace see_migration_notes_texture_reference_md {
using cuda_legacy::texture;
} // namespace see_migration_notes_texture_reference_md
} // namespace cuda_legacy

    #define texture __constant__ ::cuda_legacy::see_migration_notes_texture_reference_md::texture

#endif

#endif
