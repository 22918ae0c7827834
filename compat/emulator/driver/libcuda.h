// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! @file
//! The functions of libcuda.so.1: names that `ld -lcuda` finds.
//!
//! The driver's functions are in libcudart.so.13, because driver and runtime share one state. libcuda.so.1 names that
//! library in its DT_AUXILIARY entry, so glibc's loader looks each name up there first. None of the functions here is
//! called.
#pragma once

#define CUDA_EMULATOR_DRIVER_NAME(name)                                                                                \
    extern "C" __attribute__((visibility("default"))) int name() { return 3; /* CUDA_ERROR_NOT_INITIALIZED */ }
