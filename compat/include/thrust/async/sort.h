// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of Thrust that CCCL 3.0 (CUDA 13.0) removed. Where Thrust still has it, it is Thrust's own.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#if __has_include_next(<thrust/async/sort.h>)
    #include_next <thrust/async/sort.h>
#else
    #error                                                                                                             \
        "thrust::async is gone with CCCL 3.0; thrust::cuda::par_nosync does not wait. See migration-notes/cccl_3.md of cuda_legacy"
#endif
