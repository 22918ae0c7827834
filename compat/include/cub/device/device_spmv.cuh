// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of CUB that CCCL 3.0 (CUDA 13.0) removed, and that nothing here can bring back. Where CUB still has it, it
//! is CUB's own.
#pragma once
#pragma GCC system_header

#if __has_include_next(<cub/device/device_spmv.cuh>)
    #include_next <cub/device/device_spmv.cuh>
#else
    #error                                                                                                             \
        "cub::DeviceSpmv is gone with CCCL 3.0; cuSPARSE has cusparseSpMV. See migration-notes/cccl_3.md of cuda_legacy"
#endif
