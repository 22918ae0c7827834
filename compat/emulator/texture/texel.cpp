#include "texture/texel.h"

#include "execute/float_value.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

float component(const texel_format& f, const char* at, bool normalised, bool& is_float, std::uint32_t& bits)
{
    is_float = true;
    if (f.kind == channel_kind::floating) {
        if (f.channel_bytes == 2) {
            std::uint16_t h;
            std::memcpy(&h, at, 2);
            if ((h & 0x7fff) > 0x7c00) // a NaN keeps its bits, signalling ones too
                return bits_as<float>(std::uint32_t(h & 0x8000) << 16 | 0x7f800000u | std::uint32_t(h & 0x3ff) << 13);
            return half_format::value(h);
        }
        float v;
        std::memcpy(&v, at, 4);
        return v;
    }
    std::int64_t v = 0;
    const bool is_signed = f.kind == channel_kind::signed_integer;
    if (f.channel_bytes == 1) {
        v = is_signed ? std::int64_t(*reinterpret_cast<const std::int8_t*>(at))
                      : std::int64_t(*reinterpret_cast<const std::uint8_t*>(at));
    } else if (f.channel_bytes == 2) {
        std::uint16_t u;
        std::memcpy(&u, at, 2);
        v = is_signed ? std::int64_t(std::int16_t(u)) : std::int64_t(u);
    } else {
        std::uint32_t u;
        std::memcpy(&u, at, 4);
        v = is_signed ? std::int64_t(std::int32_t(u)) : std::int64_t(u);
    }
    if (normalised && f.channel_bytes <= 2) {
        const double most = f.channel_bytes == 1 ? (is_signed ? 127.0 : 255.0) : (is_signed ? 32767.0 : 65535.0);
        return static_cast<float>(std::max(double(v) / most, -1.0));
    }
    is_float = false;
    bits = static_cast<std::uint32_t>(v);
    return 0;
}

// A fraction of the sRGB curve made linear, in half precision: seen on an H200 for 64/255 and 128/255.
float from_srgb(float v)
{
    const double linear = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    return half_format::value(half_format::from(linear));
}

} // namespace

texel border_texel(const texture& t)
{
    texel r;
    const bool is_float = t.source.format.kind == channel_kind::floating || t.normalised_read;
    for (int c = 0; c < 4; ++c)
        r.bits[c] = is_float ? bits_as<std::uint32_t>(t.border[c])
                             : static_cast<std::uint32_t>(static_cast<std::int64_t>(t.border[c]));
    return r;
}

texel read_texel(const texture& t, const image& s, std::int64_t x, std::int64_t y, std::int64_t z)
{
    texel r = {};
    if (x < 0 || y < 0 || z < 0) return border_texel(t);
    const texel_format& f = s.format;
    const std::size_t offset =
        std::size_t(z) * s.slice_bytes + std::size_t(y) * s.row_bytes + std::size_t(x) * f.bytes();
    // A texture may be made larger than its memory (old programs bind with a default size). An H200 reads zero there.
    if (s.backed && offset + f.bytes() > s.backed) return r;
    const char* at = s.data + offset;
    for (int c = 0; c < f.channels; ++c) {
        bool is_float;
        std::uint32_t bits = 0;
        float v = component(f, at + c * f.channel_bytes, t.normalised_read, is_float, bits);
        if (t.srgb && c < 3) v = from_srgb(v);
        r.bits[c] = is_float ? bits_as<std::uint32_t>(v) : bits;
    }
    return r;
}

} // namespace cuda_emulator
