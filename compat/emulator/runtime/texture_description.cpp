// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/texture_description.h"

#include "memory/device_memory.h"
#include "runtime/array.h"
#include "runtime/context.h"

#include <cstring>

namespace cuda_emulator {

namespace {

// Returns the number of live bytes from an address.
std::size_t live_bytes(const void* p)
{
    allocation a;
    bool inside = false;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    return p && device_memory::instance().find(at, a, inside) && inside && a.live ? a.address + a.size - at : 0;
}

// Alignment of texture memory, as cudaDevAttrTextureAlignment reports it.
constexpr std::uintptr_t texture_alignment = 512;
bool aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % texture_alignment == 0; }

cudaError_t linear_memory(const void* address, const cudaChannelFormatDesc& desc, std::size_t bytes, image& s)
{
    if (!format_of(desc, s.format)) return refuse_format(desc);
    const std::size_t live = live_bytes(address);
    if (!live || !aligned(address)) return cudaErrorInvalidValue;
    s.data = static_cast<char*>(const_cast<void*>(address));
    // As on a GPU, the texture may extend past the memory, and it has at least one texel.
    s.width = std::max<std::size_t>(bytes / s.format.bytes(), 1);
    s.backed = live;
    if (s.width > longest_linear_texture(s.format.bytes())) return cudaErrorInvalidValue;
    s.row_bytes = s.slice_bytes = bytes;
    s.linear_memory = true;
    return cudaSuccess;
}

cudaError_t source_of(const cudaResourceDesc& r, texture& t)
{
    image& s = t.source;
    switch (r.resType) {
    case cudaResourceTypeArray:
        if (!known_array(r.res.array.array)) return cudaErrorInvalidResourceHandle;
        s = r.res.array.array->pixels;
        return refuse_unmapped(r.res.array.array);
    case cudaResourceTypeMipmappedArray:
        if (!known_mipmapped_array(r.res.mipmap.mipmap)) return cudaErrorInvalidResourceHandle;
        for (const auto& level : r.res.mipmap.mipmap->levels)
            t.levels.push_back(level->pixels);
        s = t.levels.front();
        return refuse_unmapped(r.res.mipmap.mipmap->levels.front().get());
    case cudaResourceTypeLinear:
        return linear_memory(r.res.linear.devPtr, r.res.linear.desc, r.res.linear.sizeInBytes, s);
    case cudaResourceTypePitch2D: {
        const auto& p = r.res.pitch2D;
        // An H200 treats a height of 0 as linear memory.
        if (p.height == 0) return linear_memory(p.devPtr, p.desc, p.width, s);
        if (!format_of(p.desc, s.format)) return refuse_format(p.desc);
        const std::size_t live = live_bytes(p.devPtr);
        if (p.pitchInBytes % 32 || !live || !aligned(p.devPtr) || p.width > 131072 || p.height > 65000 ||
            p.pitchInBytes > 2097120)
            return cudaErrorInvalidValue;
        s.data = static_cast<char*>(p.devPtr);
        s.width = std::max<std::size_t>(p.width, 1);
        s.height = p.height;
        s.row_bytes = p.pitchInBytes;
        s.slice_bytes = p.pitchInBytes * p.height;
        s.backed = live;
        return cudaSuccess;
    }
    default:
        return cudaErrorInvalidValue;
    }
}

address_mode mode_of(cudaTextureAddressMode m)
{
    switch (m) {
    case cudaAddressModeWrap:
        return address_mode::wrap;
    case cudaAddressModeMirror:
        return address_mode::mirror;
    case cudaAddressModeBorder:
        return address_mode::border;
    default:
        return address_mode::clamp;
    }
}

int dimensions_of(const image& s) { return s.cubemap ? 2 : s.depth && !s.layered ? 3 : s.height ? 2 : 1; }

// Returns the texel format of a view. Returns false for block compression and for invalid formats.
bool format_of(cudaResourceViewFormat v, texel_format& f)
{
    if (v < cudaResViewFormatUnsignedChar1 || v > cudaResViewFormatFloat4) return false;
    // The enumeration lists U8 S8 U16 S16 U32 S32 F16 F32, each with one, two and four channels.
    const int n = v - cudaResViewFormatUnsignedChar1, kind = n / 3;
    constexpr std::uint8_t bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
    f.channels = static_cast<std::uint8_t>(1 << n % 3);
    f.channel_bytes = bytes[kind];
    f.kind = kind > 5   ? channel_kind::floating
             : kind % 2 ? channel_kind::signed_integer
                        : channel_kind::unsigned_integer;
    return true;
}

// Applies a view's range of layers and levels, and its texel format.
cudaError_t apply_view(const cudaResourceViewDesc& v, texture& t)
{
    const image whole = t.source;
    texel_format f;
    if (v.format > cudaResViewFormatFloat4 && v.format <= cudaResViewFormatUnsignedBlockCompressed7)
        return unsupported("a view of compressed blocks");
    if (!format_of(v.format, f) || f.bytes() != whole.format.bytes()) return cudaErrorInvalidValue;
    if (v.width != whole.width || v.height != whole.height || v.depth != whole.depth) return cudaErrorInvalidValue;
    if (v.firstMipmapLevel > v.lastMipmapLevel || (v.lastMipmapLevel && t.levels.empty())) return cudaErrorInvalidValue;
    if (v.firstLayer > v.lastLayer || (v.lastLayer && !whole.layered)) return cudaErrorInvalidValue;
    if (!t.levels.empty()) {
        // A level beyond the last one is the last one.
        const std::size_t first = std::min<std::size_t>(v.firstMipmapLevel, t.levels.size() - 1),
                          end = std::min<std::size_t>(std::size_t{v.lastMipmapLevel} + 1, t.levels.size());
        t.levels = std::vector<image>(t.levels.begin() + std::ptrdiff_t(first), t.levels.begin() + std::ptrdiff_t(end));
        t.source = t.levels.front();
    }
    auto show = [&](image& s) {
        s.format = f;
        if (!whole.layered) return;
        // As on an H200, the range of a layered cubemap begins at a face and counts cubes. The last layer is not
        // tested. An H200 reads foreign memory there, and here it is zero.
        const std::size_t first = std::min<std::size_t>(v.firstLayer, s.depth), left = s.depth - first;
        const std::size_t layers = std::min(std::size_t{v.lastLayer} - v.firstLayer + 1, left + 1);
        s.is_past_end = !left;
        if (left) s.data += first * s.slice_bytes;
        s.depth = s.cubemap ? 6 * layers : layers;
        if (s.depth > left) s.backed = left * s.slice_bytes;
    };
    show(t.source);
    for (image& level : t.levels)
        show(level);
    return cudaSuccess;
}

// Gives the texture the format of a texture reference.
cudaError_t reinterpret_texels(const cudaChannelFormatDesc& d, texture& t)
{
    texel_format f;
    if (!format_of(d, f)) return refuse_format(d);
    if (f.bytes() != t.source.format.bytes()) return unsupported("a texture reference with texels of another size");
    t.source.format = f;
    for (image& level : t.levels)
        level.format = f;
    return cudaSuccess;
}

bool has_narrow_integers(const texel_format& f) { return f.kind != channel_kind::floating && f.channel_bytes <= 2; }

// Only fractions and floats can be filtered. Only integers of 8 and 16 bits can be read as fractions. The array's own
// format counts, and not that of a view.
cudaError_t check_read_mode(const cudaTextureDesc& d, const texel_format& held)
{
    const bool integers = held.kind != channel_kind::floating, fractions = d.readMode == cudaReadModeNormalizedFloat;
    const bool can_be_fractions = has_narrow_integers(held);
    if (d.filterMode == cudaFilterModeLinear && integers && !(fractions && can_be_fractions))
        return cudaErrorInvalidFilterSetting;
    return fractions && !can_be_fractions ? cudaErrorInvalidNormSetting : cudaSuccess;
}

} // namespace

