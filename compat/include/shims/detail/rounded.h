// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ftoi for helper_cuda.h, helper_cuda_drvapi.h and cutil_inline.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_ROUNDED_H
#define CUDA_LEGACY_SHIMS_DETAIL_ROUNDED_H

//! Rounds to the nearest integer, and halves away from zero.
static inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f); }

#endif
