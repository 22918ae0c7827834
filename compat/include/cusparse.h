// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of cuSPARSE's own header of this name, and adds calls that cuSPARSE 11 and 12 removed.
//! Note: migration-notes/cuda_libraries.md.
#ifndef CUDA_LEGACY_FRONT_OF_CUSPARSE_H
#define CUDA_LEGACY_FRONT_OF_CUSPARSE_H
#if defined(__GNUC__)
    #pragma GCC system_header
#endif

// No warning at each old call.
#ifndef DISABLE_CUSPARSE_DEPRECATED
    #define DISABLE_CUSPARSE_DEPRECATED
#endif

#include_next <cusparse.h>

#include <cuda_legacy/detail/sparse/algorithms.h>
#include <cuda_legacy/detail/sparse/conversions.h>
#include <cuda_legacy/detail/sparse/first_solvers.h>
#include <cuda_legacy/detail/sparse/formats.h>
#include <cuda_legacy/detail/sparse/products.h>
#include <cuda_legacy/detail/sparse/refused.h>
#include <cuda_legacy/detail/sparse/triangular.h>
#include <cuda_legacy/detail/sparse/vectors.h>

#endif
