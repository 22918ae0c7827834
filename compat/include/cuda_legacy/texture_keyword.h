/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With objects nvcc's message for a wrong declaration shows what the macros `texture` and `surface` say, which it does for
   no macro of a system header. */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS) &&                                                  \
    !(defined(__CUDACC__) && defined(CUDA_LEGACY_OBJECT_REFERENCES))
    #pragma GCC system_header
#endif
//! \file
//! The macro `texture`, which makes old declarations of texture references compile with CUDA_LEGACY_OBJECT_REFERENCES.
//! Only cuda_legacy.h includes this header. Native references (texture_reference.h), the default, need no macro.
//!
//! `texture<float, 2> t;` becomes a `__constant__` variable of type cuda_legacy::texture. A macro does not know its
//! context, so it puts `__constant__` before every identifier `texture`. nvcc ignores the word before a parameter or a
//! member, as in OpenGL's headers. These uses are errors, and nvcc shows a line that names the other back end:
//!
//! - a local variable, an enumerator, a label or a namespace of that name, and every use of the word in an expression;
//! - a local variable of a texture type, a pointer or a reference to a texture type, and `t = texture<float, 2>(…)`;
//! - a static member of a class, and a declaration with the type `texture` without `<`.
//!
//! A `typedef` or an alias takes the type without `__constant__`. nvcc then reports for a variable of the alias:
//! `identifier "t" is undefined in device code`. Write `__constant__` before that variable.
//!
//! A program in which only the word fails can define CUDA_LEGACY_NO_TEXTURE_KEYWORD before this header. It then
//! declares its references as `__constant__ cuda_legacy::texture<float, 2> t;`. As in CUDA 11.8, `texture` is a
//! template of the global namespace.
//!
//! Now: a kernel parameter of type cudaTextureObject_t.
#ifndef CUDA_LEGACY_TEXTURE_KEYWORD_H
    #define CUDA_LEGACY_TEXTURE_KEYWORD_H

    #include "detail/host_writes.h"
    #include "texture_reference.h"

    #if !defined(CUDA_LEGACY_NO_TEXTURE_KEYWORD) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)

// The last word of the macro is the plain name, so that it can also be the name of a parameter. nvcc ignores the
// qualifiers there. The template is visible in every namespace, as the original was.
using cuda_legacy::texture;

        // nvcc shows the line of an error with its macros expanded. The line then names the other back end and the
        // note.
        #if defined(_MSC_VER)
            #define texture __constant__ texture
        #else
            #define CUDA_LEGACY_DETAIL_SEE_TEXTURE                                                                     \
                "if this fails, try without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md"
            #define texture __constant__ __attribute__((annotate(CUDA_LEGACY_DETAIL_SEE_TEXTURE))) texture
        #endif

    #endif

#endif
