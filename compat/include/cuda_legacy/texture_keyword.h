//! \file
//! The macro that lets old declarations of texture references stand as they are. Included by cuda_legacy.h only.
//!
//! `texture<float, 2> t;` becomes a `__constant__` variable of type cuda_legacy::texture. The macro replaces every
//! identifier `texture`, so a program that uses the word for something else (OpenGL code does) defines
//! CUDA_LEGACY_NO_TEXTURE_KEYWORD before this header and writes its declarations as
//! `__constant__ cuda_legacy::texture<float, 2> t;`.
//!
//! nvcc warns when host code reads or writes a `__constant__` variable (20091, 20092); for texture references that is
//! what the original API asks for. It also warns that `__constant__` does not apply to a parameter or a reference of
//! texture type (1835). The three warnings are off in a source that includes this header.
#ifndef CUDA_LEGACY_TEXTURE_KEYWORD_H
#define CUDA_LEGACY_TEXTURE_KEYWORD_H

#include "texture_reference.h"

#if defined(__NVCC__)
    #pragma nv_diag_suppress 20091
    #pragma nv_diag_suppress 20092
    #pragma nv_diag_suppress 1835
#endif

#ifndef CUDA_LEGACY_NO_TEXTURE_KEYWORD
    #define texture __constant__ ::cuda_legacy::texture
#endif

#endif
