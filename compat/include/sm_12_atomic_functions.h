/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A header of old CUDA toolkits, with the atomic functions on 64-bit integers and in shared memory, and the votes. Old
//! sources include it by name.
#ifndef CUDA_LEGACY_SM_12_ATOMIC_FUNCTIONS_H
#define CUDA_LEGACY_SM_12_ATOMIC_FUNCTIONS_H

#include <device_atomic_functions.h>

#endif
