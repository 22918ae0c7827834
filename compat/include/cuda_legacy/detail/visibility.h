// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One state for the whole program, shared objects included, whatever visibility they are built with.
#ifndef CUDA_LEGACY_DETAIL_VISIBILITY_H
#define CUDA_LEGACY_DETAIL_VISIBILITY_H

#if defined(_WIN32)
    #define CUDA_LEGACY_DETAIL_SHARED
#else
    #define CUDA_LEGACY_DETAIL_SHARED __attribute__((__visibility__("default")))
#endif

#endif
