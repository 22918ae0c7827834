// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Which version of a function that takes a stream, or the default stream, a name stands for: the one for a default
//! stream of each thread has a suffix.
#ifndef CUDA_LEGACY_DETAIL_VERSIONS_FOR_STREAMS_H
#define CUDA_LEGACY_DETAIL_VERSIONS_FOR_STREAMS_H

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    #define CUDA_LEGACY_DETAIL_PTDS(name, version, __per_thread) name##_v##__per_thread##_ptds
    #define CUDA_LEGACY_DETAIL_PTSZ(name, version, __per_thread) name##_v##__per_thread##_ptsz
#else
    #define CUDA_LEGACY_DETAIL_PTDS(name, version, __per_thread) name##_v##version
    #define CUDA_LEGACY_DETAIL_PTSZ(name, version, __per_thread) name##_v##version
#endif

#endif
