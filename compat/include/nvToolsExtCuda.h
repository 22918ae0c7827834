// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of the CUDA toolkit up to 12: version 2 of NVTX. Version 3 has all of it, under nvtx3/, and needs no
//! library. Note: migration-notes/nvtx.md.
#ifndef CUDA_LEGACY_NV_TOOLS_EXT_CUDA_H
#define CUDA_LEGACY_NV_TOOLS_EXT_CUDA_H

#include <nvtx3/nvToolsExtCuda.h>

#endif
