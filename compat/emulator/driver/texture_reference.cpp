// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuTexRef* and cuSurfRef*: the binding of a reference and its attributes.
#include "driver/array.h"
#include "driver/call.h"
#include "runtime/array.h"
#include "runtime/reference.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

constexpr CUdeviceptr texture_alignment = 512;

// A launch reads the whole reference, so `act` holds the lock during each change or read.
template <class Function>
CUresult with(CUtexref handle, Function act)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    if (c.sticky != cudaSuccess) return driver_result(c.sticky);
    auto* t = reinterpret_cast<texture_reference*>(handle);
    for (const auto& m : c.modules)
        if (m->references().owns(t)) return act(*t);
    return CUDA_ERROR_INVALID_HANDLE;
}
template <class Function>
CUresult with(CUsurfref handle, Function act)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    if (c.sticky != cudaSuccess) return driver_result(c.sticky);
    auto* s = reinterpret_cast<surface_reference*>(handle);
    for (const auto& m : c.modules)
        if (m->references().owns(s)) return act(*s);
    return CUDA_ERROR_INVALID_HANDLE;
}
// Sets a field if the value is valid.
template <class T>
CUresult set(T& field, T value, bool good)
{
    if (!good) return CUDA_ERROR_INVALID_VALUE;
    field = value;
    return CUDA_SUCCESS;
}
template <class T>
CUresult get(T* out, T value, bool good = true)
{
    if (!out || !good) return CUDA_ERROR_INVALID_VALUE;
    *out = value;
    return CUDA_SUCCESS;
}

bool known_format(CUarray_format f)
{
    return (f >= CU_AD_FORMAT_UNSIGNED_INT8 && f <= CU_AD_FORMAT_UNSIGNED_INT32) ||
           (f >= CU_AD_FORMAT_SIGNED_INT8 && f <= CU_AD_FORMAT_SIGNED_INT32) || f == CU_AD_FORMAT_HALF ||
           f == CU_AD_FORMAT_FLOAT;
}
bool known_channels(int n) { return n == 1 || n == 2 || n == 4; }
std::size_t texel_bytes(CUarray_format f, int channels)
{
    const bool byte = f == CU_AD_FORMAT_UNSIGNED_INT8 || f == CU_AD_FORMAT_SIGNED_INT8;
    const bool word = f == CU_AD_FORMAT_UNSIGNED_INT32 || f == CU_AD_FORMAT_SIGNED_INT32 || f == CU_AD_FORMAT_FLOAT;
    return std::size_t(channels) * (byte ? 1 : word ? 4 : 2);
}
// Copies the format of an array.
void take_format(texture_reference& t, const cudaChannelFormatDesc& d)
{
    t.channels = array_channels(d);
    t.format = array_format(d);
}

} // namespace

