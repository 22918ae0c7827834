/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Variables of the device that are named by a string: `cudaMemcpyToSymbol("weights", …)`.
//!
//! Until CUDA 4.x a symbol was the variable or its name; deprecated since 4.1, gone since 5.0. Such a call still
//! compiles, as one for the string's own address, and fails when it runs. Here a string literal, an array of char or a
//! `char*` is first taken as the variable itself, which it may be (`__constant__ char text[16]`), a `char*` also as its
//! address, and then as a name, which is looked for in all CUDA sources of the program that were compiled with this
//! header.
//!
//! Found are variables of the global namespace, static ones too, by their plain name, and all others by the name that
//! the compiler gives them (`_ZN5outer7weightsE`). With -rdc=true static ones are not found. A name that is not found
//! is cudaErrorInvalidSymbol, one that several sources have cudaErrorDuplicateVariableName; both are also told on
//! stderr, since a program that does not look at its errors would compute on with other values.
//!
//! Kernels are found in the same way by cudaFuncGetAttributes, cudaFuncSetCacheConfig and cudaLaunch, by the name that
//! the compiler gives them (`_Z5scalePfi`); the plain name is that of an `extern "C"` kernel alone, as it was. A name
//! that is not found is cudaErrorInvalidDeviceFunction, and told on stderr.
//! Note: migration-notes/constant_memory_symbols.md.
#ifndef CUDA_LEGACY_SYMBOL_NAMES_H
    #define CUDA_LEGACY_SYMBOL_NAMES_H

    #include <cuda_runtime_api.h>

    #include "detail/language.h"

    #if defined(CUDA_LEGACY_DETAIL_CXX11)

        #include <type_traits>

        #include "detail/kernel_by_name.h"
        #include "detail/variable_by_name.h"

        #if defined(__CUDACC__)
namespace cuda_legacy {
namespace __detail {
static const __listed_module __this_source(__this_module());
} // namespace __detail
} // namespace cuda_legacy
        #endif

        // char and const char: what can be text.
        #define CUDA_LEGACY_DETAIL_OF_CHAR                                                                             \
            template <class _Char, typename std::enable_if<std::is_same<const _Char, const char>::value, int>::type = 0>

//! Copies `count` bytes to `offset` bytes into a variable, from the host or from device memory.
//! \return cudaErrorInvalidValue beyond the variable's end; cudaErrorInvalidMemcpyDirection for a kind that reads it
template <std::size_t _Np>
inline cudaError_t cudaMemcpyToSymbol(const char (&symbol)[_Np], const void* src, std::size_t count,
                                      std::size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cuda_legacy::__detail::__copy_to(cuda_legacy::__detail::__symbol_or_name_of(symbol), src, count, offset,
                                            kind);
}
CUDA_LEGACY_DETAIL_OF_CHAR
inline cudaError_t cudaMemcpyToSymbol(_Char* const& symbol, const void* src, std::size_t count, std::size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cuda_legacy::__detail::__copy_to(cuda_legacy::__detail::__symbol_or_name_of(symbol), src, count, offset,
                                            kind);
}

//! cudaMemcpyToSymbol in a stream's order.
template <std::size_t _Np>
inline cudaError_t cudaMemcpyToSymbolAsync(const char (&symbol)[_Np], const void* src, std::size_t count,
                                           std::size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0)
{
    return cuda_legacy::__detail::__copy_to_async(cuda_legacy::__detail::__symbol_or_name_of(symbol), src, count,
                                                  offset, kind, stream);
}
CUDA_LEGACY_DETAIL_OF_CHAR
inline cudaError_t cudaMemcpyToSymbolAsync(_Char* const& symbol, const void* src, std::size_t count,
                                           std::size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0)
{
    return cuda_legacy::__detail::__copy_to_async(cuda_legacy::__detail::__symbol_or_name_of(symbol), src, count,
                                                  offset, kind, stream);
}

//! Copies `count` bytes from `offset` bytes into a variable, to the host or to device memory.
//! \return as cudaMemcpyToSymbol
template <std::size_t _Np>
inline cudaError_t cudaMemcpyFromSymbol(void* dst, const char (&symbol)[_Np], std::size_t count, std::size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cuda_legacy::__detail::__copy_from(dst, cuda_legacy::__detail::__symbol_or_name_of(symbol), count, offset,
                                              kind);
}
CUDA_LEGACY_DETAIL_OF_CHAR
inline cudaError_t cudaMemcpyFromSymbol(void* dst, _Char* const& symbol, std::size_t count, std::size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cuda_legacy::__detail::__copy_from(dst, cuda_legacy::__detail::__symbol_or_name_of(symbol), count, offset,
                                              kind);
}

