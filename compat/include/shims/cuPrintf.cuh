/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cuPrintf (CUDA 2 to 4): text from kernels, on GPUs that had no printf. CUDA sources only. The folder
//! compat/include/shims is on the include path only on request, and last on it. Note:
//! migration-notes/sample_helpers.md.
//!
//! Now: the device's printf, which writes to stdout when the program waits for the device.
//! Difference: text appears without cudaPrintfInit, and always on stdout, whatever file cudaPrintfDisplay names. A line
//! does not begin with block and thread. cudaLimitPrintfFifoSize is the size of the buffer.
#ifndef CUDA_LEGACY_SHIMS_CUPRINTF_CUH
#define CUDA_LEGACY_SHIMS_CUPRINTF_CUH

// The guard of the original: where a program has a copy as well, the first one counts.
#if !defined(CUPRINTF_CUH)
    #define CUPRINTF_CUH

    #include "detail/cu_printf.h"

#endif

#endif
