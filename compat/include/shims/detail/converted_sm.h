// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _ConvertSMVer2Cores for helper_cuda.h and cutil_inline.h.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_CONVERTED_SM_H
#define CUDA_LEGACY_SHIMS_DETAIL_CONVERTED_SM_H

#include "device_choice.h"

//! Gives the number of cores of a multiprocessor of a compute capability. An unknown one counts as the newest known.
static inline int _ConvertSMVer2Cores(int major, int minor) { return cuda_legacy_cores_of(major, minor); }

#endif
