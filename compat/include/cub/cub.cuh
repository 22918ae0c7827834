// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of CUB's own header of this name, and includes the iterators and the barrier too that CCCL 3.0
//! (CUDA 13.0) removed.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#include_next <cub/cub.cuh>

#include <cub/grid/grid_barrier.cuh>
#include <cub/iterator/tex_ref_input_iterator.cuh>
#include <cuda_legacy/detail/cccl/cub_iterators.h>