//! cudaMemcpyFromSymbol in a stream's order.
template <std::size_t _Np>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const char (&symbol)[_Np], std::size_t count,
                                             std::size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = 0)
{
    return cuda_legacy::__detail::__copy_from_async(dst, cuda_legacy::__detail::__symbol_or_name_of(symbol), count,
                                                    offset, kind, stream);
}
CUDA_LEGACY_DETAIL_OF_CHAR
inline cudaError_t cudaMemcpyFromSymbolAsync(void* dst, _Char* const& symbol, std::size_t count, std::size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return cuda_legacy::__detail::__copy_from_async(dst, cuda_legacy::__detail::__symbol_or_name_of(symbol), count,
                                                    offset, kind, stream);
}

//! Writes a variable's address in the current device's memory to *address.
template <std::size_t _Np>
inline cudaError_t cudaGetSymbolAddress(void** __address, const char (&symbol)[_Np])
{
    return cuda_legacy::__detail::__address_of(__address, cuda_legacy::__detail::__symbol_or_name_of(symbol));
}
CUDA_LEGACY_DETAIL_OF_CHAR
inline cudaError_t cudaGetSymbolAddress(void** __address, _Char* const& symbol)
{
    return cuda_legacy::__detail::__address_of(__address, cuda_legacy::__detail::__symbol_or_name_of(symbol));
}

//! Writes a variable's size in bytes to *size.
template <std::size_t _Np>
inline cudaError_t cudaGetSymbolSize(std::size_t* size, const char (&symbol)[_Np])
{
    return cuda_legacy::__detail::__size_of(size, cuda_legacy::__detail::__symbol_or_name_of(symbol));
}
CUDA_LEGACY_DETAIL_OF_CHAR
inline cudaError_t cudaGetSymbolSize(std::size_t* size, _Char* const& symbol)
{
    return cuda_legacy::__detail::__size_of(size, cuda_legacy::__detail::__symbol_or_name_of(symbol));
}

        #undef CUDA_LEGACY_DETAIL_OF_CHAR

        // NULL, 0 and nullptr, which are as good an argument for `char*` as for `const void*`.
        #define CUDA_LEGACY_DETAIL_OF_NULL                                                                             \
            template <class _Null, typename std::enable_if<std::is_same<_Null, decltype(nullptr)>::value ||            \
                                                               std::is_same<_Null, decltype(NULL)>::value ||           \
                                                               std::is_same<_Null, int>::value,                        \
                                                           int>::type = 0>

//! What is known of a kernel: of its address, or of its name.
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const char* func)
{
    using namespace cuda_legacy::__detail;
    return __of_kernel_or_name(
        "cudaFuncGetAttributes", func, [=](const void* kernel) { return cudaFuncGetAttributes(attr, kernel); },
        [=](const __kernel_driver& __calls, void* kernel) { return __attributes_of(__calls, kernel, attr); });
}
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, char* func)
{
    return cudaFuncGetAttributes(attr, static_cast<const char*>(func));
}

CUDA_LEGACY_DETAIL_OF_NULL
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, _Null)
{
    return cudaFuncGetAttributes(attr, static_cast<const void*>(nullptr));
}

//! Whether a kernel would rather have shared memory or cache; by its address, or by its name.
inline cudaError_t cudaFuncSetCacheConfig(const char* func, enum cudaFuncCache cacheConfig)
{
    using namespace cuda_legacy::__detail;
    return __of_kernel_or_name(
        "cudaFuncSetCacheConfig", func, [=](const void* kernel) { return cudaFuncSetCacheConfig(kernel, cacheConfig); },
        [=](const __kernel_driver& __calls, void* kernel) {
            return __calls.__set_cache ? __calls.__set_cache(kernel, cacheConfig) : __no_such_call;
        });
}
inline cudaError_t cudaFuncSetCacheConfig(char* func, enum cudaFuncCache cacheConfig)
{
    return cudaFuncSetCacheConfig(static_cast<const char*>(func), cacheConfig);
}
CUDA_LEGACY_DETAIL_OF_NULL
inline cudaError_t cudaFuncSetCacheConfig(_Null, enum cudaFuncCache cacheConfig)
{
    return cudaFuncSetCacheConfig(static_cast<const void*>(nullptr), cacheConfig);
}

        #undef CUDA_LEGACY_DETAIL_OF_NULL

        #if !defined(_WIN32)
// For host sources in C.
extern "C" CUDA_LEGACY_DETAIL_SHARED __attribute__((__used__)) inline cudaError_t
cuda_legacy_find_variable(const char* __function, const char* name, void** __address, std::size_t* bytes)
{
    using namespace cuda_legacy::__detail;
    if (!__is_name(name, 1024)) return cudaErrorInvalidSymbol;
    __named_variable __variable;
    const cudaError_t error = __find_variable(name, __variable);
    if (error != cudaSuccess) __tell_unknown_name(__function, name, error);
    *__address = __variable.__address;
    *bytes = __variable.bytes;
    return error;
}
        #endif

    #elif !defined(__cplusplus) && defined(__GNUC__) && !defined(_WIN32)
        #include "detail/symbol_names_in_c.h"
    #endif

#endif
