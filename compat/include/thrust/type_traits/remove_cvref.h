// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! A header of Thrust that CCCL 3.0 (CUDA 13.0) removed. Where Thrust still has it, it is Thrust's own.
//! Note: migration-notes/cccl_3.md.
#pragma once
#pragma GCC system_header

#if __has_include_next(<thrust/type_traits/remove_cvref.h>)
    #include_next <thrust/type_traits/remove_cvref.h>
#else
    #include <thrust/detail/config.h>
#endif
