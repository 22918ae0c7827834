// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of CUB that CCCL 3.0 (CUDA 13.0) removed: a barrier for all blocks of a grid. Where CUB still has it, it is CUB's own.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#if __has_include_next(<cub/grid/grid_barrier.cuh>)
    #include_next <cub/grid/grid_barrier.cuh>
#else
    #include <cuda_legacy/detail/cccl/cub_grid_barrier.h>
#endif
