/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Binds texture references to linear memory, pitched memory and CUDA arrays.
//!
//! Functions: cudaBindTexture, cudaBindTexture2D, cudaBindTextureToArray, cudaBindTextureToMipmappedArray,
//! cudaUnbindTexture, cudaGetTextureAlignmentOffset, cudaGetTextureReference. Each has the form for any
//! textureReference and the forms for the template.
//!
//! The signatures, defaults and errors are those of CUDA 11.8. The tests in tests/oracle compare them with CUDA 11.8.
//!
//! - A binding belongs to one device.
//! - A bind counts for the kernels launched after the bind. A kernel in flight keeps the binding of its launch.
//! - All functions may be called from several host threads.
//! - A bind that fails leaves the old binding in place.
//! - During stream capture, a bind that would change a binding fails with cudaErrorStreamCaptureUnsupported.
//! - A null descriptor gives cudaErrorInvalidValue. The original crashed.
//! - A pointer to a variable that is no texture reference of the program gives cudaErrorInvalidTexture.
//!
//! This header renames some functions of the runtime by macros:
//!
//! - cudaGetLastError and cudaPeekAtLastError also report the errors found here. Device code calls the functions of the
//!   device runtime.
//! - cudaFreeArray, cudaFreeMipmappedArray and cudaDeviceReset also discard the bindings of the freed memory.
//! - cudaStreamBeginCapture and cudaStreamEndCapture also count the captures.
//!
//! Now: texture objects, cudaCreateTextureObject.
//! Note: migration-notes/texture_reference.md.
#ifndef CUDA_LEGACY_TEXTURE_BINDING_H
    #define CUDA_LEGACY_TEXTURE_BINDING_H

    #include <climits>
    #include <cstdint>

    #include <cuda_runtime_api.h>

    #include "detail/channel_check.h"
    #include "detail/found_reference.h"
    #include "texture_reference.h"

//! Binds linear device memory to a texture reference.
//!
//! \param offset receives the distance in bytes from the start of the texture to `device_pointer`; may be null if the
//!         pointer is aligned to cudaDeviceProp::textureAlignment
//! \param reference the texture reference, one-dimensional
//! \param device_pointer the first texel, in device memory of any alignment
//! \param desc the channel descriptor of a texel
//! \param size the size of the memory in bytes. The default binds as many bytes as the device allows: a fetch beyond
//!         the allocation reads 0.
//! \return cudaErrorInvalidTexture for a null reference; cudaErrorInvalidChannelDescriptor for a descriptor of no
//!         texel; cudaErrorInvalidValue for a descriptor that differs from the reference's, or for an unaligned pointer
//!         without `offset`; cudaErrorSymbolNotFound for a pointer to no memory of the device
//!
//! Difference: a null descriptor gives cudaErrorInvalidValue instead of a crash.
//! Now: cudaCreateTextureObject with a resource of cudaResourceTypeLinear.
//!
//! \code{.cu}
//! texture<float, 1> signal;
//!
//! __global__ void twice(float* out, int n)
//! {
//!     const int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     if (i < n) out[i] = 2 * tex1Dfetch(signal, i);
//! }
//!
//! cudaError_t run(float* out, const float* in, int n)
//! {
//!     const cudaError_t error = cudaBindTexture(0, signal, in, n * sizeof(float));
//!     if (error != cudaSuccess) return error;
//!     twice<<<(n + 255) / 256, 256>>>(out, n);
//!     return cudaUnbindTexture(signal);
//! }
//! \endcode
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

//! Binds pitched device memory to a two-dimensional texture reference.
//!
//! \param offset receives the distance in bytes from the start of the texture to `device_pointer`, as for
//!         cudaBindTexture
//! \param reference the texture reference, two-dimensional
//! \param device_pointer the first texel of the first row, in device memory
//! \param desc the channel descriptor of a texel
//! \param width the number of texels in a row
//! \param height the number of rows
//! \param pitch the distance in bytes between the starts of two rows, a multiple of
//!         cudaDeviceProp::texturePitchAlignment
//! \return the errors of cudaBindTexture; cudaErrorInvalidValue for a width or a height of 0, for a pitch that is not
//!         aligned or is shorter than a row, or for a size beyond the limits of the device
//!
//! Difference: a null descriptor gives cudaErrorInvalidValue instead of a crash.
//! Now: cudaCreateTextureObject with a resource of cudaResourceTypePitch2D.
//!
//! \code{.cu}
//! texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
//!
//! cudaError_t bind(const uchar4* pixels, size_t width, size_t height, size_t pitch)
//! {
//!     size_t offset = 0;
//!     image.filterMode = cudaFilterModeLinear;
//!     return cudaBindTexture2D(&offset, image, pixels, cudaCreateChannelDesc<uchar4>(), width, height, pitch);
//! }
//! \endcode
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

