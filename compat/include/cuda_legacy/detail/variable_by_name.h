// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which `__device__` or `__constant__` variable a string names, as CUDA let strings name them until 4.x.
//
// The variable is looked for in every module of the program (modules.h), by cuFuncGetModule and cuModuleGetGlobal.
// nvcc gives a variable of the global namespace its plain name there, a static one too, as long as each source is a
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
namespace detail {

struct named_variable {
    char* address = nullptr; // in the current device's memory
    std::size_t bytes = 0;
};

// The driver's functions, by their documented signatures.
struct module_driver {
    int (*get_module)(void** module, void* function) = nullptr;
    int (*get_variable)(unsigned long long* address, std::size_t* bytes, void* module, const char* name) = nullptr;
    bool complete;

    module_driver()
    {
        complete = driver::find("cuFuncGetModule", get_module) && driver::find("cuModuleGetGlobal", get_variable);
    }
};

// cudaErrorInvalidSymbol where no variable has the name, cudaErrorDuplicateVariableName where several have: the error
// that CUDA had for this. Neither is left for cudaGetLastError.
inline cudaError_t find_variable(const char* name, named_variable& variable)
{
    static const module_driver calls;
    if (!calls.complete) return cudaErrorInvalidSymbol;
    const lock_guard lock(modules().mutex);
    cudaError_t result = cudaErrorInvalidSymbol;
    for (const void* kernel : modules().kernels) {
        cudaFunction_t function = nullptr;
        void* module = nullptr;
        unsigned long long address = 0;
        std::size_t bytes = 0;
        if (cudaGetFuncBySymbol(&function, kernel) != cudaSuccess) {
            cudaGetLastError(); // of an architecture that this device cannot run
            continue;
        }
        if (calls.get_module(&module, function) != 0 || calls.get_variable(&address, &bytes, module, name) != 0)
            continue;
        char* const found_at = reinterpret_cast<char*>(static_cast<std::uintptr_t>(address));
        if (result == cudaSuccess && found_at != variable.address) return cudaErrorDuplicateVariableName;
        variable.address = found_at;
        variable.bytes = bytes;
        result = cudaSuccess;
    }
    return result;
}

// Whether up to `length` characters are a text that could be meant as a name.
inline bool is_name(const char* text, std::size_t length)
{
    std::size_t i = 0;
    while (i < length && text[i] > ' ' && text[i] <= '~')
        ++i;
    return i > 0 && i < length && text[i] == '\0';
}

// A program that does not look at its errors would compute on without the data.
inline void tell_unknown_name(const char* function, const char* name, cudaError_t error)
{
    std::fprintf(stderr,
                 "cuda_legacy: %s: %s variable is named \"%s\": see migration-notes/constant_memory_symbols.md\n",
                 function, error == cudaErrorDuplicateVariableName ? "more than one" : "no", name);
}

// What a program gave for a symbol: the variable itself, where `symbol` is its address, or characters.
struct symbol_or_name {
    const void* symbol;
    const char* text;
    std::size_t length; // as far as the characters may be read
};

template <std::size_t N>
symbol_or_name symbol_or_name_of(const char (&array)[N])
{
    return {array, array, N};
}
template <class Char>
symbol_or_name symbol_or_name_of(Char* const& pointer)
{
    return {&pointer, pointer, 1024};
}

// Either the symbol, for the runtime, or the named variable.
struct found_symbol {
    const void* symbol = nullptr;
    named_variable variable;
};

inline bool is_symbol(const void* symbol, cudaError_t& error)
{
    void* address = nullptr;
    error = cudaGetSymbolAddress(&address, symbol);
    return error != cudaErrorInvalidSymbol;
}

inline bool is_host_memory(const void* pointer)
{
    cudaPointerAttributes attributes;
    const cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess && attributes.type != cudaMemoryTypeDevice;
}

// Errors are left for cudaGetLastError. What was there before is still there after a success.
inline cudaError_t find_symbol_or_name(const char* function, const symbol_or_name& argument, found_symbol& result)
{
    const cudaError_t error_before = cudaPeekAtLastError();
    cudaError_t error = cudaSuccess;
    if (is_symbol(argument.symbol, error)) {
        result.symbol = argument.symbol;
        return error;
    }
    // A `char*` was also how the C interface took a variable's address.
    const bool is_pointer = argument.text != argument.symbol;
    const bool is_address = is_pointer && argument.text && is_symbol(argument.text, error);
    if (is_address) {
        result.symbol = argument.text;
    } else {
        const bool readable = argument.text && (!is_pointer || is_host_memory(argument.text));
        if (readable && is_name(argument.text, argument.length)) {
            error = find_variable(argument.text, result.variable);
            if (error != cudaSuccess) tell_unknown_name(function, argument.text, error);
        }
    }
    cudaGetLastError();
    if (error != cudaSuccess) return found(error);
    found(error_before);
    return cudaSuccess;
}

inline cudaError_t check_range(const named_variable& variable, std::size_t count, std::size_t offset, bool right_way)
{
    if (!right_way) return found(cudaErrorInvalidMemcpyDirection);
    return offset > variable.bytes || count > variable.bytes - offset ? found(cudaErrorInvalidValue) : cudaSuccess;
}

// `of_symbol` calls the runtime with a symbol, `of_address` with an address in the variable.
template <class OfSymbol, class OfAddress>
cudaError_t copy(const char* function, const symbol_or_name& argument, std::size_t count, std::size_t offset,
                 bool right_way, OfSymbol of_symbol, OfAddress of_address)
{
    found_symbol found_here;
    cudaError_t error = find_symbol_or_name(function, argument, found_here);
    if (error != cudaSuccess) return error;
    if (found_here.symbol) return of_symbol(found_here.symbol);
    error = check_range(found_here.variable, count, offset, right_way);
    return error != cudaSuccess ? error : of_address(found_here.variable.address + offset);
}

inline bool to_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}
inline bool from_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

