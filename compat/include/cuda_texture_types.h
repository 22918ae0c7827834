/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A header of the CUDA toolkit up to 12, with the types of texture references. Old sources include it by name.
#ifndef CUDA_LEGACY_CUDA_TEXTURE_TYPES_H
#define CUDA_LEGACY_CUDA_TEXTURE_TYPES_H

#include "cuda_legacy.h"
#include "cuda_legacy/detail/areas.h"

#endif
