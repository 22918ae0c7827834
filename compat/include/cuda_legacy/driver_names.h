/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Enumerators and types of the driver API that CUDA 12 and 13 removed or renamed.
//!
//! They are the attributes of memory operations in streams, the targets of the linker, and the split of
//! multiprocessors. Each name has its old value. A driver that no longer supports a target returns its own error.
//!
//! The source may include cuda.h before or after this header, or not at all.
//!
//! Now: the name at the right of each definition.
#ifndef CUDA_LEGACY_DRIVER_NAMES_H
#define CUDA_LEGACY_DRIVER_NAMES_H

#include "detail/toolkit_version.h"

#if CUDA_LEGACY_DETAIL_TOOLKIT_VERSION >= 12000
    #define CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1
    #define CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V2 CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS
    #define CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V2 CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR
    #define CU_TARGET_COMPUTE_20 ((CUjit_target)20)
    #define CU_TARGET_COMPUTE_21 ((CUjit_target)21)
#endif

#if CUDA_LEGACY_DETAIL_TOOLKIT_VERSION >= 13000 // the name is now compute_110
    #define CU_TARGET_COMPUTE_101 ((CUjit_target)101)
    #define CU_TARGET_COMPUTE_101A ((CUjit_target)(0x10000 + 101))
    #define CU_TARGET_COMPUTE_101F ((CUjit_target)(0x20000 + 101))
#endif

#if CUDA_LEGACY_DETAIL_TOOLKIT_VERSION >= 13010
    #define CUdevSmResourceSplit_flags CUdevSmResourceSplitByCount_flags
#endif

#endif
