// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Stands in front of Thrust's own header of this name, which every other header of Thrust includes first, and adds
//! what CCCL 3.0 (CUDA 13.0) removed. With an older Thrust it adds nothing. Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#include <cuda_legacy/detail/cccl/quiet.h>

#include_next <thrust/detail/config.h>

#include <cuda_legacy/detail/cccl/thrust_names.h>