inline cudaError_t copy_to(const symbol_or_name& argument, const void* src, std::size_t count, std::size_t offset,
                           cudaMemcpyKind kind)
{
    return copy(
        "cudaMemcpyToSymbol", argument, count, offset, to_device(kind),
        [=](const void* symbol) { return cudaMemcpyToSymbol(symbol, src, count, offset, kind); },
        [=](char* address) { return cudaMemcpy(address, src, count, kind); });
}

inline cudaError_t copy_to_async(const symbol_or_name& argument, const void* src, std::size_t count, std::size_t offset,
                                 cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(
        "cudaMemcpyToSymbolAsync", argument, count, offset, to_device(kind),
        [=](const void* symbol) { return cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream); },
        [=](char* address) { return cudaMemcpyAsync(address, src, count, kind, stream); });
}

inline cudaError_t copy_from(void* dst, const symbol_or_name& argument, std::size_t count, std::size_t offset,
                             cudaMemcpyKind kind)
{
    return copy(
        "cudaMemcpyFromSymbol", argument, count, offset, from_device(kind),
        [=](const void* symbol) { return cudaMemcpyFromSymbol(dst, symbol, count, offset, kind); },
        [=](char* address) { return cudaMemcpy(dst, address, count, kind); });
}

inline cudaError_t copy_from_async(void* dst, const symbol_or_name& argument, std::size_t count, std::size_t offset,
                                   cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(
        "cudaMemcpyFromSymbolAsync", argument, count, offset, from_device(kind),
        [=](const void* symbol) { return cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, stream); },
        [=](char* address) { return cudaMemcpyAsync(dst, address, count, kind, stream); });
}

inline cudaError_t address_of(void** address, const symbol_or_name& argument)
{
    if (!address) return found(cudaErrorInvalidValue);
    found_symbol found_here;
    const cudaError_t error = find_symbol_or_name("cudaGetSymbolAddress", argument, found_here);
    if (error != cudaSuccess) return error;
    if (found_here.symbol) return cudaGetSymbolAddress(address, found_here.symbol);
    *address = found_here.variable.address;
    return cudaSuccess;
}

inline cudaError_t size_of(std::size_t* size, const symbol_or_name& argument)
{
    if (!size) return found(cudaErrorInvalidValue);
    found_symbol found_here;
    const cudaError_t error = find_symbol_or_name("cudaGetSymbolSize", argument, found_here);
    if (error != cudaSuccess) return error;
    if (found_here.symbol) return cudaGetSymbolSize(size, found_here.symbol);
    *size = found_here.variable.bytes;
    return cudaSuccess;
}

} // namespace detail
} // namespace cuda_legacy

#endif
