/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With objects nvcc's message for a wrong declaration shows what the macros `texture` and `surface` say, which it does for
   no macro of a system header. */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS) &&                                                  \
    !(defined(__CUDACC__) && defined(CUDA_LEGACY_OBJECT_REFERENCES))
    #pragma GCC system_header
#endif
//! \file
//! With CUDA_LEGACY_OBJECT_REFERENCES, the macro that lets old declarations of texture references stand as they are.
//! Included by cuda_legacy.h only. Native references (texture_reference.h), the default, need no macro.
//!
//! `texture<float, 2> t;` becomes a `__constant__` variable of type cuda_legacy::texture: the macro puts `__constant__`
//! before every identifier `texture`, whatever it stands for there, because no macro sees where it is. Where a
//! parameter or a member of that name is declared, as in OpenGL's headers, nvcc ignores it. These are errors, and the
//! line that nvcc shows names the back end that takes them:
//! - a local variable, an enumerator, a label or a namespace of that name, and every use of the word in an expression;
//! - a local variable of a texture type, a pointer or a reference to one too, and `t = texture<float, 2>(…)`;
//! - a static member of a class, and what is declared of type `texture` without `<`.
//! A `typedef` or an alias takes the type and leaves `__constant__` behind, and nvcc then says of a variable declared
//! through it: `identifier "t" is undefined in device code`. Write `__constant__` before that variable.
//!
//! A program of which only the word breaks can also define CUDA_LEGACY_NO_TEXTURE_KEYWORD before this header, and write
//! its declarations as `__constant__ cuda_legacy::texture<float, 2> t;`. As in CUDA 11.8, `texture` is a template of
//! the global namespace.
#ifndef CUDA_LEGACY_TEXTURE_KEYWORD_H
    #define CUDA_LEGACY_TEXTURE_KEYWORD_H

    #include "detail/host_writes.h"
    #include "texture_reference.h"

    #if !defined(CUDA_LEGACY_NO_TEXTURE_KEYWORD) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)

// The word after the macro's qualifiers is the plain one, so that it can be a parameter's name as well; nvcc ignores
// the qualifiers there. As a template it is found from every namespace, as the original was.
using cuda_legacy::texture;

        // nvcc shows the line of an error with its macros expanded: there it names the way out, and the note.
        #if defined(_MSC_VER)
            #define texture __constant__ texture
        #else
            #define CUDA_LEGACY_DETAIL_SEE_TEXTURE                                                                     \
                "if this fails, try without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md"
            #define texture __constant__ __attribute__((annotate(CUDA_LEGACY_DETAIL_SEE_TEXTURE))) texture
        #endif

    #endif

#endif
