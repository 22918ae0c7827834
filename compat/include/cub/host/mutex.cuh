// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of CUB that CCCL 3.0 (CUDA 13.0) removed: a lock for host threads. Where CUB still has it, it is CUB's own.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#if __has_include_next(<cub/host/mutex.cuh>)
    #include_next <cub/host/mutex.cuh>
#else
    #include <cuda_legacy/detail/cccl/cub_mutex.h>
#endif
