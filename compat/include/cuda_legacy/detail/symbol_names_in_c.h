/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* symbol_names.h for host sources in C, which have the C interface alone: a symbol is a name there, found by the C++
   side of the program. */
#ifndef CUDA_LEGACY_DETAIL_SYMBOL_NAMES_IN_C_H
#define CUDA_LEGACY_DETAIL_SYMBOL_NAMES_IN_C_H

#include <stddef.h>

#include <cuda_runtime_api.h>

#define CUDA_LEGACY_DETAIL_C static __inline__ __attribute__((__unused__)) cudaError_t

extern __attribute__((__weak__)) cudaError_t cuda_legacy_find_variable(const char* __function, const char* name,
                                                                       void** __address, size_t* bytes);

/* After `error` of a call with `symbol`: the variable of that name. The error of before is then forgotten. */
CUDA_LEGACY_DETAIL_C cuda_legacy_by_name(const char* __function, cudaError_t error, cudaError_t __error_before,
                                         const void* symbol, void** __address, size_t* bytes)
{
    if (error != cudaErrorInvalidSymbol || !symbol || !cuda_legacy_find_variable) return error;
    error = cuda_legacy_find_variable(__function, (const char*)symbol, __address, bytes);
    if (error == cudaSuccess && __error_before == cudaSuccess) cudaGetLastError();
    return error;
}

CUDA_LEGACY_DETAIL_C cuda_legacy_cudaGetSymbolAddress(void** __address, const void* symbol)
{
    size_t bytes;
    const cudaError_t __before = cudaPeekAtLastError();
    return cuda_legacy_by_name("cudaGetSymbolAddress", cudaGetSymbolAddress(__address, symbol), __before, symbol,
                               __address, &bytes);
}

CUDA_LEGACY_DETAIL_C cuda_legacy_cudaGetSymbolSize(size_t* size, const void* symbol)
{
    void* __address;
    const cudaError_t __before = cudaPeekAtLastError();
    return cuda_legacy_by_name("cudaGetSymbolSize", cudaGetSymbolSize(size, symbol), __before, symbol, &__address,
                               size);
}

/* The place in the named variable that a copy goes to or comes from; null for the runtime to decide. */
CUDA_LEGACY_DETAIL_C cuda_legacy_place(const char* __function, const void* symbol, size_t count, size_t offset,
                                       char** __place)
{
    void* __address = NULL;
    size_t bytes = 0;
    const cudaError_t __before = cudaPeekAtLastError();
    cudaError_t error = cudaGetSymbolAddress(&__address, symbol);
    *__place = NULL;
    if (error != cudaErrorInvalidSymbol) return error;
    error = cuda_legacy_by_name(__function, error, __before, symbol, &__address, &bytes);
    if (error != cudaSuccess) return error;
    if (offset > bytes || count > bytes - offset) return cudaErrorInvalidValue;
    *__place = (char*)__address + offset;
    return cudaSuccess;
}

CUDA_LEGACY_DETAIL_C cuda_legacy_cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                                                    enum cudaMemcpyKind kind)
{
    char* __place;
    const cudaError_t error = cuda_legacy_place("cudaMemcpyToSymbol", symbol, count, offset, &__place);
    if (error != cudaSuccess) return error;
    if (!__place) return cudaMemcpyToSymbol(symbol, src, count, offset, kind);
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) return cudaErrorInvalidMemcpyDirection;
    return cudaMemcpy(__place, src, count, kind);
}

CUDA_LEGACY_DETAIL_C cuda_legacy_cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                                         size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    char* __place;
    const cudaError_t error = cuda_legacy_place("cudaMemcpyToSymbolAsync", symbol, count, offset, &__place);
    if (error != cudaSuccess) return error;
    if (!__place) return cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream);
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) return cudaErrorInvalidMemcpyDirection;
    return cudaMemcpyAsync(__place, src, count, kind, stream);
}

CUDA_LEGACY_DETAIL_C cuda_legacy_cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                                      enum cudaMemcpyKind kind)
{
    char* __place;
    const cudaError_t error = cuda_legacy_place("cudaMemcpyFromSymbol", symbol, count, offset, &__place);
    if (error != cudaSuccess) return error;
    if (!__place) return cudaMemcpyFromSymbol(dst, symbol, count, offset, kind);
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) return cudaErrorInvalidMemcpyDirection;
    return cudaMemcpy(dst, __place, count, kind);
}

CUDA_LEGACY_DETAIL_C cuda_legacy_cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                                           enum cudaMemcpyKind kind, cudaStream_t stream)
{
    char* __place;
    const cudaError_t error = cuda_legacy_place("cudaMemcpyFromSymbolAsync", symbol, count, offset, &__place);
    if (error != cudaSuccess) return error;
    if (!__place) return cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, stream);
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) return cudaErrorInvalidMemcpyDirection;
    return cudaMemcpyAsync(dst, __place, count, kind, stream);
}

#undef CUDA_LEGACY_DETAIL_C

#define cudaGetSymbolAddress cuda_legacy_cudaGetSymbolAddress
#define cudaGetSymbolSize cuda_legacy_cudaGetSymbolSize
// With a per-thread default stream the toolkit has macros of these names, which the functions above have used.
#undef cudaMemcpyToSymbol
#undef cudaMemcpyToSymbolAsync
#undef cudaMemcpyFromSymbol
#undef cudaMemcpyFromSymbolAsync
#define cudaMemcpyToSymbol cuda_legacy_cudaMemcpyToSymbol
#define cudaMemcpyToSymbolAsync cuda_legacy_cudaMemcpyToSymbolAsync
#define cudaMemcpyFromSymbol cuda_legacy_cudaMemcpyFromSymbol
#define cudaMemcpyFromSymbolAsync cuda_legacy_cudaMemcpyFromSymbolAsync

#endif
