// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of the driver API. The runtime implements them.
#include "driver/array.h"

#include "driver/call.h"
#include "runtime/array.h"
#include "runtime/reference.h"
#include "runtime/unsupported.h"

namespace cuda_emulator {

int array_channels(const cudaChannelFormatDesc& d) { return d.w ? 4 : d.y ? 2 : 1; }

CUarray_format array_format(const cudaChannelFormatDesc& d)
{
    const bool is_signed = d.f == cudaChannelFormatKindSigned;
    if (d.f == cudaChannelFormatKindFloat) return d.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    if (d.x == 8) return is_signed ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8;
    if (d.x == 16) return is_signed ? CU_AD_FORMAT_SIGNED_INT16 : CU_AD_FORMAT_UNSIGNED_INT16;
    return is_signed ? CU_AD_FORMAT_SIGNED_INT32 : CU_AD_FORMAT_UNSIGNED_INT32;
}

bool texel_of(CUarray_format format, unsigned channels, cudaChannelFormatDesc& out)
{
    out = channel_desc(format, static_cast<int>(channels));
    return array_format(out) == format && (channels == 1 || channels == 2 || channels == 4);
}

} // namespace cuda_emulator

using namespace cuda_emulator;

namespace {

// Fills the fields that the descriptors of both ranks share.
template <class Descriptor>
CUresult describe(CUarray handle, Descriptor* out)
{
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    const auto* a = reinterpret_cast<const cudaArray*>(handle);
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!known_array(a)) return CUDA_ERROR_INVALID_HANDLE;
    *out = {};
    out->Width = a->extent.width;
    out->Height = a->extent.height;
    out->Format = array_format(a->description);
    out->NumChannels = static_cast<unsigned>(array_channels(a->description));
    return CUDA_SUCCESS;
}

CUresult refuse_texel() { return static_cast<CUresult>(cuda_emulator_unsupported_driver("an array of this format")); }
// Formats that CUDA supports and the emulated device does not.
bool is_format(CUarray_format format) { return format > CU_AD_FORMAT_FLOAT && format != CU_AD_FORMAT_MAX; }

CUresult create(CUarray* out, CUarray_format format, unsigned channels, cudaExtent extent, unsigned flags)
{
    cudaChannelFormatDesc texel;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!texel_of(format, channels, texel)) return is_format(format) ? refuse_texel() : CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(out), &texel, extent, flags); });
}

} // namespace

extern "C" {

CUresult cuArrayCreate(CUarray* out, const CUDA_ARRAY_DESCRIPTOR* d)
{
    if (!d) return CUDA_ERROR_INVALID_VALUE;
    return create(out, d->Format, d->NumChannels, {d->Width, d->Height, 0}, 0);
}
CUresult cuArray3DCreate(CUarray* out, const CUDA_ARRAY3D_DESCRIPTOR* d)
{
    if (!d) return CUDA_ERROR_INVALID_VALUE;
    return create(out, d->Format, d->NumChannels, {d->Width, d->Height, d->Depth}, d->Flags); // same flag values
}
CUresult cuArrayDestroy(CUarray a)
{
    if (!known_array(reinterpret_cast<cudaArray*>(a))) return CUDA_ERROR_INVALID_HANDLE;
    return call_runtime([&] { return cudaFreeArray(reinterpret_cast<cudaArray_t>(a)); });
}
CUresult cuMipmappedArrayCreate(CUmipmappedArray* out, const CUDA_ARRAY3D_DESCRIPTOR* d, unsigned levels)
{
    cudaChannelFormatDesc texel;
    if (!out || !d) return CUDA_ERROR_INVALID_VALUE;
    if (!texel_of(d->Format, d->NumChannels, texel))
        return is_format(d->Format) ? refuse_texel() : CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] {
        return cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t*>(out), &texel,
                                        {d->Width, d->Height, d->Depth}, levels, d->Flags);
    });
}
CUresult cuMipmappedArrayGetLevel(CUarray* out, CUmipmappedArray a, unsigned level)
{
    return call_runtime([&] {
        return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t*>(out),
                                          reinterpret_cast<cudaMipmappedArray_const_t>(a), level);
    });
}
CUresult cuMipmappedArrayDestroy(CUmipmappedArray a)
{
    if (!known_mipmapped_array(reinterpret_cast<cudaMipmappedArray*>(a))) return CUDA_ERROR_INVALID_HANDLE;
    return call_runtime([&] { return cudaFreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(a)); });
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* out, CUarray array) { return describe(array, out); }
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* out, CUarray array)
{
    const CUresult e = describe(array, out);
    if (e != CUDA_SUCCESS) return e;
    const auto* a = reinterpret_cast<const cudaArray*>(array);
    out->Depth = a->extent.depth;
    out->Flags = a->flags; // the driver's flags have the runtime's values
    return CUDA_SUCCESS;
}

CUresult cuArrayGetPlane(CUarray* out, CUarray a, unsigned plane)
{
    return call_runtime([&] {
        return cudaArrayGetPlane(reinterpret_cast<cudaArray_t*>(out), reinterpret_cast<cudaArray_t>(a), plane);
    });
}
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* out, CUarray a)
{
    // No array has any, so nothing is written.
    return call_runtime([&] {
        return cudaArrayGetSparseProperties(reinterpret_cast<cudaArraySparseProperties*>(out),
                                            reinterpret_cast<cudaArray_t>(a));
    });
}
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* out, CUarray a, CUdevice device)
{
    return call_runtime([&] {
        return cudaArrayGetMemoryRequirements(reinterpret_cast<cudaArrayMemoryRequirements*>(out),
                                              reinterpret_cast<cudaArray_t>(a), device);
    });
}

} // extern "C"