extern "C" {

CUresult cuTexRefSetAddress(std::size_t* offset, CUtexref handle, CUdeviceptr pointer, std::size_t bytes)
{
    return with(handle, [&](texture_reference& t) {
        const CUdeviceptr aligned = pointer / texture_alignment * texture_alignment;
        const std::size_t ahead = pointer - aligned;
        if (ahead && !offset) return CUDA_ERROR_INVALID_VALUE;
        if (!pointer) { // a null pointer unbinds the reference
            t.bound = texture_reference::binding::unbound;
            return CUDA_SUCCESS;
        }
        const std::size_t texel = texel_bytes(t.format, t.channels);
        if ((bytes + ahead) / texel > longest_linear_texture(texel)) return CUDA_ERROR_INVALID_VALUE;
        t.bound = texture_reference::binding::linear;
        t.address = aligned;
        t.bytes = bytes + ahead;
        if (offset) *offset = ahead;
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefSetAddress2D(CUtexref handle, const CUDA_ARRAY_DESCRIPTOR* d, CUdeviceptr pointer, std::size_t pitch)
{
    return with(handle, [&](texture_reference& t) {
        if (!d || !pointer || !known_format(d->Format) || !known_channels(static_cast<int>(d->NumChannels)))
            return CUDA_ERROR_INVALID_VALUE;
        const std::size_t row = d->Width * texel_bytes(d->Format, static_cast<int>(d->NumChannels));
        if (!d->Width || !d->Height || pointer % texture_alignment || pitch % 32 || pitch < row)
            return CUDA_ERROR_INVALID_VALUE;
        if (d->Width > 131072 || d->Height > 65000 || pitch > 2097120) return CUDA_ERROR_INVALID_VALUE;
        t.bound = texture_reference::binding::pitch;
        t.format = d->Format;
        t.channels = static_cast<int>(d->NumChannels);
        t.address = pointer;
        t.width = d->Width;
        t.height = d->Height;
        t.pitch = pitch;
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefSetArray(CUtexref handle, CUarray array, unsigned flags)
{
    return with(handle, [&](texture_reference& t) {
        auto* a = reinterpret_cast<cudaArray*>(array);
        if (flags & ~unsigned{CU_TRSA_OVERRIDE_FORMAT}) return CUDA_ERROR_INVALID_VALUE;
        if (!known_array(a)) return CUDA_ERROR_INVALID_HANDLE;
        if (const cudaError_t e = refuse_unmapped(a)) return static_cast<CUresult>(e);
        t.bound = texture_reference::binding::array;
        t.array = array;
        take_format(t, a->description);
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefSetMipmappedArray(CUtexref handle, CUmipmappedArray array, unsigned flags)
{
    return with(handle, [&](texture_reference& t) {
        auto* a = reinterpret_cast<cudaMipmappedArray*>(array);
        if (flags & ~unsigned{CU_TRSA_OVERRIDE_FORMAT}) return CUDA_ERROR_INVALID_VALUE;
        if (!known_mipmapped_array(a)) return CUDA_ERROR_INVALID_HANDLE;
        t.bound = texture_reference::binding::mipmap;
        t.mipmap = array;
        take_format(t, a->levels.front()->description);
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefSetFormat(CUtexref handle, CUarray_format format, int channels)
{
    return with(handle, [&](texture_reference& t) {
        if (!known_format(format) || !known_channels(channels)) return CUDA_ERROR_INVALID_VALUE;
        t.format = format;
        t.channels = channels;
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefSetFlags(CUtexref handle, unsigned flags)
{
    constexpr unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                               CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    return with(handle, [&](texture_reference& t) { return set(t.flags, flags, (flags & ~known) == 0); });
}
CUresult cuTexRefSetFilterMode(CUtexref handle, CUfilter_mode mode)
{
    return with(handle, [&](texture_reference& t) {
        return set(t.filter, mode, mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR);
    });
}
CUresult cuTexRefSetAddressMode(CUtexref handle, int axis, CUaddress_mode mode)
{
    return with(handle, [&](texture_reference& t) {
        if (axis < 0 || axis > 2) return CUDA_ERROR_INVALID_VALUE;
        return set(t.address_mode[axis], mode, mode >= CU_TR_ADDRESS_MODE_WRAP && mode <= CU_TR_ADDRESS_MODE_BORDER);
    });
}
CUresult cuTexRefSetMipmapFilterMode(CUtexref handle, CUfilter_mode mode)
{
    return with(handle, [&](texture_reference& t) {
        return set(t.mipmap_filter, mode, mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR);
    });
}
CUresult cuTexRefSetMipmapLevelBias(CUtexref handle, float bias)
{
    return with(handle, [&](texture_reference& t) { return set(t.level_bias, bias, true); });
}
CUresult cuTexRefSetMipmapLevelClamp(CUtexref handle, float low, float high)
{
    return with(handle, [&](texture_reference& t) {
        t.lowest_level = low;
        return set(t.highest_level, high, true);
    });
}
CUresult cuTexRefSetMaxAnisotropy(CUtexref handle, unsigned ratio)
{
    return with(handle, [&](texture_reference& t) { return set(t.anisotropy, ratio, true); });
}
CUresult cuTexRefSetBorderColor(CUtexref handle, float* colour)
{
    return with(handle, [&](texture_reference& t) {
        if (!colour) return CUDA_ERROR_INVALID_VALUE;
        std::memcpy(t.border, colour, sizeof t.border);
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefGetAddress(CUdeviceptr* out, CUtexref handle)
{
    using binding = texture_reference::binding;
    return with(handle, [&](texture_reference& t) {
        return get(out, t.address, t.bound == binding::linear || t.bound == binding::pitch);
    });
}
CUresult cuTexRefGetArray(CUarray* out, CUtexref handle)
{
    return with(handle,
                [&](texture_reference& t) { return get(out, t.array, t.bound == texture_reference::binding::array); });
}
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) {
        return get(out, t.mipmap, t.bound == texture_reference::binding::mipmap);
    });
}
CUresult cuTexRefGetFormat(CUarray_format* format, int* channels, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) {
        if (format) *format = t.format;
        if (channels) *channels = t.channels;
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefGetFlags(unsigned* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) { return get(out, t.flags); });
}
CUresult cuTexRefGetFilterMode(CUfilter_mode* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) { return get(out, t.filter); });
}
CUresult cuTexRefGetAddressMode(CUaddress_mode* out, CUtexref handle, int axis)
{
    return with(handle, [&](texture_reference& t) {
        return axis >= 0 && axis < 3 ? get(out, t.address_mode[axis]) : CUDA_ERROR_INVALID_VALUE;
    });
}
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) { return get(out, t.mipmap_filter); });
}
CUresult cuTexRefGetMipmapLevelBias(float* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) { return get(out, t.level_bias); });
}
CUresult cuTexRefGetMipmapLevelClamp(float* low, float* high, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) {
        if (!low || !high) return CUDA_ERROR_INVALID_VALUE;
        *low = t.lowest_level;
        *high = t.highest_level;
        return CUDA_SUCCESS;
    });
}
CUresult cuTexRefGetMaxAnisotropy(int* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) { return get(out, static_cast<int>(t.anisotropy)); });
}
CUresult cuTexRefGetBorderColor(float* out, CUtexref handle)
{
    return with(handle, [&](texture_reference& t) {
        if (!out) return CUDA_ERROR_INVALID_VALUE;
        std::memcpy(out, t.border, sizeof t.border);
        return CUDA_SUCCESS;
    });
}

CUresult cuSurfRefSetArray(CUsurfref handle, CUarray array, unsigned flags)
{
    return with(handle, [&](surface_reference& s) {
        auto* a = reinterpret_cast<cudaArray*>(array);
        if (flags) return CUDA_ERROR_INVALID_VALUE;
        if (!known_array(a)) return CUDA_ERROR_INVALID_HANDLE;
        if (const cudaError_t e = refuse_unmapped(a)) return static_cast<CUresult>(e);
        return set(s.array, array, a->flags & cudaArraySurfaceLoadStore);
    });
}
CUresult cuSurfRefGetArray(CUarray* out, CUsurfref handle)
{
    return with(handle, [&](surface_reference& s) { return get(out, s.array); });
}

} // extern "C"
