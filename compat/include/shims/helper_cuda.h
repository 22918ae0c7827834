//! \file
//! The CUDA Samples' helper_cuda.h: error checks, and the choice of a device. On the include path only when asked for,
//! and last on it, so that a program's own copy is the one it gets (compat/include/shims).
//!
//! As there, an error prints file, line, code and call to stderr and ends the program with EXIT_FAILURE.
//! checkCudaErrors takes the status of any CUDA library. It knows the names of the runtime's errors; of the driver's,
//! where cuda.h was included before; and of cuBLAS, where its header was. Of other libraries it prints the code alone.
//! What differs from the original: it also compiles as C, where checkCudaErrors takes the runtime's errors; the
//! templates `check` and the names of the other libraries' errors are not there.
//! Where the process has to go on, define CUDA_LEGACY_CHECK_FAILED for every source that includes this header.
#ifndef CUDA_LEGACY_SHIMS_HELPER_CUDA_H
#define CUDA_LEGACY_SHIMS_HELPER_CUDA_H

// The guards of the original in its versions: where a program has both, the first one counts.
#if !defined(COMMON_HELPER_CUDA_H_) && !defined(HELPER_CUDA_H)
    #define COMMON_HELPER_CUDA_H_
    #define HELPER_CUDA_H

    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    #include <cuda_runtime_api.h>

    #include <helper_string.h> // not "helper_string.h": a program's own one goes first

    #if !defined(MAX)
        #define MAX(a, b) ((a) > (b) ? (a) : (b))
    #endif
    #if !defined(DEVICE_RESET)
        #define DEVICE_RESET cudaDeviceReset();
    #endif

//! Rounds to the nearest integer, halves away from zero.
static inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f); }

    #include "detail/error_check.h"

    #include "detail/device_choice.h"

#endif

#endif
