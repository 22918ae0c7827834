// Arrays, texture objects and surface objects, and how a texture is sampled.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

//! How the bits of a texel are to be read.
enum class channel_kind : std::uint8_t { signed_integer, unsigned_integer, floating };

struct texel_format {
    channel_kind kind = channel_kind::floating;
    std::uint8_t channels = 1;      //!< 1, 2 or 4
    std::uint8_t channel_bytes = 4; //!< 1, 2 or 4
    std::uint32_t bytes() const { return std::uint32_t{channels} * channel_bytes; }
};

enum class address_mode : std::uint8_t { wrap, clamp, mirror, border };

//! What a texture or surface looks at: an array, pitched or linear memory.
struct image {
    char* data = nullptr;
    texel_format format;
    std::size_t width = 0, height = 0, depth = 0; //!< depth counts layers of a layered array; 0: not there
    std::size_t row_bytes = 0, slice_bytes = 0;
    bool layered = false;
    bool linear_memory = false; //!< 1D linear: only tex1Dfetch, out of range reads zero
    std::size_t backed = 0;     //!< of linear memory: texels that there is memory for; beyond, zero is read
};

struct texture {
    image source;
    address_mode address[3] = {address_mode::clamp, address_mode::clamp, address_mode::clamp};
    bool linear_filter = false;
    bool normalised_read = false; //!< integers become [0, 1] or [-1, 1]
    bool normalised_coordinates = false;
    bool srgb = false; //!< bytes read as fractions are taken from the sRGB curve, but for the fourth
    float border[4] = {};
};

//! One texel's components as a `tex` instruction gives them: floats, or integers extended to 32 bits.
struct texel {
    std::uint32_t bits[4];
};

//! Samples at (x, y, z); unused coordinates are ignored. `dimensions` is 1, 2 or 3, `layer` for layered arrays.
texel sample(const texture&, int dimensions, float x, float y, float z, int layer);
//! Fetches by integer coordinates, as the address modes say.
texel fetch(const texture&, int dimensions, std::int64_t x, std::int64_t y, std::int64_t z, int layer);
//! What an instruction with integer coordinates gives: they know no address mode, and zero is read outside. In one
//! dimension they are for linear memory: an H200 reads zero from every place of an array without layers.
texel fetch_unclamped(const texture&, int dimensions, std::int64_t x, std::int64_t y, std::int64_t z, int layer);
//! The four texels that a linear filter would use, of one component: tld4.
texel gather(const texture&, int component, float x, float y, int layer);

//! A handle for the table of live textures and surfaces; 0 when the table is full.
std::uint64_t add_texture(texture*);
std::uint64_t add_surface(image*);
//! Null when the handle is not of a live object.
texture* find_texture(std::uint64_t handle);
image* find_surface(std::uint64_t handle);
void remove_texture(std::uint64_t handle);
void remove_surface(std::uint64_t handle);

} // namespace cuda_emulator
