/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! `atomicAdd` for `float` and `double`, beside a program's own. Note: migration-notes/device_functions.md.
//!
//! GPUs below compute capability 6.0 have no `atomicAdd` for `double`, nor had those below 2.0 one for `float`.
//! Programs of that time define it themselves. The toolkit now has one with the same parameters, so theirs is a
//! redefinition; one behind `#if __CUDA_ARCH__ < 600` is it in the host's pass, where the macro counts as 0.
//!
//! Here the toolkit's functions are templates, so a program's own comes before them. Without one the toolkit's is
//! called.
//!
//! The name is a macro. `#undef atomicAdd` ends that.
#ifndef CUDA_LEGACY_ATOMIC_FUNCTIONS_H
    #define CUDA_LEGACY_ATOMIC_FUNCTIONS_H

    #if defined(__cplusplus) && defined(__CUDACC__)

        #include <type_traits>

        #include <cuda_runtime.h>

        // `int = 0` is never deduced nor given: the arguments convert as for the toolkit's function.
        #define CUDA_LEGACY_DETAIL_ATOMIC_ADD(_Tp)                                                                     \
            template <int = 0>                                                                                         \
            __device__ __forceinline__ _Tp cuda_legacy_atomic_add(_Tp* __address, _Tp value)                           \
            {                                                                                                          \
                return ::atomicAdd(__address, value);                                                                  \
            }

//! Adds a value to what is at an address, and returns what was there. Now: atomicAdd of the toolkit.
CUDA_LEGACY_DETAIL_ATOMIC_ADD(int)
CUDA_LEGACY_DETAIL_ATOMIC_ADD(unsigned int)
CUDA_LEGACY_DETAIL_ATOMIC_ADD(unsigned long long)
CUDA_LEGACY_DETAIL_ATOMIC_ADD(float)
        #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
CUDA_LEGACY_DETAIL_ATOMIC_ADD(double)
        #endif

// Pairs of float, and the types of cuda_fp16.h and cuda_bf16.h where these were included before. `Nothing` is always
// empty: a program's own template for any type is the better match.
template <class _Tp, typename std::enable_if<std::is_class<_Tp>::value, int>::type = 0, class... _Nothing>
__device__ __forceinline__ auto cuda_legacy_atomic_add(_Tp* __address, _Tp value, _Nothing...)
    -> decltype(atomicAdd(__address, value))
{
    return atomicAdd(__address, value);
}

        #define atomicAdd cuda_legacy_atomic_add

        #undef CUDA_LEGACY_DETAIL_ATOMIC_ADD

    #endif

#endif
