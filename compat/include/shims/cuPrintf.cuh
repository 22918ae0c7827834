/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cuPrintf (CUDA 2 to 4): text from kernels, on GPUs that had no printf. CUDA sources only. On the
//! include path only when asked for, and last on it (compat/include/shims). Note: migration-notes/sample_helpers.md.
//!
//! It is the device's printf now, which writes to stdout where the program waits for the device. What differs from the
//! original: text comes without cudaPrintfInit, and goes to stdout whatever cudaPrintfDisplay names; lines do not begin
//! with block and thread; the buffer is that of cudaLimitPrintfFifoSize.
#ifndef CUDA_LEGACY_SHIMS_CUPRINTF_CUH
#define CUDA_LEGACY_SHIMS_CUPRINTF_CUH

// The guard of the original: where a program has a copy as well, the first one counts.
#if !defined(CUPRINTF_CUH)
    #define CUPRINTF_CUH

    #include "detail/cu_printf.h"

#endif

#endif
