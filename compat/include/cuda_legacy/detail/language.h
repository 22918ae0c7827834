/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which language this is: references, symbols by name and launches by calls need C++11. Host sources in C++98 get what
   those in C get. C89 has no word `inline`. */
#ifndef CUDA_LEGACY_DETAIL_LANGUAGE_H
#define CUDA_LEGACY_DETAIL_LANGUAGE_H

#if defined(__cplusplus)
    #if __cplusplus >= 201103L || (defined(_MSC_VER) && _MSC_VER >= 1900)
        #define CUDA_LEGACY_DETAIL_CXX11
    #elif defined(__CUDACC__)
        #error "cuda_legacy: CUDA sources need C++11: add -std=c++11 or later"
    #endif
#endif

#if defined(__cplusplus)
    #define CUDA_LEGACY_DETAIL_INLINE static inline
#elif defined(__GNUC__)
    #define CUDA_LEGACY_DETAIL_INLINE static __inline__ __attribute__((__unused__))
#else
    #define CUDA_LEGACY_DETAIL_INLINE static __inline
#endif

#endif
