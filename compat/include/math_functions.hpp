/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A header of CUDA toolkits up to 8, with the bodies of the mathematical functions. Old sources include it by name.
#ifndef CUDA_LEGACY_MATH_FUNCTIONS_HPP
#define CUDA_LEGACY_MATH_FUNCTIONS_HPP

#include <cuda_runtime.h>

#endif
