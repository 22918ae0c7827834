/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! `atomicAdd` for `float` and `double`, beside a program's own functions of that name.
//!
//! GPUs below compute capability 6.0 have no `atomicAdd` for `double`. GPUs below 2.0 have none for `float`. Old
//! programs define the missing function themselves. The toolkit now declares a function with the same parameters, so
//! the program's function is a redefinition. A function behind `#if __CUDA_ARCH__ < 600` is one as well: the host pass
//! counts the macro as 0.
//!
//! This header makes templates of the toolkit's functions. The compiler therefore prefers a program's own function.
//! Without one it calls the toolkit's function.
//!
//! The name is a macro. `#undef atomicAdd` restores the toolkit's function.
//!
//! Note: migration-notes/device_functions.md.
#ifndef CUDA_LEGACY_ATOMIC_FUNCTIONS_H
    #define CUDA_LEGACY_ATOMIC_FUNCTIONS_H

    #if defined(__cplusplus) && defined(__CUDACC__)

        #include <type_traits>

        #include <cuda_runtime.h>

        // The template parameter is neither deduced nor given: the arguments convert as for the toolkit's function.
        #define CUDA_LEGACY_DETAIL_ATOMIC_ADD(_Tp)                                                                     \
            template <int = 0>                                                                                         \
            __device__ __forceinline__ _Tp cuda_legacy_atomic_add(_Tp* __address, _Tp value)                           \
            {                                                                                                          \
                return ::atomicAdd(__address, value);                                                                  \
            }

CUDA_LEGACY_DETAIL_ATOMIC_ADD(int)
CUDA_LEGACY_DETAIL_ATOMIC_ADD(unsigned int)
CUDA_LEGACY_DETAIL_ATOMIC_ADD(unsigned long long)
CUDA_LEGACY_DETAIL_ATOMIC_ADD(float)
        #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
CUDA_LEGACY_DETAIL_ATOMIC_ADD(double)
        #endif

// Pairs of float, and the types of cuda_fp16.h and cuda_bf16.h if the source includes these headers before. `_Nothing`
// is always empty. It makes a program's own template for any type the better match.
//! Adds a value to a word of memory in one atomic operation.
//!
//! \param address the word, in global or shared memory
//! \param value the value to add
//! \return the word before the addition
//!
//! Difference: the type `double` needs compute capability 6.0.
//! Now: atomicAdd of the toolkit.
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
