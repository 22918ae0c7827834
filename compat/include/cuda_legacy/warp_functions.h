/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Warp shuffles and votes without a mask, which no GPU of compute capability 7.0 or later has: `__shfl`, `__shfl_up`,
//! `__shfl_down`, `__shfl_xor`, `__any`, `__all`, `__ballot`. Note: migration-notes/warp_functions.md.
//!
//! Each is the function of the same name with `_sync`, over the lanes that CUDA_LEGACY_WARP_MASK names at the call:
//!
//! - `__activemask()`, the default: the lanes that execute the call together. That is what the old instructions did,
//!   inside of branches too. But nothing guarantees that lanes come together again behind a branch: one that does not
//!   is left out.
//! - `0xffffffffu`: all lanes. Where all of them make the call it is right, however they get there. Inside of a branch
//!   that some lanes do not take it is undefined, and may be a deadlock.
//!
//! Define it the same in every source: `-DCUDA_LEGACY_WARP_MASK=0xffffffffu`.
//!
//! As before, a shuffle from a lane that does not make the call is undefined, and a vote does not count that lane.
//! The types are CUDA 9's; `__half` and `__half2` are among them where cuda_fp16.h is included, before or later.
//! All functions are templates: a program's own, `double __shfl_down(double, unsigned)` and the like, comes before
//! them.
//!
//! The names are macros, as the toolkit still declares some of them. Include this header before all of libcu++, CUB and
//! Thrust, as `-include cuda_legacy.h` does, or behind all of them: libcu++ has an `__all` of its own.
//!
//! CUDA_LEGACY_BARE_VOTES makes macros of `any`, `all` and `ballot`, too, the names of CUDA 1 to 4. They rename
//! whatever is called so, std::any for one; a library that has it in its interface is then no longer found by the
//! linker. Without it a call of these is an error that names it, with CUDA 13.
#ifndef CUDA_LEGACY_WARP_FUNCTIONS_H
    #define CUDA_LEGACY_WARP_FUNCTIONS_H

    #if defined(__cplusplus) && defined(__CUDACC__)

        #include "detail/deprecated.h" // cuda_fp16.h marks its own, of other names here

        #include <type_traits>

        #include <cuda_runtime.h>

        #ifndef CUDA_LEGACY_WARP_MASK
            #define CUDA_LEGACY_WARP_MASK __activemask()
        #endif

struct __half;
struct __half2;

namespace cuda_legacy {
namespace __detail {

template <class _Tp>
using __half_only =
    typename std::enable_if<std::is_same<_Tp, __half>::value || std::is_same<_Tp, __half2>::value, int>::type;

// Neither int nor unsigned, nor promoted to one of them.
template <class _Tp>
using __other_lane_only = typename std::enable_if<
    std::is_arithmetic<_Tp>::value && (sizeof(_Tp) > sizeof(int) || std::is_same<_Tp, float>::value), int>::type;

} // namespace __detail
} // namespace cuda_legacy

        // One function for a type, whatever number the lane or the distance is: with a conversion there, a program's
        // own function for another type of value would be as good a match. `int = 0` is never deduced nor given: it
        // makes a program's own function with these parameters the better match, and leaves the value's conversions as
        // they were.
        #define CUDA_LEGACY_DETAIL_SHUFFLE_OF(_Tp, name, __shuffle)                                                    \
            template <int = 0>                                                                                         \
            __device__ __forceinline__ _Tp name(_Tp value, int __operand, int width = 32)                              \
            {                                                                                                          \
                return __shuffle(CUDA_LEGACY_WARP_MASK, value, __operand, width);                                      \
            }                                                                                                          \
            template <int = 0>                                                                                         \
            __device__ __forceinline__ _Tp name(_Tp value, unsigned int __operand, int width = 32)                     \
            {                                                                                                          \
                return __shuffle(CUDA_LEGACY_WARP_MASK, value, __operand, width);                                      \
            }                                                                                                          \
            template <class _Operand, cuda_legacy::__detail::__other_lane_only<_Operand> = 0>                          \
            __device__ __forceinline__ _Tp name(_Tp value, _Operand __operand, int width = 32)                         \
            {                                                                                                          \
                return __shuffle(CUDA_LEGACY_WARP_MASK, value, static_cast<int>(__operand), width);                    \
            }

        // The shuffles of cuda_fp16.h are found where these are called: it may be included later, or not at all.
        #define CUDA_LEGACY_DETAIL_SHUFFLE_OF_HALF(name, __shuffle)                                                    \
            template <class _Half, cuda_legacy::__detail::__half_only<_Half> = 0>                                      \
            __device__ __forceinline__ _Half name(_Half value, int __operand, int width = 32)                          \
            {                                                                                                          \
                return __shuffle(CUDA_LEGACY_WARP_MASK, value, __operand, width);                                      \
            }

        #define CUDA_LEGACY_DETAIL_SHUFFLE(name, __shuffle)                                                            \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(int, name, __shuffle)                                                        \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(unsigned int, name, __shuffle)                                               \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(long, name, __shuffle)                                                       \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(unsigned long, name, __shuffle)                                              \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(long long, name, __shuffle)                                                  \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(unsigned long long, name, __shuffle)                                         \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(float, name, __shuffle)                                                      \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF(double, name, __shuffle)                                                     \
            CUDA_LEGACY_DETAIL_SHUFFLE_OF_HALF(name, __shuffle)

