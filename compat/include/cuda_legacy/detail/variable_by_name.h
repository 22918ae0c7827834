// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the `__device__` or `__constant__` variable of a name, as until CUDA 4.x.
//
// cuFuncGetModule and cuModuleGetGlobal look for the variable in every module of the program (modules.h). nvcc gives a
// variable of the global namespace its plain name in the module. This includes static variables, if each source is a
// module of its own (without -rdc=true).
#ifndef CUDA_LEGACY_DETAIL_VARIABLE_BY_NAME_H
#define CUDA_LEGACY_DETAIL_VARIABLE_BY_NAME_H

#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <cuda_runtime_api.h>

#include "device_context.h"
#include "last_error.h"
#include "modules.h"
#include "references.h"

namespace cuda_legacy {
namespace __detail {

struct __named_variable {
    char* __address = nullptr; // in the current device's memory
    std::size_t bytes = 0;
};

// The driver's functions, by their documented signatures.
struct __module_driver {
    int (*__get_module)(void** __module, void* __function) = nullptr;
    int (*__get_variable)(unsigned long long* __address, std::size_t* bytes, void* __module,
                          const char* name) = nullptr;
    bool __complete;

    __module_driver()
    {
        __complete =
            __driver::__find("cuFuncGetModule", __get_module) && __driver::__find("cuModuleGetGlobal", __get_variable);
    }
};

// cudaErrorInvalidSymbol if no variable has the name. cudaErrorDuplicateVariableName if several have it, as in old
// CUDA. Neither is kept for cudaGetLastError.
inline cudaError_t __find_variable(const char* name, __named_variable& __variable)
{
    static const __module_driver __calls;
    if (!__calls.__complete) return cudaErrorInvalidSymbol;
    const __lock_guard lock(__modules().mutex);
    cudaError_t result = cudaErrorInvalidSymbol;
    for (const void* kernel : __modules().kernels) {
        cudaFunction_t __function = nullptr;
        void* __module = nullptr;
        unsigned long long __address = 0;
        std::size_t bytes = 0;
        if (cudaGetFuncBySymbol(&__function, kernel) != cudaSuccess) {
            cudaGetLastError(); // of an architecture that this device cannot run
            continue;
        }
        if (__calls.__get_module(&__module, __function) != 0 ||
            __calls.__get_variable(&__address, &bytes, __module, name) != 0)
            continue;
        char* const __found_at = reinterpret_cast<char*>(static_cast<std::uintptr_t>(__address));
        if (result == cudaSuccess && __found_at != __variable.__address) return cudaErrorDuplicateVariableName;
        __variable.__address = __found_at;
        __variable.bytes = bytes;
        result = cudaSuccess;
    }
    return result;
}

// Whether up to `length` characters can be a name.
inline bool __is_name(const char* __text, std::size_t length)
{
    std::size_t __i = 0;
    while (__i < length && __text[__i] > ' ' && __text[__i] <= '~')
        ++__i;
    return __i > 0 && __i < length && __text[__i] == '\0';
}

// Prints a message: a program that ignores errors would continue without the data.
inline void __tell_unknown_name(const char* __function, const char* name, cudaError_t error)
{
    std::fprintf(stderr,
                 "cuda_legacy: %s: %s variable is named \"%s\": see migration-notes/constant_memory_symbols.md\n",
                 __function, error == cudaErrorDuplicateVariableName ? "more than one" : "no", name);
}

// The symbol argument of a call: the variable itself, whose address is `symbol`, or characters.
struct __symbol_or_name {
    const void* symbol;
    const char* __text;
    std::size_t length; // as far as the characters may be read
};

template <std::size_t _Np>
__symbol_or_name __symbol_or_name_of(const char (&array)[_Np])
{
    return {array, array, _Np};
}
template <class _Char>
__symbol_or_name __symbol_or_name_of(_Char* const& pointer)
{
    return {&pointer, pointer, 1024};
}

// The symbol, for the runtime, or the variable of the name.
struct __found_symbol {
    const void* symbol = nullptr;
    __named_variable __variable;
};

inline bool __is_symbol(const void* symbol, cudaError_t& error)
{
    void* __address = nullptr;
    error = cudaGetSymbolAddress(&__address, symbol);
    return error != cudaErrorInvalidSymbol;
}

inline bool __is_host_memory(const void* pointer)
{
    cudaPointerAttributes attributes;
    const cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess && attributes.type != cudaMemoryTypeDevice;
}

// Errors stay for cudaGetLastError. A success leaves an earlier error in place.
inline cudaError_t __find_symbol_or_name(const char* __function, const __symbol_or_name& __argument,
                                         __found_symbol& result)
{
    const cudaError_t __error_before = cudaPeekAtLastError();
    cudaError_t error = cudaSuccess;
    if (__is_symbol(__argument.symbol, error)) {
        result.symbol = __argument.symbol;
        return error;
    }
    // The C interface also took the address of a variable as a `char*`.
    const bool is_pointer = __argument.__text != __argument.symbol;
    const bool __is_address = is_pointer && __argument.__text && __is_symbol(__argument.__text, error);
    if (__is_address) {
        result.symbol = __argument.__text;
    } else {
        const bool __readable = __argument.__text && (!is_pointer || __is_host_memory(__argument.__text));
        if (__readable && __is_name(__argument.__text, __argument.length)) {
            error = __find_variable(__argument.__text, result.__variable);
            if (error != cudaSuccess) __tell_unknown_name(__function, __argument.__text, error);
        }
    }
    cudaGetLastError();
    if (error != cudaSuccess) return __found(error);
    __found(__error_before);
    return cudaSuccess;
}

inline cudaError_t __check_range(const __named_variable& __variable, std::size_t count, std::size_t offset,
                                 bool __right_way)
{
    if (!__right_way) return __found(cudaErrorInvalidMemcpyDirection);
    return offset > __variable.bytes || count > __variable.bytes - offset ? __found(cudaErrorInvalidValue)
                                                                          : cudaSuccess;
}

// `of_symbol` calls the runtime with a symbol, `of_address` with an address in the variable.
template <class _OfSymbol, class _OfAddress>
cudaError_t copy(const char* __function, const __symbol_or_name& __argument, std::size_t count, std::size_t offset,
                 bool __right_way, _OfSymbol __of_symbol, _OfAddress __of_address)
{
    __found_symbol __found_here;
    cudaError_t error = __find_symbol_or_name(__function, __argument, __found_here);
    if (error != cudaSuccess) return error;
    if (__found_here.symbol) return __of_symbol(__found_here.symbol);
    error = __check_range(__found_here.__variable, count, offset, __right_way);
    return error != cudaSuccess ? error : __of_address(__found_here.__variable.__address + offset);
}

inline bool __to_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}
inline bool __from_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

inline cudaError_t __copy_to(const __symbol_or_name& __argument, const void* src, std::size_t count, std::size_t offset,
                             cudaMemcpyKind kind)
{
    return copy(
        "cudaMemcpyToSymbol", __argument, count, offset, __to_device(kind),
        [=](const void* symbol) { return cudaMemcpyToSymbol(symbol, src, count, offset, kind); },
        [=](char* __address) { return cudaMemcpy(__address, src, count, kind); });
}

inline cudaError_t __copy_to_async(const __symbol_or_name& __argument, const void* src, std::size_t count,
                                   std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(
        "cudaMemcpyToSymbolAsync", __argument, count, offset, __to_device(kind),
        [=](const void* symbol) { return cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream); },
        [=](char* __address) { return cudaMemcpyAsync(__address, src, count, kind, stream); });
}

