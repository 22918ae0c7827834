/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Warp shuffles and votes without a mask: `__shfl`, `__shfl_up`, `__shfl_down`, `__shfl_xor`, `__any`, `__all`,
//! `__ballot`. No GPU of compute capability 7.0 or later has the original instructions.
//!
//! Each function calls the function of the same name with `_sync`. The macro CUDA_LEGACY_WARP_MASK gives the lane mask:
//!
//! - `__activemask()`, the default, is the mask of the lanes that execute the call together. The original instructions
//!   used the same lanes, inside of branches too. But the hardware does not guarantee reconvergence behind a branch. A
//!   lane that has not reconverged is missing from the mask.
//! - `0xffffffffu` is the mask of all lanes. It is correct where all lanes make the call, whatever their paths. Inside
//!   of a branch that some lanes do not take, the result is undefined and the kernel may deadlock.
//!
//! Define the macro equally in every source: `-DCUDA_LEGACY_WARP_MASK=0xffffffffu`.
//!
//! As before, a shuffle from a lane that does not make the call is undefined. A vote does not count such a lane.
//!
//! The types are those of CUDA 9. `__half` and `__half2` are among them if the source includes cuda_fp16.h, before or
//! later. All functions are templates. The compiler therefore prefers a program's own function, such as
//! `double __shfl_down(double, unsigned)`.
//!
//! The names are macros, because the toolkit still declares some of them. Include this header before all of libcu++,
//! CUB and Thrust, as `-include cuda_legacy.h` does, or after all of them. libcu++ has an `__all` of its own.
//!
//! CUDA_LEGACY_BARE_VOTES also defines macros `any`, `all` and `ballot`, the names of CUDA 1 to 4. These macros rename
//! every identifier of that name, including std::any. The linker then no longer finds a library function whose
//! interface has such an identifier. Without the macro, CUDA 13 rejects a call of these names with an error that names
//! the macro.
//!
//! Note: migration-notes/warp_functions.md.
#ifndef CUDA_LEGACY_WARP_FUNCTIONS_H
    #define CUDA_LEGACY_WARP_FUNCTIONS_H

    #if defined(__cplusplus) && defined(__CUDACC__)

        #include "detail/deprecated.h" // cuda_fp16.h marks its own functions of these names as deprecated

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

// Arithmetic types that are neither int nor unsigned, and are not promoted to them.
template <class _Tp>
using __other_lane_only = typename std::enable_if<
    std::is_arithmetic<_Tp>::value && (sizeof(_Tp) > sizeof(int) || std::is_same<_Tp, float>::value), int>::type;

} // namespace __detail
} // namespace cuda_legacy

        // Each type of value has one function for each type of lane number. A conversion of the number would make a
        // program's own function for another type of value an equally good match. `int = 0` is neither deduced nor
        // given: a program's own function with these parameters is the better match, and the conversions of the value
        // stay the same.
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

        // The compiler looks up the shuffles of cuda_fp16.h at the call: the source may include that header later, or
        // not at all.
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

//! Gives the value of another lane.
//!
//! \param value the value of the calling lane: an integer of 32 or 64 bits, float, double, `__half` or `__half2`
//! \param operand the number of the source lane, modulo the width
//! \param width the number of lanes in a segment: 2, 4, 8, 16 or 32
//! \return the value of the source lane
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __shfl_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl, __shfl_sync)

//! Gives the value of a lane with a lower number.
//!
//! \param value the value of the calling lane
//! \param operand the distance to the source lane
//! \param width the number of lanes in a segment: 2, 4, 8, 16 or 32
//! \return the value of the source lane; the calling lane's own value if the segment has no such lane
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __shfl_up_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl_up, __shfl_up_sync)

//! Gives the value of a lane with a higher number.
//!
//! \param value the value of the calling lane
//! \param operand the distance to the source lane
//! \param width the number of lanes in a segment: 2, 4, 8, 16 or 32
//! \return the value of the source lane; the calling lane's own value if the segment has no such lane
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __shfl_down_sync.
//!
//! \code{.cu}
//! __device__ float sum_of_warp(float value)
//! {
//!     for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down(value, distance);
//!     return value;
//! }
//!
//! __global__ void sums(float* out, const float* in)
//! {
//!     const float sum = sum_of_warp(in[blockIdx.x * 32 + threadIdx.x]);
//!     if (threadIdx.x == 0) out[blockIdx.x] = sum;
//! }
//! \endcode
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl_down, __shfl_down_sync)

//! Gives the value of the lane whose number differs by a XOR.
//!
//! \param value the value of the calling lane
//! \param operand the mask of the XOR: the source is the calling lane's number XOR `operand`
//! \param width the number of lanes in a segment: 2, 4, 8, 16 or 32
//! \return the value of the source lane
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __shfl_xor_sync.
CUDA_LEGACY_DETAIL_SHUFFLE(cuda_legacy_shfl_xor, __shfl_xor_sync)

//! Tests whether any lane has a predicate other than 0.
//!
//! \param predicate the predicate of the calling lane
//! \return 1 if any lane of the mask has a predicate other than 0; 0 otherwise
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __any_sync.
template <int = 0>
__device__ __forceinline__ int cuda_legacy_any(int __predicate)
{
    return __any_sync(CUDA_LEGACY_WARP_MASK, __predicate);
}

//! Tests whether all lanes have a predicate other than 0.
//!
//! \param predicate the predicate of the calling lane
//! \return 1 if all lanes of the mask have a predicate other than 0; 0 otherwise
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __all_sync.
template <int = 0>
__device__ __forceinline__ int cuda_legacy_all(int __predicate)
{
    return __all_sync(CUDA_LEGACY_WARP_MASK, __predicate);
}

//! Collects the predicates of all lanes as bits.
//!
//! \param predicate the predicate of the calling lane
//! \return bit i is set if lane i has a predicate other than 0. The bit of a lane that does not vote is 0.
//!
//! Difference: the lanes are those of CUDA_LEGACY_WARP_MASK.
//! Now: __ballot_sync.
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
