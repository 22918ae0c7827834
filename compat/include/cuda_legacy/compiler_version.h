/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! `__CUDACC_VER__`: the version of the compiler as one number. nvcc 8.0.61 is 80061.
//!
//! CUDA 9 changed the macro to a string, which no `#if` can compare. This header defines the number again.
//!
//! Now: `__CUDACC_VER_MAJOR__`, `__CUDACC_VER_MINOR__` and `__CUDACC_VER_BUILD__`.
#ifndef CUDA_LEGACY_COMPILER_VERSION_H
#define CUDA_LEGACY_COMPILER_VERSION_H

#ifdef __CUDACC_VER_MAJOR__

    #include <cuda_runtime.h> // has the string

    #undef __CUDACC_VER__
    #define __CUDACC_VER__ (__CUDACC_VER_MAJOR__ * 10000 + __CUDACC_VER_MINOR__ * 100 + __CUDACC_VER_BUILD__)

#endif

#endif
