//! \file
//! The macro that lets old declarations of texture references stand as they are. Included by cuda_legacy.h only.
//!
//! `texture<float, 2> t;` becomes a `__constant__` variable of type cuda_legacy::texture: the macro puts `__constant__`
//! before every identifier `texture`. Where a parameter or a member of that name is declared, as in OpenGL's headers,
//! nvcc ignores it. A local variable, an enumerator, and every use of the word in an expression are errors: such a
//! program defines CUDA_LEGACY_NO_TEXTURE_KEYWORD before this header and writes its declarations as
//! `__constant__ cuda_legacy::texture<float, 2> t;`. As in CUDA 11.8, `texture` is a template of the global namespace.
//!
//! A `typedef` or an alias takes the type and leaves `__constant__` behind, and nvcc then says of a variable declared
//! through it: `identifier "t" is undefined in device code`. Write `__constant__` before that variable, or build with
//! CUDA_LEGACY_NATIVE_REFERENCES, where there is no macro.
#ifndef CUDA_LEGACY_TEXTURE_KEYWORD_H
#define CUDA_LEGACY_TEXTURE_KEYWORD_H

#include "detail/host_writes.h"
#include "texture_reference.h"

#if !defined(CUDA_LEGACY_NO_TEXTURE_KEYWORD) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)

// The word after the macro's qualifiers is the plain one, so that it can be a parameter's name as well; nvcc ignores the
// qualifiers there. As a template it is found from every namespace, as the original was.
using cuda_legacy::texture;

    // nvcc shows the line of an error with its macros expanded: there it names the note.
    #if defined(_MSC_VER)
        #define texture __constant__ texture
    #else
        #define texture __constant__ __attribute__((annotate("see migration-notes/texture_reference.md"))) texture
    #endif

#endif

#endif
