// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of CUB that CUB 2.0 (CUDA 12.0) removed, or emptied: its iterator was made of a texture reference.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#if __has_include_next(<cub/iterator/tex_ref_input_iterator.cuh>)
    #include_next <cub/iterator/tex_ref_input_iterator.cuh>
#else
    #include <cuda_legacy/detail/cccl/cub_texture_iterator.h>
#endif
