/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Binding texture references: cudaBindTexture, cudaBindTexture2D, cudaBindTextureToArray,
//! cudaBindTextureToMipmappedArray, cudaUnbindTexture, cudaGetTextureAlignmentOffset, cudaGetTextureReference, each in
//! the form for any textureReference and in the template's forms.
//!
//! Signatures, defaults and errors are CUDA 11.8's, held against it by tests/oracle. Bindings are per device. A bind
//! counts for the kernels launched after it; a kernel in flight keeps what it was launched with. All functions may be
//! called from several host threads. A bind that fails leaves the old binding. While a stream captures, a bind that
//! would change something fails with cudaErrorStreamCaptureUnsupported. Null descriptors, which crashed the original,
//! are cudaErrorInvalidValue; what is no reference of the program is cudaErrorInvalidTexture.
//! Note: migration-notes/texture_reference.md.
//!
//! cudaGetLastError and cudaPeekAtLastError also tell the errors found here; cudaFreeArray, cudaFreeMipmappedArray and
//! cudaDeviceReset also forget what was bound; cudaStreamBeginCapture and cudaStreamEndCapture are counted. All of them
//! are renamed by a macro in sources that include any header of references. In device code cudaGetLastError and
//! cudaPeekAtLastError are the device runtime's own.
#ifndef CUDA_LEGACY_TEXTURE_BINDING_H
    #define CUDA_LEGACY_TEXTURE_BINDING_H

    #include <climits>
    #include <cstdint>

    #include <cuda_runtime_api.h>

    #include "detail/channel_check.h"
    #include "detail/found_reference.h"
    #include "texture_reference.h"

//! Binds `size` bytes of device memory at `device_pointer`. `offset`, when not null, receives how many bytes the
//! texture begins before the pointer, which need not be aligned to cudaDeviceProp::textureAlignment then.
//! \return cudaErrorInvalidChannelDescriptor for a descriptor of no texel; cudaErrorInvalidValue when it does not go
//!         with the reference's, or for an unaligned pointer without `offset`; cudaErrorSymbolNotFound for a pointer
//!         that is not the device's
inline cudaError_t cudaBindTexture(std::size_t* offset, const textureReference* reference, const void* __device_pointer,
                                   const cudaChannelFormatDesc* desc, std::size_t size = UINT_MAX)
{
    using namespace cuda_legacy::__detail;
    if (!reference) return __found(cudaErrorInvalidTexture);
    if (!desc) return __found(cudaErrorInvalidValue);
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    cudaError_t error = __reference_access::__load(*reference);
    if (error != cudaSuccess) return error;
    error = __check_channels(*desc, reference->channelDesc);
    if (error != cudaSuccess) return __found(error);

    __device_context* __context = nullptr;
    error = current_context(__context);
    if (error != cudaSuccess) return error;
    __linear_limits limits{};
    error = __context->__limits_of_linear_memory(*desc, limits);
    if (error != cudaSuccess) return error;
    const std::size_t __misaligned = reinterpret_cast<std::uintptr_t>(__device_pointer) % limits.alignment;
    if (__misaligned && !offset) return __found(cudaErrorInvalidValue);
    error = __context->__check_device_memory(__device_pointer);
    if (error != cudaSuccess) return __found(error);

    __object_view __zero;
    cudaResourceDesc resource = __zero.resource;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = static_cast<char*>(const_cast<void*>(__device_pointer)) - __misaligned;
    resource.res.linear.desc = *desc;
    // A texture object's size must fit the device; the original took any size and bound what fits.
    const std::size_t __wanted = size > SIZE_MAX - __misaligned ? SIZE_MAX : size + __misaligned;
    resource.res.linear.sizeInBytes = __wanted < limits.bytes ? __wanted : limits.bytes;
    error = __reference_access::__bind(__context, *reference, resource, true, __misaligned);
    if (error == cudaSuccess && offset) *offset = __misaligned;
    return error;
}

