/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Copies between linear memory and CUDA arrays that count a stream of bytes: cudaMemcpyToArray and its family.
//!
//! Deprecated since CUDA 10.1 and still there in 13.0, with a warning at each use. Here they are the toolkit's own
//! functions under their own names, without the warning. `w_offset` and `count` are in bytes, `h_offset` in rows; what
//! does not fit in a row goes on in the next one, which cudaMemcpy2DToArray does not do.
//! Note: migration-notes/memcpy_to_array.md.
#ifndef CUDA_LEGACY_ARRAY_COPY_H
    #define CUDA_LEGACY_ARRAY_COPY_H

    #include <cuda_runtime_api.h>

    #include "detail/diagnostics.h"
    #include "detail/language.h"

CUDA_LEGACY_DETAIL_DEPRECATED_BEGIN

//! Copies `count` bytes from `src` into the array, starting `w_offset` bytes into row `h_offset`.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaMemcpyToArray(cudaArray_t dst, size_t __w_offset,
                                                                    size_t __h_offset, const void* src, size_t count,
                                                                    enum cudaMemcpyKind kind)
{
    return cudaMemcpyToArray(dst, __w_offset, __h_offset, src, count, kind);
}

//! Copies `count` bytes from the array to `dst`, starting `w_offset` bytes into row `h_offset`.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaMemcpyFromArray(void* dst, cudaArray_const_t src,
                                                                      size_t __w_offset, size_t __h_offset,
                                                                      size_t count, enum cudaMemcpyKind kind)
{
    return cudaMemcpyFromArray(dst, src, __w_offset, __h_offset, count, kind);
}

    #ifdef __cplusplus
        #define CUDA_LEGACY_DETAIL_DEFAULT(value) = value
    #else
        #define CUDA_LEGACY_DETAIL_DEFAULT(value)
    #endif

//! Copies `count` bytes from one array to another.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaMemcpyArrayToArray(
    cudaArray_t dst, size_t __w_offset_dst, size_t __h_offset_dst, cudaArray_const_t src, size_t __w_offset_src,
    size_t __h_offset_src, size_t count, enum cudaMemcpyKind kind CUDA_LEGACY_DETAIL_DEFAULT(cudaMemcpyDeviceToDevice))
{
    return cudaMemcpyArrayToArray(dst, __w_offset_dst, __h_offset_dst, src, __w_offset_src, __h_offset_src, count,
                                  kind);
}

//! cudaMemcpyToArray in a stream's order.
CUDA_LEGACY_DETAIL_INLINE cudaError_t
cuda_legacy_cudaMemcpyToArrayAsync(cudaArray_t dst, size_t __w_offset, size_t __h_offset, const void* src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream CUDA_LEGACY_DETAIL_DEFAULT(0))
{
    return cudaMemcpyToArrayAsync(dst, __w_offset, __h_offset, src, count, kind, stream);
}

//! cudaMemcpyFromArray in a stream's order.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaMemcpyFromArrayAsync(
    void* dst, cudaArray_const_t src, size_t __w_offset, size_t __h_offset, size_t count, enum cudaMemcpyKind kind,
    cudaStream_t stream CUDA_LEGACY_DETAIL_DEFAULT(0))
{
    return cudaMemcpyFromArrayAsync(dst, src, __w_offset, __h_offset, count, kind, stream);
}

    #undef CUDA_LEGACY_DETAIL_DEFAULT

CUDA_LEGACY_DETAIL_DEPRECATED_END

    // With a per-thread default stream the toolkit has macros of these names, which the functions above have used.
    #undef cudaMemcpyToArray
    #undef cudaMemcpyFromArray
    #undef cudaMemcpyArrayToArray
    #undef cudaMemcpyToArrayAsync
    #undef cudaMemcpyFromArrayAsync
    #define cudaMemcpyToArray cuda_legacy_cudaMemcpyToArray
    #define cudaMemcpyFromArray cuda_legacy_cudaMemcpyFromArray
    #define cudaMemcpyArrayToArray cuda_legacy_cudaMemcpyArrayToArray
    #define cudaMemcpyToArrayAsync cuda_legacy_cudaMemcpyToArrayAsync
    #define cudaMemcpyFromArrayAsync cuda_legacy_cudaMemcpyFromArrayAsync

#endif
