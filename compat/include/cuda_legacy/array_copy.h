/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Copies between linear memory and CUDA arrays that count a stream of bytes: cudaMemcpyToArray and its family.
//!
//! CUDA deprecated these functions in 10.1. CUDA 13.0 still has them and warns at each use. This header calls the
//! functions of the toolkit under their own names, without the warning.
//!
//! `w_offset` and `count` are in bytes, and `h_offset` is in rows. Bytes that do not fit in a row continue in the next
//! row. cudaMemcpy2DToArray does not do so: it copies a rectangle.
//!
//! Note: migration-notes/memcpy_to_array.md.
#ifndef CUDA_LEGACY_ARRAY_COPY_H
    #define CUDA_LEGACY_ARRAY_COPY_H

    #include <cuda_runtime_api.h>

    #include "detail/diagnostics.h"
    #include "detail/language.h"

CUDA_LEGACY_DETAIL_DEPRECATED_BEGIN

//! Copies a stream of bytes from linear memory into a CUDA array.
//!
//! \param dst the CUDA array
//! \param w_offset the start of the copy within its row, in bytes
//! \param h_offset the row in which the copy starts
//! \param src the memory to read
//! \param count the number of bytes
//! \param kind the direction, such as cudaMemcpyHostToDevice
//! \return the errors of the toolkit's cudaMemcpyToArray
//!
//! Difference: no warning.
//! Now: cudaMemcpy2DToArray for whole rows.
//!
//! \code{.cu}
//! cudaError_t upload(cudaArray_t array, const float* pixels, size_t width, size_t height)
//! {
//!     return cudaMemcpyToArray(array, 0, 0, pixels, width * height * sizeof(float), cudaMemcpyHostToDevice);
//! }
//! \endcode
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaMemcpyToArray(cudaArray_t dst, size_t __w_offset,
                                                                    size_t __h_offset, const void* src, size_t count,
                                                                    enum cudaMemcpyKind kind)
{
    return cudaMemcpyToArray(dst, __w_offset, __h_offset, src, count, kind);
}

//! Copies a stream of bytes from a CUDA array into linear memory.
//!
//! \param dst the memory to write
//! \param src the CUDA array
//! \param w_offset the start of the copy within its row, in bytes
//! \param h_offset the row in which the copy starts
//! \param count the number of bytes
//! \param kind the direction, such as cudaMemcpyDeviceToHost
//! \return the errors of the toolkit's cudaMemcpyFromArray
//!
//! Difference: no warning.
//! Now: cudaMemcpy2DFromArray for whole rows.
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

//! Copies a stream of bytes from one CUDA array into another.
//!
//! \param dst the CUDA array to write
//! \param w_offset_dst the start of the copy within its row of `dst`, in bytes
//! \param h_offset_dst the row of `dst` in which the copy starts
//! \param src the CUDA array to read
//! \param w_offset_src the start of the copy within its row of `src`, in bytes
//! \param h_offset_src the row of `src` in which the copy starts
//! \param count the number of bytes
//! \param kind the direction
//! \return the errors of the toolkit's cudaMemcpyArrayToArray
//!
//! Difference: no warning.
//! Now: cudaMemcpy2DArrayToArray for whole rows.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaMemcpyArrayToArray(
    cudaArray_t dst, size_t __w_offset_dst, size_t __h_offset_dst, cudaArray_const_t src, size_t __w_offset_src,
    size_t __h_offset_src, size_t count, enum cudaMemcpyKind kind CUDA_LEGACY_DETAIL_DEFAULT(cudaMemcpyDeviceToDevice))
{
    return cudaMemcpyArrayToArray(dst, __w_offset_dst, __h_offset_dst, src, __w_offset_src, __h_offset_src, count,
                                  kind);
}

//! Copies a stream of bytes into a CUDA array, in the order of a stream.
//!
//! \param stream the stream; the other parameters are those of cudaMemcpyToArray
//! \return the errors of the toolkit's cudaMemcpyToArrayAsync
//!
//! Difference: no warning.
//! Now: cudaMemcpy2DToArrayAsync for whole rows.
CUDA_LEGACY_DETAIL_INLINE cudaError_t
cuda_legacy_cudaMemcpyToArrayAsync(cudaArray_t dst, size_t __w_offset, size_t __h_offset, const void* src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream CUDA_LEGACY_DETAIL_DEFAULT(0))
{
    return cudaMemcpyToArrayAsync(dst, __w_offset, __h_offset, src, count, kind, stream);
}

//! Copies a stream of bytes from a CUDA array, in the order of a stream.
//!
//! \param stream the stream; the other parameters are those of cudaMemcpyFromArray
//! \return the errors of the toolkit's cudaMemcpyFromArrayAsync
//!
//! Difference: no warning.
//! Now: cudaMemcpy2DFromArrayAsync for whole rows.
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