//! Binds `height` rows of `width` texels, `pitch` bytes apart. `offset` as for cudaBindTexture.
//! \return as cudaBindTexture, and cudaErrorInvalidValue for a width or height of 0, a pitch that is no multiple of
//!         cudaDeviceProp::texturePitchAlignment or shorter than a row, and for what is too large for the device
inline cudaError_t cudaBindTexture2D(std::size_t* offset, const textureReference* reference,
                                     const void* __device_pointer, const cudaChannelFormatDesc* desc, std::size_t width,
                                     std::size_t height, std::size_t pitch)
{
    using namespace cuda_legacy::__detail;
    if (!reference) return __found(cudaErrorInvalidTexture);
    if (!desc) return __found(cudaErrorInvalidValue);
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    cudaError_t error = __reference_access::__load(*reference);
    if (error != cudaSuccess) return error;
    error = __check_channels(*desc, reference->channelDesc);
    if (error != cudaSuccess) return __found(error);
    if (width == 0 || height == 0) return __found(cudaErrorInvalidValue);

    __device_context* __context = nullptr;
    error = current_context(__context);
    if (error != cudaSuccess) return error;
    std::size_t alignment = 0, __pitch_alignment = 0;
    error = __context->__alignment_of_pitched_memory(alignment, __pitch_alignment);
    if (error != cudaSuccess) return error;
    const std::size_t __misaligned = reinterpret_cast<std::uintptr_t>(__device_pointer) % alignment;
    if (__misaligned && !offset) return __found(cudaErrorInvalidValue);
    error = __context->__check_device_memory(__device_pointer);
    if (error != cudaSuccess) return __found(error);
    if (offset) *offset = __misaligned; // the original reported it before it looked at the pitch
    const std::size_t __texel = static_cast<std::size_t>(desc->x + desc->y + desc->z + desc->w) / 8;
    if (pitch % __pitch_alignment || pitch / __texel < width) return __found(cudaErrorInvalidValue);

    __object_view __zero;
    cudaResourceDesc resource = __zero.resource;
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = static_cast<char*>(const_cast<void*>(__device_pointer)) - __misaligned;
    resource.res.pitch2D.desc = *desc;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return __reference_access::__bind(__context, *reference, resource, true, __misaligned);
}

//! Binds a CUDA array.
//! \return cudaErrorInvalidResourceHandle for a null array; cudaErrorInvalidValue when descriptor, array and reference
//!         do not go together, or when an attribute does not fit the elements
inline cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc* desc)
{
    using namespace cuda_legacy::__detail;
    if (!reference) return __found(cudaErrorInvalidTexture);
    if (!desc) return __found(cudaErrorInvalidValue);
    cudaChannelFormatDesc __of_the_array;
    cudaError_t error = cudaGetChannelDesc(&__of_the_array, array);
    if (error != cudaSuccess) return error;
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    error = __reference_access::__load(*reference);
    if (error != cudaSuccess) return error;
    error = __check_channels(*desc, __of_the_array, reference->channelDesc);
    if (error != cudaSuccess) return __found(error);
    __object_view __zero;
    cudaResourceDesc resource = __zero.resource;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return __reference_access::__bind(*reference, resource);
}

//! Binds a mipmapped array. Only levels up to the attribute maxMipmapLevelClamp, 0 as declared, are read.
//! \return as cudaBindTextureToArray
inline cudaError_t cudaBindTextureToMipmappedArray(const textureReference* reference, cudaMipmappedArray_const_t array,
                                                   const cudaChannelFormatDesc* desc)
{
    using namespace cuda_legacy::__detail;
    if (!reference) return __found(cudaErrorInvalidTexture);
    if (!desc) return __found(cudaErrorInvalidValue);
    cudaArray_t level = nullptr;
    cudaChannelFormatDesc __of_the_array;
    cudaError_t error = cudaGetMipmappedArrayLevel(&level, array, 0);
    if (error == cudaSuccess) error = cudaGetChannelDesc(&__of_the_array, level);
    if (error != cudaSuccess) return error;
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    error = __reference_access::__load(*reference);
    if (error != cudaSuccess) return error;
    error = __check_channels(*desc, __of_the_array, reference->channelDesc);
    if (error != cudaSuccess) return __found(error);
    __object_view __zero;
    cudaResourceDesc resource = __zero.resource;
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(array);
    return __reference_access::__bind(*reference, resource);
}

//! Unbinds. Succeeds when nothing is bound.
inline cudaError_t cudaUnbindTexture(const textureReference* reference)
{
    using namespace cuda_legacy::__detail;
    if (!reference) return __found(cudaErrorInvalidTexture);
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    __binding* __one = nullptr;
    const cudaError_t error = __reference_access::current_binding(*reference, __one);
    if (error != cudaSuccess || !__one->__bound) return error;
    __one->__bound = false;
    __reference_access::__release(*__one);
    return cudaSuccess;
}

//! Writes to *offset what the last bind of linear memory returned as its offset, in bytes.
//! \return cudaErrorInvalidValue for a null `offset`; cudaErrorInvalidTextureBinding when no linear memory is bound
inline cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const textureReference* reference)
{
    using namespace cuda_legacy::__detail;
    if (!offset) return __found(cudaErrorInvalidValue);
    if (!reference) return __found(cudaErrorInvalidTexture);
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    __binding* __one = nullptr;
    const cudaError_t error = __reference_access::current_binding(*reference, __one);
    if (error != cudaSuccess) return error;
    if (!__one->__bound || !__one->linear) return __found(cudaErrorInvalidTextureBinding);
    *offset = __one->offset;
    return cudaSuccess;
}

