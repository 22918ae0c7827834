#include "texture/texture.h"

#include "execute/float_value.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace cuda_emulator {

namespace {

// Handles are places in a table, so that a stale or wild one is found. Textures are odd, surfaces even.
constexpr std::size_t capacity = 1 << 16;
std::atomic<texture*> textures[capacity];
std::atomic<image*> surfaces[capacity];
std::mutex table_mutex;

template <class T>
std::uint64_t add(std::atomic<T*>* table, T* object, unsigned kind)
{
    static std::size_t next = 0;
    std::lock_guard lock(table_mutex);
    for (std::size_t tried = 0; tried < capacity; ++tried) {
        const std::size_t k = next++ % capacity;
        if (table[k].load() == nullptr) {
            table[k] = object;
            return (std::uint64_t(k) + 1) * 2 + kind;
        }
    }
    return 0;
}
template <class T>
std::atomic<T*>* place(std::atomic<T*>* table, std::uint64_t handle, unsigned kind)
{
    if (handle < 2 || (handle & 1) != kind || handle / 2 - 1 >= capacity) return nullptr;
    return &table[handle / 2 - 1];
}

float component(const texel_format& f, const char* at, bool normalised, bool& is_float, std::uint32_t& bits)
{
    is_float = true;
    if (f.kind == channel_kind::floating) {
        if (f.channel_bytes == 2) {
            std::uint16_t h;
            std::memcpy(&h, at, 2);
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

// An index brought into range. Negative: border.
std::int64_t place_index(std::int64_t i, std::int64_t size, address_mode mode)
{
    switch (mode) {
    case address_mode::wrap: {
        const std::int64_t r = i % size;
        return r < 0 ? r + size : r;
    }
    case address_mode::mirror: {
        std::int64_t r = i % (2 * size);
        if (r < 0) r += 2 * size;
        return r < size ? r : 2 * size - 1 - r;
    }
    case address_mode::border:
        return i < 0 || i >= size ? -1 : i;
    default:
        return std::clamp<std::int64_t>(i, 0, size - 1);
    }
}

texel border_texel(const texture& t)
{
    texel r;
    const bool is_float = t.source.format.kind == channel_kind::floating || t.normalised_read;
    for (int c = 0; c < 4; ++c)
        r.bits[c] = is_float ? bits_as<std::uint32_t>(t.border[c])
                             : static_cast<std::uint32_t>(static_cast<std::int64_t>(t.border[c]));
    return r;
}

texel read(const texture& t, std::int64_t x, std::int64_t y, std::int64_t z)
{
    texel r = {};
    if (x < 0 || y < 0 || z < 0) return border_texel(t);
    const texel_format& f = t.source.format;
    const char* at = t.source.data + std::size_t(z) * t.source.slice_bytes + std::size_t(y) * t.source.row_bytes +
                     std::size_t(x) * f.bytes();
    for (int c = 0; c < f.channels; ++c) {
        bool is_float;
        std::uint32_t bits = 0;
        float v = component(f, at + c * f.channel_bytes, t.normalised_read, is_float, bits);
        if (t.srgb && c < 3) v = from_srgb(v);
        r.bits[c] = is_float ? bits_as<std::uint32_t>(v) : bits;
    }
    return r;
}

// Wrap and mirror need normalised coordinates: without, they are clamp.
address_mode mode_of(const texture& t, int axis)
{
    const address_mode m = t.address[axis];
    return !t.normalised_coordinates && (m == address_mode::wrap || m == address_mode::mirror) ? address_mode::clamp
                                                                                               : m;
}

// Wrapped or mirrored coordinates without a fraction left, or that are no numbers, count as 0: seen on an H200 for
// 1e30, infinities and NaN.
bool counts_as_zero(const texture& t, int axis, float coordinate)
{
    const address_mode m = mode_of(t, axis);
    return (m == address_mode::wrap || m == address_mode::mirror) && !(std::fabs(coordinate) < 16777216.0f);
}

std::int64_t floor_index(double v)
{
    if (!(v > -1e15)) return v != v ? 0 : std::int64_t(-1e15);
    if (v > 1e15) return std::int64_t(1e15);
    return static_cast<std::int64_t>(std::floor(v));
}

} // namespace

std::uint64_t add_texture(texture* t) { return add(textures, t, 1); }
std::uint64_t add_surface(image* s) { return add(surfaces, s, 0); }
texture* find_texture(std::uint64_t h)
{
    auto* p = place(textures, h, 1);
    return p ? p->load() : nullptr;
}
image* find_surface(std::uint64_t h)
{
    auto* p = place(surfaces, h, 0);
    return p ? p->load() : nullptr;
}
void remove_texture(std::uint64_t h)
{
    if (auto* p = place(textures, h, 1)) *p = nullptr;
}
void remove_surface(std::uint64_t h)
{
    if (auto* p = place(surfaces, h, 0)) *p = nullptr;
}

texel fetch(const texture& t, int dimensions, std::int64_t x, std::int64_t y, std::int64_t z, int layer)
{
    const image& s = t.source;
    if (s.linear_memory) {
        // A texture may be made larger than its memory (old programs bind with a default size). An H200 reads zero
        // there.
        if (x < 0 || x >= std::int64_t(std::min(s.width, s.backed))) return {};
        return read(t, x, 0, 0);
    }
    auto at = [&](std::int64_t i, std::size_t size, int axis) {
        return place_index(i, std::int64_t(std::max<std::size_t>(size, 1)), mode_of(t, axis));
    };
    const std::int64_t px = at(x, s.width, 0);
    const std::int64_t py = dimensions > 1 ? at(y, s.height, 1) : 0;
    std::int64_t pz = dimensions > 2 ? at(z, s.depth, 2) : 0;
    if (s.layered) pz = std::clamp<std::int64_t>(layer, 0, std::int64_t(std::max<std::size_t>(s.depth, 1)) - 1);
    return read(t, px, py, pz);
}

texel fetch_unclamped(const texture& t, int dimensions, std::int64_t x, std::int64_t y, std::int64_t z, int layer)
{
    const image& s = t.source;
    if (s.linear_memory) return fetch(t, dimensions, x, y, z, layer);
    auto outside = [](std::int64_t i, std::size_t size) {
        return i < 0 || std::uint64_t(i) >= std::max<std::size_t>(size, 1);
    };
    if (dimensions == 1 && !s.layered) return {};
    if (outside(x, s.width) || (dimensions > 1 && outside(y, s.height)) || (dimensions > 2 && outside(z, s.depth)) ||
        (s.layered && outside(layer, s.depth)))
        return {};
    return fetch(t, dimensions, x, y, z, layer);
}

texel sample(const texture& t, int dimensions, float x, float y, float z, int layer)
{
    const image& s = t.source;
    const float in[3] = {x, y, z};
    const std::size_t sizes[3] = {s.width, s.height, s.depth};
    double at[3] = {};
    for (int k = 0; k < dimensions; ++k) {
        at[k] = counts_as_zero(t, k, in[k]) ? 0.0 : double(in[k]);
        if (t.normalised_coordinates) at[k] *= double(std::max<std::size_t>(sizes[k], 1));
    }
    if (!t.linear_filter)
        return fetch(t, dimensions, floor_index(at[0]), floor_index(at[1]), floor_index(at[2]), layer);

    // A linear filter mixes 2, 4 or 8 texels; weights have 8 fractional bits.
    std::int64_t low[3] = {};
    double weight[3] = {};
    for (int k = 0; k < dimensions; ++k) {
        const double b = at[k] - 0.5;
        low[k] = floor_index(b);
        double w = std::isfinite(b) ? std::nearbyint((b - std::floor(b)) * 256.0) : 0.0;
        if (w >= 256.0) {
            w = 0;
            ++low[k];
        }
        weight[k] = w / 256.0;
    }
    // Bytes read as fractions are mixed as 16-bit fractions, and the mix is rounded to one, half up: seen on an H200,
    // in one dimension.
    const bool sixteen_bits =
        t.normalised_read && s.format.kind == channel_kind::unsigned_integer && s.format.channel_bytes == 1;
    double sum[4] = {};
    for (int corner = 0; corner < 1 << dimensions; ++corner) {
        double w = 1;
        std::int64_t p[3] = {};
        for (int k = 0; k < dimensions; ++k) {
            const bool upper = corner >> k & 1;
            w *= upper ? weight[k] : 1 - weight[k];
            p[k] = low[k] + upper;
        }
        if (w == 0) continue;
        const texel v = fetch(t, dimensions, p[0], p[1], p[2], layer);
        for (int c = 0; c < 4; ++c) {
            const double component = bits_as<float>(v.bits[c]);
            sum[c] += w * (sixteen_bits ? std::nearbyint(component * 65535.0) : component);
        }
    }
    texel r;
    for (int c = 0; c < 4; ++c)
        r.bits[c] =
            bits_as<std::uint32_t>(static_cast<float>(sixteen_bits ? std::floor(sum[c] + 0.5) / 65535.0 : sum[c]));
    return r;
}

texel gather(const texture& t, int component, float x, float y, int layer)
{
    const double w = t.normalised_coordinates ? double(t.source.width) : 1.0;
    const double h = t.normalised_coordinates ? double(t.source.height) : 1.0;
    const std::int64_t i = floor_index(x * w - 0.5), j = floor_index(y * h - 0.5);
    texel r;
    r.bits[0] = fetch(t, 2, i, j + 1, 0, layer).bits[component];
    r.bits[1] = fetch(t, 2, i + 1, j + 1, 0, layer).bits[component];
    r.bits[2] = fetch(t, 2, i + 1, j, 0, layer).bits[component];
    r.bits[3] = fetch(t, 2, i, j, 0, layer).bits[component];
    return r;
}

} // namespace cuda_emulator
