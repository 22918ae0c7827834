/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! `__CUDACC_VER__`, the compiler's version as one number: 80061 for nvcc 8.0.61.
//!
//! CUDA 9 made a string of it, which no `#if` can compare. Now: `__CUDACC_VER_MAJOR__` and its kin.
#ifndef CUDA_LEGACY_COMPILER_VERSION_H
#define CUDA_LEGACY_COMPILER_VERSION_H

#ifdef __CUDACC_VER_MAJOR__

    #include <cuda_runtime.h> // has the string

    #undef __CUDACC_VER__
    #define __CUDACC_VER__ (__CUDACC_VER_MAJOR__ * 10000 + __CUDACC_VER_MINOR__ * 100 + __CUDACC_VER_BUILD__)

#endif

#endif