inline cudaError_t __copy_from(void* dst, const __symbol_or_name& __argument, std::size_t count, std::size_t offset,
                               cudaMemcpyKind kind)
{
    return copy(
        "cudaMemcpyFromSymbol", __argument, count, offset, __from_device(kind),
        [=](const void* symbol) { return cudaMemcpyFromSymbol(dst, symbol, count, offset, kind); },
        [=](char* __address) { return cudaMemcpy(dst, __address, count, kind); });
}

inline cudaError_t __copy_from_async(void* dst, const __symbol_or_name& __argument, std::size_t count,
                                     std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(
        "cudaMemcpyFromSymbolAsync", __argument, count, offset, __from_device(kind),
        [=](const void* symbol) { return cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, stream); },
        [=](char* __address) { return cudaMemcpyAsync(dst, __address, count, kind, stream); });
}

inline cudaError_t __address_of(void** __address, const __symbol_or_name& __argument)
{
    if (!__address) return __found(cudaErrorInvalidValue);
    __found_symbol __found_here;
    const cudaError_t error = __find_symbol_or_name("cudaGetSymbolAddress", __argument, __found_here);
    if (error != cudaSuccess) return error;
    if (__found_here.symbol) return cudaGetSymbolAddress(__address, __found_here.symbol);
    *__address = __found_here.__variable.__address;
    return cudaSuccess;
}

inline cudaError_t __size_of(std::size_t* size, const __symbol_or_name& __argument)
{
    if (!size) return __found(cudaErrorInvalidValue);
    __found_symbol __found_here;
    const cudaError_t error = __find_symbol_or_name("cudaGetSymbolSize", __argument, __found_here);
    if (error != cudaSuccess) return error;
    if (__found_here.symbol) return cudaGetSymbolSize(size, __found_here.symbol);
    *size = __found_here.__variable.bytes;
    return cudaSuccess;
}

} // namespace __detail
} // namespace cuda_legacy

#endif
