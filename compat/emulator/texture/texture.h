// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures and surfaces: the object behind a handle, and its sampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_emulator {

//! The interpretation of the bits of a texel.
enum class channel_kind : std::uint8_t { signed_integer, unsigned_integer, floating };

struct texel_format {
    channel_kind kind = channel_kind::floating;
    std::uint8_t channels = 1;      //!< 1, 2 or 4
    std::uint8_t channel_bytes = 4; //!< 1, 2 or 4
    std::uint32_t bytes() const { return std::uint32_t{channels} * channel_bytes; }
};

enum class address_mode : std::uint8_t { wrap, clamp, mirror, border };

//! The memory of a texture or surface: an array, one level of a mipmapped array, pitched or linear memory.
struct image {
    char* data = nullptr;
    texel_format format;
    std::size_t width = 0, height = 0, depth = 0; //!< depth: the layers or faces of an array with such; 0: none
    std::size_t row_bytes = 0, slice_bytes = 0;
    bool layered = false;
    bool cubemap = false;
    bool linear_memory = false; //!< 1D linear: only tex1Dfetch; zero out of range
    std::size_t backed = 0;     //!< of memory and views of layers: the existing bytes; beyond, zero is read
    bool is_past_end = false;   //!< a view that begins after the last layer: zero is read
};

struct texture {
    image source;
    std::vector<image> levels; //!< of a mipmapped array, whose first level is `source`; otherwise empty
    address_mode address[3] = {address_mode::clamp, address_mode::clamp, address_mode::clamp};
    bool linear_filter = false;
    bool normalised_read = false; //!< integers become [0, 1] or [-1, 1]
    bool normalised_coordinates = false;
    bool srgb = false; //!< bytes read as fractions are sRGB, except the last of two or four
    bool seamless = false;
    bool linear_mipmap_filter = false;
    float level_bias = 0, lowest_level = 0, highest_level = 0;
    unsigned anisotropy = 0;
    bool unbound = false; //!< a texture reference without a binding: a fetch is an error
    bool freed = false;   //!< a texture reference whose memory was freed: a fetch is an error
    float border[4] = {};
};

//! The shape that an instruction expects.
struct geometry {
    std::uint8_t dimensions = 1; //!< the number of coordinates: 3 for cubemaps
    bool layered = false;
    bool cube = false;
};

//! The components of a texel in the form of a `tex` instruction's result: floats, or integers extended to 32 bits.
struct texel {
    std::uint32_t bits[4];
};

//! Executes `tex` with real coordinates, `at[0 … dimensions)`.
texel sample(const texture&, geometry, const float* at, int layer);
//! Executes `tex.level`.
texel sample_level(const texture&, geometry, const float* at, int layer, float level);
//! Executes `tex.grad`, with the coordinates' derivatives along two directions.
texel sample_gradient(const texture&, geometry, const float* at, int layer, const float* dx, const float* dy);
//! Executes `tex` with integer coordinates.
texel fetch(const texture&, geometry, const std::int64_t* at, int layer, int level = 0);
//! Executes `tld4`: gives one component of the four texels that a linear filter would use.
texel gather(const texture&, geometry, int component, const float* at, int layer);

//! Adds to the table of live textures and surfaces, and gives the handle; 0 if the table is full.
std::uint64_t add_texture(texture*);
std::uint64_t add_surface(image*);
//! Gives null if the handle belongs to no live object.
texture* find_texture(std::uint64_t handle);
image* find_surface(std::uint64_t handle);
void remove_texture(std::uint64_t handle);
void remove_surface(std::uint64_t handle);

} // namespace cuda_emulator
