/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Device variables and kernels by name: `cudaMemcpyToSymbol("weights", …)`.
//!
//! Until CUDA 4.x a symbol was either the variable or its name. CUDA 4.1 deprecated names, and CUDA 5.0 removed them.
//! Such a call still compiles, as a call with the address of the string, and fails at run time.
//!
//! With this header a string literal, an array of char or a `char*` may be the variable itself, such as
//! `__constant__ char text[16]`. A `char*` may also be the address of a variable. If it is neither, it is a name. The
//! search covers all CUDA sources of the program that were compiled with this header.
//!
//! Names of variables:
//!
//! - The plain name finds a variable of the global namespace, static variables included. With -rdc=true it finds no
//!   static variable.
//! - The mangled name finds any other variable: `_ZN5outer7weightsE`.
//! - An unknown name gives cudaErrorInvalidSymbol. A name in several sources gives cudaErrorDuplicateVariableName. Both
//!   also print a message on stderr: a program that ignores errors would continue with wrong values.
//!
//! cudaFuncGetAttributes, cudaFuncSetCacheConfig and cudaLaunch find kernels by their mangled name, such as
//! `_Z5scalePfi`. The plain name finds an `extern "C"` kernel only, as before. An unknown name gives
//! cudaErrorInvalidDeviceFunction and a message on stderr.
//!
//! Now: the variable or the kernel itself in place of its name.
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

        // char and const char, the types of a text.
        #define CUDA_LEGACY_DETAIL_OF_CHAR                                                                             \
            template <class _Char, typename std::enable_if<std::is_same<const _Char, const char>::value, int>::type = 0>

//! Copies data into a device variable.
//!
//! \param symbol the name of the variable, or the variable itself
//! \param src the data, in memory of the host or the device
//! \param count the number of bytes
//! \param offset the start of the copy within the variable, in bytes
//! \param kind the direction, such as cudaMemcpyHostToDevice
//! \return cudaErrorInvalidSymbol for an unknown name; cudaErrorDuplicateVariableName for a name in several sources;
//!         cudaErrorInvalidValue for a copy beyond the end of the variable; cudaErrorInvalidMemcpyDirection for a kind
//!         that reads the variable
//!
//! Difference: an error of the name also prints a message on stderr.
//! Now: `cudaMemcpyToSymbol(weights, …)` with the variable itself.
//!
//! \code{.cu}
//! __constant__ float weights[16];
//!
//! cudaError_t load(const float* values)
//! {
//!     return cudaMemcpyToSymbol("weights", values, sizeof weights, 0, cudaMemcpyHostToDevice);
//! }
//! \endcode
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

//! Copies data into a device variable, in the order of a stream.
//!
//! \param stream the stream; the other parameters are those of cudaMemcpyToSymbol
//! \return the errors of cudaMemcpyToSymbol
//!
//! Now: cudaMemcpyToSymbolAsync with the variable itself.
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

//! Copies data out of a device variable.
//!
//! \param dst the memory to write, of the host or the device
//! \param symbol the name of the variable, or the variable itself
//! \param count the number of bytes
//! \param offset the start of the copy within the variable, in bytes
//! \param kind the direction, such as cudaMemcpyDeviceToHost
//! \return the errors of cudaMemcpyToSymbol
//!
//! Now: cudaMemcpyFromSymbol with the variable itself.
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

//! Copies data out of a device variable, in the order of a stream.
//!
//! \param stream the stream; the other parameters are those of cudaMemcpyFromSymbol
//! \return the errors of cudaMemcpyToSymbol
//!
//! Now: cudaMemcpyFromSymbolAsync with the variable itself.
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

//! Gives the address of a variable in the memory of the current device.
//!
//! \param address receives the address
//! \param symbol the name of the variable, or the variable itself
//! \return cudaErrorInvalidSymbol or cudaErrorDuplicateVariableName, as for cudaMemcpyToSymbol
//!
//! Now: cudaGetSymbolAddress with the variable itself.
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

//! Gives the size of a variable.
//!
//! \param size receives the size in bytes
//! \param symbol the name of the variable, or the variable itself
//! \return cudaErrorInvalidSymbol or cudaErrorDuplicateVariableName, as for cudaMemcpyToSymbol
//!
//! Now: cudaGetSymbolSize with the variable itself.
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

        // NULL, 0 and nullptr convert to `char*` and `const void*` equally well, so each has an overload.
        #define CUDA_LEGACY_DETAIL_OF_NULL                                                                             \
            template <class _Null, typename std::enable_if<std::is_same<_Null, decltype(nullptr)>::value ||            \
                                                               std::is_same<_Null, decltype(NULL)>::value ||           \
                                                               std::is_same<_Null, int>::value,                        \
                                                           int>::type = 0>

//! Gives the attributes of a kernel.
//!
//! \param attr receives the attributes
//! \param func the address of the kernel, or its mangled name
//! \return cudaErrorInvalidDeviceFunction for an unknown name; otherwise the errors of the toolkit's
//!         cudaFuncGetAttributes
//!
//! Now: cudaFuncGetAttributes with the kernel itself.
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

//! Sets the preferred split between L1 cache and shared memory for a kernel.
//!
//! \param func the address of the kernel, or its mangled name
//! \param cacheConfig the preference
//! \return cudaErrorInvalidDeviceFunction for an unknown name; otherwise the errors of the toolkit's
//!         cudaFuncSetCacheConfig
//!
//! Now: cudaFuncSetCacheConfig with the kernel itself.
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
// The search for host sources in C.
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
