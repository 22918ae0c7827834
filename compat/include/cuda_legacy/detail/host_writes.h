// Switches off, in the source that includes it, what nvcc says when host code uses `__constant__` variables as the
// original API asks for: reads (20091) and writes (20092), and `__constant__` before a parameter or a type (1835).
#ifndef CUDA_LEGACY_DETAIL_HOST_WRITES_H
#define CUDA_LEGACY_DETAIL_HOST_WRITES_H

#if defined(__NVCC__) && !defined(CUDA_LEGACY_NATIVE_REFERENCES)
    #pragma nv_diag_suppress 20091
    #pragma nv_diag_suppress 20092
    #pragma nv_diag_suppress 1835
    // Before CUDA 13 it is left for g++ to see, and to ignore.
    #if defined(__GNUC__) && __CUDACC_VER_MAJOR__ < 13
        #pragma GCC diagnostic ignored "-Wattributes"
    #endif
#endif

#endif
