/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A header of the CUDA toolkit up to 12: version 2 of NVTX. Version 3 has all of it, under nvtx3/, and needs no
//! library. Note: migration-notes/nvtx.md.
#ifndef CUDA_LEGACY_NV_TOOLS_EXT_SYNC_H
#define CUDA_LEGACY_NV_TOOLS_EXT_SYNC_H

#include <nvtx3/nvToolsExtSync.h>

#endif