//! Writes the address of the reference behind a symbol of device code to *reference.
//! \return cudaErrorInvalidTexture when it is none
inline cudaError_t cudaGetTextureReference(const textureReference** reference, const void* symbol)
{
    using namespace cuda_legacy::__detail;
    return __find_reference(reference, symbol, cudaErrorInvalidTexture);
}

//! The same by name, as CUDA took it until 4.x: `cudaGetTextureReference(&reference, "name")`. Native references have
//! names; with objects a literal stops the build, and any other text is told on stderr.
template <std::size_t _Np>
inline cudaError_t cudaGetTextureReference(const textureReference** reference, const char (&symbol)[_Np])
{
    using namespace cuda_legacy::__detail;
    static_assert(__references_have_names || _Np == 0,
                  "cuda_legacy: no reference is found by its name: pass its address, or build "
                  "without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md");
    return __find_reference_or_name("cudaGetTextureReference", reference, symbol, _Np, cudaErrorInvalidTexture);
}
template <class _Char, typename std::enable_if<std::is_same<const _Char, const char>::value, int>::type = 0>
inline cudaError_t cudaGetTextureReference(const textureReference** reference, _Char* const& symbol)
{
    using namespace cuda_legacy::__detail;
    return __find_reference_or_name("cudaGetTextureReference", reference, symbol, 1024, cudaErrorInvalidTexture);
}

    // With native references the template is the compiler's own, and only nvcc knows it.
    #if defined(__CUDACC__) || !defined(CUDA_LEGACY_NATIVE_REFERENCES)

//! The template's forms: the same, and without a descriptor they take the reference's for linear memory, the array's
//! for an array.
template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTexture(std::size_t* offset, const cuda_legacy::texture<_Tp, Type, _Mode>& reference,
                            const void* __device_pointer, const cudaChannelFormatDesc& desc,
                            std::size_t size = UINT_MAX)
{
    return cudaBindTexture(offset, &reference, __device_pointer, &desc, size);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTexture(std::size_t* offset, const cuda_legacy::texture<_Tp, Type, _Mode>& reference,
                            const void* __device_pointer, std::size_t size = UINT_MAX)
{
    return cudaBindTexture(offset, &reference, __device_pointer, &reference.channelDesc, size);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTextureToArray(const cuda_legacy::texture<_Tp, Type, _Mode>& reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc& desc)
{
    return cudaBindTextureToArray(&reference, array, &desc);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTextureToArray(const cuda_legacy::texture<_Tp, Type, _Mode>& reference, cudaArray_const_t array)
{
    cudaChannelFormatDesc desc;
    const cudaError_t error = cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? cudaBindTextureToArray(&reference, array, &desc) : error;
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTexture2D(std::size_t* offset, const cuda_legacy::texture<_Tp, Type, _Mode>& reference,
                              const void* __device_pointer, const cudaChannelFormatDesc& desc, std::size_t width,
                              std::size_t height, std::size_t pitch)
{
    return cudaBindTexture2D(offset, &reference, __device_pointer, &desc, width, height, pitch);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTexture2D(std::size_t* offset, const cuda_legacy::texture<_Tp, Type, _Mode>& reference,
                              const void* __device_pointer, std::size_t width, std::size_t height, std::size_t pitch)
{
    return cudaBindTexture2D(offset, &reference, __device_pointer, &reference.channelDesc, width, height, pitch);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTextureToMipmappedArray(const cuda_legacy::texture<_Tp, Type, _Mode>& reference,
                                            cudaMipmappedArray_const_t array, const cudaChannelFormatDesc& desc)
{
    return cudaBindTextureToMipmappedArray(&reference, array, &desc);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaBindTextureToMipmappedArray(const cuda_legacy::texture<_Tp, Type, _Mode>& reference,
                                            cudaMipmappedArray_const_t array)
{
    cudaArray_t level = nullptr;
    cudaChannelFormatDesc desc;
    cudaError_t error = cudaGetMipmappedArrayLevel(&level, array, 0);
    if (error == cudaSuccess) error = cudaGetChannelDesc(&desc, level);
    return error == cudaSuccess ? cudaBindTextureToMipmappedArray(&reference, array, &desc) : error;
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaUnbindTexture(const cuda_legacy::texture<_Tp, Type, _Mode>& reference)
{
    return cudaUnbindTexture(&reference);
}

template <class _Tp, int Type, enum cudaTextureReadMode _Mode>
cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const cuda_legacy::texture<_Tp, Type, _Mode>& reference)
{
    return cudaGetTextureAlignmentOffset(offset, &reference);
}

    #endif

#endif
