// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of CUB's own header of this name, which every other header of CUB includes first, and adds what
//! CCCL 3.0 (CUDA 13.0) removed. With an older CUB it adds nothing. Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#include <cuda_legacy/detail/cccl/quiet.h>

// A CUB of the program's own came first: no header of CCCL's has defined this yet. Its names are the program's.
#if defined(CUB_PTX_ARCH)
    #define CUDA_LEGACY_DETAIL_OWN_CUB
#endif

#include_next <cub/config.cuh>

#include <cuda_legacy/detail/cccl/cub_names.h>
