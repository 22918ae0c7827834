// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of the CUDA toolkit up to 12, with the fetches through texture references. Old sources include it by name.
#ifndef CUDA_LEGACY_TEXTURE_FETCH_FUNCTIONS_H
#define CUDA_LEGACY_TEXTURE_FETCH_FUNCTIONS_H

#include "cuda_legacy.h"

#endif