//! The value of another lane: of lane `operand`, modulo the width. Now: __shfl_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl, __shfl_sync)

//! The value of the lane `operand` below; the own one where the segment has none. Now: __shfl_up_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl_up, __shfl_up_sync)

//! The value of the lane `operand` above; the own one where the segment has none. Now: __shfl_down_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl_down, __shfl_down_sync)

//! The value of the lane whose number is the own one XOR `operand`. Now: __shfl_xor_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl_xor, __shfl_xor_sync)

//! Whether the predicate is other than 0 in any of the lanes. Now: __any_sync.
template <int = 0>
__device__ __forceinline__ int cuda_legacy_any(int __predicate)
{
    return __any_sync(CUDA_LEGACY_WARP_MASK, __predicate);
}

//! Whether the predicate is other than 0 in all of the lanes. Now: __all_sync.
template <int = 0>
__device__ __forceinline__ int cuda_legacy_all(int __predicate)
{
    return __all_sync(CUDA_LEGACY_WARP_MASK, __predicate);
}

//! A bit for each lane: whether the predicate is other than 0 there; 0 for a lane that does not vote. Now:
//! __ballot_sync.
template <int = 0>
__device__ __forceinline__ unsigned int cuda_legacy_ballot(int __predicate)
{
    return __ballot_sync(CUDA_LEGACY_WARP_MASK, __predicate);
}

        #define __shfl cuda_legacy_shfl
        #define __shfl_up cuda_legacy_shfl_up
        #define __shfl_down cuda_legacy_shfl_down
        #define __shfl_xor cuda_legacy_shfl_xor
        #define __any cuda_legacy_any
        #define __all cuda_legacy_all
        #define __ballot cuda_legacy_ballot

        #ifdef CUDA_LEGACY_BARE_VOTES

template <int = 0>
__device__ __forceinline__ bool cuda_legacy_bare_any(bool __predicate)
{
    return cuda_legacy_any(__predicate) != 0;
}

template <int = 0>
__device__ __forceinline__ bool cuda_legacy_bare_all(bool __predicate)
{
    return cuda_legacy_all(__predicate) != 0;
}

template <int = 0>
__device__ __forceinline__ unsigned int cuda_legacy_bare_ballot(bool __predicate)
{
    return cuda_legacy_ballot(__predicate);
}

            #define any cuda_legacy_bare_any
            #define all cuda_legacy_bare_all
            #define ballot cuda_legacy_bare_ballot

        #elif CUDART_VERSION >= 13000
            #include "detail/bare_votes.h"
        #endif

        #undef CUDA_LEGACY_DETAIL_SHUFFLE
        #undef CUDA_LEGACY_DETAIL_SHUFFLE_OF
        #undef CUDA_LEGACY_DETAIL_SHUFFLE_OF_HALF

    #endif

#endif
