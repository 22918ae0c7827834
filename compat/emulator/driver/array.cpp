// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver API says of arrays, which the runtime makes.
#include "driver/array.h"

#include "driver/call.h"
#include "runtime/array.h"

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

} // namespace cuda_emulator

using namespace cuda_emulator;

namespace {

// Fills what both descriptors have.
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

} // namespace

extern "C" {

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* out, CUarray array) { return describe(array, out); }
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* out, CUarray array)
{
    const CUresult e = describe(array, out);
    if (e != CUDA_SUCCESS) return e;
    const auto* a = reinterpret_cast<const cudaArray*>(array);
    out->Depth = a->extent.depth;
    out->Flags = a->flags; // both enumerations count alike
    return CUDA_SUCCESS;
}

} // extern "C"
