// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures and surfaces: what a handle stands for, and how it is sampled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

//! What a texture or surface looks at: an array, one level of a mipmapped array, pitched or linear memory.
struct image {
    char* data = nullptr;
    texel_format format;
    std::size_t width = 0, height = 0, depth = 0; //!< depth counts layers, or faces, of arrays that have such; 0: none
    std::size_t row_bytes = 0, slice_bytes = 0;
    bool layered = false;
    bool cubemap = false;
    bool linear_memory = false; //!< 1D linear: only tex1Dfetch, out of range reads zero
    std::size_t backed = 0;     //!< of linear and pitched memory: bytes that are there; beyond, zero is read
};

struct texture {
    image source;
    std::vector<image> levels; //!< of a mipmapped array, `source` being the first; else empty
    address_mode address[3] = {address_mode::clamp, address_mode::clamp, address_mode::clamp};
    bool linear_filter = false;
    bool normalised_read = false; //!< integers become [0, 1] or [-1, 1]
    bool normalised_coordinates = false;
    bool srgb = false; //!< bytes read as fractions are taken from the sRGB curve, but for the last of two or four
    bool seamless = false;
    bool linear_mipmap_filter = false;
    float level_bias = 0, lowest_level = 0, highest_level = 0;
    unsigned anisotropy = 0;
    bool unbound = false; //!< of a texture reference: a fetch is an error
    bool freed = false;   //!< of a texture reference: what is bound to it is no more, and a fetch is an error
    float border[4] = {};
};

//! The shape that an instruction expects.
struct geometry {
    std::uint8_t dimensions = 1; //!< of the coordinates: 3 for cubemaps
    bool layered = false;
    bool cube = false;
};

//! One texel's components as a `tex` instruction gives them: floats, or integers extended to 32 bits.
struct texel {
    std::uint32_t bits[4];
};

//! tex by real coordinates, `at[0 … dimensions)`.
texel sample(const texture&, geometry, const float* at, int layer);
//! tex.level
texel sample_level(const texture&, geometry, const float* at, int layer, float level);
//! tex.grad: the coordinates' derivatives along two directions.
texel sample_gradient(const texture&, geometry, const float* at, int layer, const float* dx, const float* dy);
//! tex by integer coordinates.
texel fetch(const texture&, geometry, const std::int64_t* at, int layer, int level = 0);
//! tld4: one component of the four texels that a linear filter would use.
texel gather(const texture&, geometry, int component, const float* at, int layer);

//! A handle for the table of live textures and surfaces; 0 when the table is full.
std::uint64_t add_texture(texture*);
std::uint64_t add_surface(image*);
//! Null when the handle is not of a live object.
texture* find_texture(std::uint64_t handle);
image* find_surface(std::uint64_t handle);
void remove_texture(std::uint64_t handle);
void remove_surface(std::uint64_t handle);

} // namespace cuda_emulator