cudaError_t describe_texture(const cudaResourceDesc& r, const cudaTextureDesc& d, const cudaResourceViewDesc* view,
                             describer by, texture& t, const cudaChannelFormatDesc* texels)
{
    if (const cudaError_t e = source_of(r, t)) return e;
    const texel_format held = t.source.format;
    const bool is_array = r.resType == cudaResourceTypeArray || r.resType == cudaResourceTypeMipmappedArray;
    if (view && is_array)
        if (const cudaError_t e = apply_view(*view, t)) return e;
    if (texels && is_array)
        if (const cudaError_t e = reinterpret_texels(*texels, t)) return e;
    const image& s = t.source;
    const auto beyond = [](int value, int last) { return value < 0 || value > last; };
    if (beyond(d.filterMode, cudaFilterModeLinear) || beyond(d.mipmapFilterMode, cudaFilterModeLinear))
        return cudaErrorInvalidValue;
    for (int k = 0; k < dimensions_of(s); ++k)
        if (beyond(d.addressMode[k], cudaAddressModeBorder)) return cudaErrorInvalidValue;
    if (d.seamlessCubemap && !s.cubemap) return cudaErrorInvalidValue;
    if (by == describer::runtime)
        if (const cudaError_t e = check_read_mode(d, held)) return e;
    // For the runtime, a view of floats or 32-bit integers as narrower integers reads fractions in both read modes.
    const bool fractions =
        d.readMode == cudaReadModeNormalizedFloat || (by == describer::runtime && !has_narrow_integers(held));
    t.normalised_read = fractions && has_narrow_integers(s.format);
    t.linear_filter = d.filterMode == cudaFilterModeLinear && !s.linear_memory;
    t.srgb =
        d.sRGB && t.normalised_read && s.format.kind == channel_kind::unsigned_integer && s.format.channel_bytes == 1;
    // On an H200, mipmapped arrays always use normalised coordinates.
    t.normalised_coordinates = d.normalizedCoords != 0 || !t.levels.empty();
    for (int k = 0; k < 3; ++k)
        t.address[k] = mode_of(d.addressMode[k]);
    std::memcpy(t.border, d.borderColor, sizeof t.border);
    t.seamless = d.seamlessCubemap != 0;
    t.linear_mipmap_filter = d.mipmapFilterMode == cudaFilterModeLinear;
    t.level_bias = d.mipmapLevelBias;
    t.lowest_level = d.minMipmapLevelClamp;
    t.highest_level = d.maxMipmapLevelClamp;
    t.anisotropy = d.maxAnisotropy;
    return cudaSuccess;
}

bool exists(const cudaResourceDesc& r)
{
    switch (r.resType) {
    case cudaResourceTypeArray:
        return known_array(r.res.array.array);
    case cudaResourceTypeMipmappedArray:
        return known_mipmapped_array(r.res.mipmap.mipmap);
    case cudaResourceTypeLinear:
        return live_bytes(r.res.linear.devPtr) > 0;
    case cudaResourceTypePitch2D:
        return live_bytes(r.res.pitch2D.devPtr) > 0;
    default:
        return false;
    }
}

} // namespace cuda_emulator
