// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture/texel.h"

#include "machine/float_value.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

float component(const texel_format& f, const char* at, bool normalised, bool& is_float, std::uint32_t& bits)
{
    is_float = true;
    if (f.kind == channel_kind::floating) {
        if (f.channel_bytes == 2) {
            std::uint16_t h;
            std::memcpy(&h, at, 2);
            if ((h & 0x7fff) > 0x7c00) // a NaN keeps its bits, even a signalling one
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
        // For a filter, the smallest signed byte stays below -1.
        return static_cast<float>(f.channel_bytes == 1 ? double(v) / most : std::max(double(v) / most, -1.0));
    }
    is_float = false;
    bits = static_cast<std::uint32_t>(v);
    return 0;
}

// The linear value of each sRGB byte in 1/16384, as an H200 has it.
constexpr std::uint16_t linear_of_srgb[256] = {
    0,     5,     10,    15,    20,    25,    30,    35,    40,    45,    50,    55,    60,    66,    72,    78,
    85,    92,    99,    107,   115,   123,   131,   140,   150,   159,   169,   180,   190,   201,   213,   224,
    236,   250,   262,   276,   290,   304,   318,   332,   348,   364,   380,   396,   412,   430,   448,   466,
    484,   504,   524,   544,   564,   584,   604,   624,   648,   672,   692,   716,   740,   764,   788,   816,
    840,   864,   896,   920,   944,   976,   1000,  1032,  1064,  1088,  1120,  1152,  1184,  1216,  1248,  1280,
    1312,  1352,  1384,  1416,  1456,  1488,  1528,  1560,  1600,  1640,  1672,  1712,  1752,  1792,  1832,  1872,
    1920,  1952,  2000,  2048,  2080,  2128,  2176,  2224,  2272,  2320,  2368,  2416,  2464,  2512,  2560,  2608,
    2656,  2704,  2752,  2816,  2864,  2912,  2976,  3024,  3072,  3136,  3184,  3248,  3296,  3360,  3424,  3472,
    3536,  3600,  3664,  3712,  3776,  3840,  3904,  3968,  4032,  4096,  4160,  4224,  4288,  4352,  4416,  4512,
    4576,  4640,  4704,  4768,  4864,  4928,  4992,  5056,  5152,  5216,  5280,  5376,  5440,  5536,  5600,  5696,
    5760,  5824,  5920,  6016,  6080,  6176,  6240,  6336,  6400,  6496,  6592,  6688,  6752,  6848,  6944,  7008,
    7104,  7200,  7296,  7392,  7488,  7584,  7680,  7744,  7872,  7936,  8064,  8128,  8256,  8320,  8448,  8512,
    8640,  8768,  8832,  8960,  9024,  9152,  9280,  9344,  9472,  9600,  9664,  9792,  9920,  9984,  10112, 10240,
    10304, 10432, 10560, 10688, 10816, 10880, 11008, 11136, 11264, 11392, 11456, 11584, 11712, 11840, 11968, 12096,
    12224, 12352, 12480, 12608, 12736, 12864, 12992, 13120, 13248, 13376, 13504, 13632, 13760, 13888, 14016, 14144,
    14272, 14400, 14528, 14656, 14848, 14976, 15104, 15232, 15360, 15488, 15616, 15744, 16000, 16128, 16256, 16384,
};

// Converts a component of the border colour to the precision of the format, as an H200 does. NaN becomes 0.
float border_fraction(float v, double most, bool is_signed)
{
    if (v != v) return 0;
    const double limited = std::clamp(double(v), is_signed ? -1.0 : 0.0, 1.0);
    return static_cast<float>((std::ceil(limited * most - 0.5) + 0.0) / most); // + 0.0 turns a negative zero into 0
}
float border_half(float v)
{
    return v != v ? v : half_format::value(half_format::from(std::clamp(v, -65504.0f, 65504.0f), rounding::zero));
}
// The sRGB curve does not apply to the second of two components, or to the fourth of four.
bool is_srgb(const texture& t, int component) { return t.srgb && component < (t.source.format.channels == 2 ? 1 : 3); }
float border_srgb(float v)
{
    const int step = v > 0 ? static_cast<int>(std::min(v, 1.0f) * 256.0f) : 0;
    const int byte = std::min(step, 255);
    return static_cast<float>(byte + (byte >> 7)) / 256.0f;
}
// An integer component of the border is the bits of the colour, cut to the width of the format.
std::uint32_t border_integer(float v, const texel_format& f)
{
    const auto bits = bits_as<std::uint32_t>(v);
    if (f.channel_bytes == 4) return bits;
    const bool is_signed = f.kind == channel_kind::signed_integer;
    if (f.channel_bytes == 1)
        return is_signed ? static_cast<std::uint32_t>(static_cast<std::int8_t>(bits)) : bits & 0xff;
    return is_signed ? static_cast<std::uint32_t>(static_cast<std::int16_t>(bits)) : bits & 0xffff;
}

} // namespace

texel border_texel(const texture& t)
{
    texel r = {};
    const texel_format& f = t.source.format;
    const bool is_signed = f.kind == channel_kind::signed_integer;
    const int bits = 8 * f.channel_bytes - is_signed;
    for (int c = 0; c < f.channels; ++c) {
        const float v = t.border[c];
        float shown = v;
        if (f.kind == channel_kind::floating) {
            if (f.channel_bytes == 2) shown = border_half(v);
        } else if (!t.normalised_read) {
            r.bits[c] = border_integer(v, f);
            continue;
        } else {
            shown = is_srgb(t, c) ? border_srgb(v) : border_fraction(v, double((1 << bits) - 1), is_signed);
        }
        r.bits[c] = bits_as<std::uint32_t>(shown);
    }
    return r;
}

texel read_texel(const texture& t, const image& s, std::int64_t x, std::int64_t y, std::int64_t z)
{
    texel r = {};
    if (x < 0 || y < 0 || z < 0) return border_texel(t);
    if (s.is_past_end) return r;
    const texel_format& f = s.format;
    const std::size_t offset =
        std::size_t(z) * s.slice_bytes + std::size_t(y) * s.row_bytes + std::size_t(x) * f.bytes();
    // A texture may be larger than its memory, because old programs bind with a default size. An H200 reads zero there.
    if (s.backed && offset + f.bytes() > s.backed) return r;
    const char* at = s.data + offset;
    for (int c = 0; c < f.channels; ++c) {
        bool is_float;
        std::uint32_t bits = 0;
        float v = component(f, at + c * f.channel_bytes, t.normalised_read, is_float, bits);
        if (is_srgb(t, c)) v = static_cast<float>(linear_of_srgb[static_cast<unsigned char>(at[c])]) / 16384.0f;
        r.bits[c] = is_float ? bits_as<std::uint32_t>(v) : bits;
    }
    return r;
}

int srgb_exponent(float linear)
{
    const auto* at = std::lower_bound(linear_of_srgb, linear_of_srgb + 255, linear * 16384.0f);
    return std::ilogb(double(linear_of_srgb[(at - linear_of_srgb) | 7]) / 16384.0);
}

bool is_signed_bytes_as_fractions(const texture& t)
{
    const texel_format& f = t.source.format;
    return t.normalised_read && f.kind == channel_kind::signed_integer && f.channel_bytes == 1;
}

texel limited(const texture& t, texel v)
{
    if (is_signed_bytes_as_fractions(t))
        for (std::uint32_t& bits : v.bits)
            bits = bits_as<std::uint32_t>(std::max(bits_as<float>(bits), -1.0f));
    return v;
}

} // namespace cuda_emulator
