// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of Thrust that CUDA 12 removed. Where Thrust still has it, it is Thrust's own.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#if __has_include_next(<thrust/system/cuda/experimental/pinned_allocator.h>)
    #include_next <thrust/system/cuda/experimental/pinned_allocator.h>
#else
    #include <cuda_legacy/detail/cccl/thrust_pinned_allocator.h>
#endif