//! Binds a CUDA array to a texture reference.
//!
//! \param reference the texture reference, with the dimensions of the array
//! \param array the CUDA array; the binding ends if the array is freed
//! \param desc the channel descriptor, equal to the descriptor of the array
//! \return cudaErrorInvalidTexture for a null reference; cudaErrorInvalidResourceHandle for a null array;
//!         cudaErrorInvalidValue if the descriptors of the call, the array and the reference differ, or if an attribute
//!         does not fit the elements
//!
//! Difference: a null descriptor gives cudaErrorInvalidValue instead of a crash.
//! Now: cudaCreateTextureObject with a resource of cudaResourceTypeArray.
//!
//! \code{.cu}
//! texture<float, 2> heights;
//!
//! cudaError_t bind(cudaArray_t* array, size_t width, size_t height)
//! {
//!     const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
//!     cudaError_t error = cudaMallocArray(array, &desc, width, height);
//!     if (error != cudaSuccess) return error;
//!     heights.addressMode[0] = heights.addressMode[1] = cudaAddressModeClamp;
//!     return cudaBindTextureToArray(heights, *array, desc);
//! }
//! \endcode
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

//! Binds a mipmapped CUDA array to a texture reference.
//!
//! \param reference the texture reference. Fetches read no level above its maxMipmapLevelClamp, which is 0 by default.
//! \param array the mipmapped array
//! \param desc the channel descriptor, equal to the descriptor of the array
//! \return the errors of cudaBindTextureToArray
//!
//! Now: cudaCreateTextureObject with a resource of cudaResourceTypeMipmappedArray.
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

//! Ends the binding of a texture reference.
//!
//! \param reference the texture reference, bound or not
//! \return cudaErrorInvalidTexture for a null reference; cudaSuccess if no memory is bound
//!
//! Now: cudaDestroyTextureObject.
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

//! Gives the offset of the last bind of linear or pitched memory.
//!
//! \param offset receives the offset in bytes
//! \param reference the texture reference
//! \return cudaErrorInvalidValue for a null `offset`; cudaErrorInvalidTexture for a null reference;
//!         cudaErrorInvalidTextureBinding if no linear or pitched memory is bound
//!
//! Now: the program aligns the pointer itself. A texture object takes aligned memory only.
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

//! Finds the texture reference of a symbol.
//!
//! \param reference receives the address of the texture reference
//! \param symbol the address of the variable
//! \return cudaErrorInvalidTexture if the variable is no texture reference
//!
//! Now: not needed. A kernel takes a cudaTextureObject_t as a parameter.
inline cudaError_t cudaGetTextureReference(const textureReference** reference, const void* symbol)
{
    using namespace cuda_legacy::__detail;
    return __find_reference(reference, symbol, cudaErrorInvalidTexture);
}

//! Finds a texture reference by its name, as until CUDA 4.x: `cudaGetTextureReference(&reference, "name")`.
//!
//! \param reference receives the address of the texture reference
//! \param symbol the name, or the variable itself as an array of char
//! \return cudaErrorInvalidTexture if no texture reference has the name
//!
//! Difference: native references have names. With CUDA_LEGACY_OBJECT_REFERENCES a string literal is a compile error.
//! Any other text gives the error and a message on stderr.
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

//! The forms for the template: the functions above, with a texture in place of a pointer.
//!
//! Without a descriptor, a bind of linear or pitched memory uses the reference's. A bind of an array uses the array's.
//!
//! \return the errors of the form for any textureReference; a bind of an array also the errors of cudaGetChannelDesc
//!
//! Now: cudaCreateTextureObject.
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
