/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A header of CUDA toolkits up to 8, with declarations of device functions. Old sources include it by name.
#ifndef CUDA_LEGACY_DEVICE_FUNCTIONS_DECLS_H
#define CUDA_LEGACY_DEVICE_FUNCTIONS_DECLS_H

#include <cuda_runtime.h>

#endif
