// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _ConvertSMVer2Cores, which both helper_cuda.h and cutil_inline.h have.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_CONVERTED_SM_H
#define CUDA_LEGACY_SHIMS_DETAIL_CONVERTED_SM_H

#include "device_choice.h"

//! Cores of a multiprocessor of this compute capability; of an unknown one as many as the newest known has.
static inline int _ConvertSMVer2Cores(int major, int minor) { return cuda_legacy_cores_of(major, minor); }

#endif
