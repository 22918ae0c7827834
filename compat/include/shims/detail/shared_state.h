// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares a variable that a header defines and that all sources of a program share, in C and in C++.
#ifndef CUDA_LEGACY_SHIMS_DETAIL_SHARED_STATE_H
#define CUDA_LEGACY_SHIMS_DETAIL_SHARED_STATE_H

#if defined(_MSC_VER)
    #define CUDA_LEGACY_DETAIL_ONE_FOR_ALL __declspec(selectany)
#else
    #define CUDA_LEGACY_DETAIL_ONE_FOR_ALL __attribute__((__weak__))
#endif

#if defined(__cplusplus)
    #define CUDA_LEGACY_DETAIL_BEGIN_SHARED extern "C" {
    #define CUDA_LEGACY_DETAIL_END_SHARED }
#else
    #define CUDA_LEGACY_DETAIL_BEGIN_SHARED
    #define CUDA_LEGACY_DETAIL_END_SHARED
#endif

#endif
