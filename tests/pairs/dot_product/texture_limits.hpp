// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the dot products through textures, and the limits of the current device's textures.
#pragma once

#include "dot_product.hpp"

namespace pairs {

inline std::size_t texture_limit(cudaDeviceAttr attribute)
{
    int device = 0, width = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&width, attribute, device);
    return static_cast<std::size_t>(width);
}

//! The largest number of texels of a 1D CUDA array.
inline std::size_t longest_array() { return texture_limit(cudaDevAttrMaxTexture1DWidth); }

//! The largest number of texels on linear memory, as the legacy sides ask for it: the same for all types.
inline std::size_t longest_linear() { return texture_limit(cudaDevAttrMaxTexture1DLinearWidth); }

//! The largest number of floats on linear memory, as the modern sides ask for it.
inline std::size_t longest_linear_of_floats()
{
    const cudaChannelFormatDesc desc{32, 0, 0, 0, cudaChannelFormatKindFloat};
    int device = 0;
    std::size_t width = 0;
    cudaGetDevice(&device);
    cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, device);
    return width;
}

//! `Pair` also names the longest vectors of its legacy and its modern side.
template <class Pair>
struct texture_scalar_product : timed_scalar_product<Pair, float> {
    using typename timed_scalar_product<Pair, float>::input;
    using typename timed_scalar_product<Pair, float>::result;

    // A block's 256 products, one after the other or in CUB's order, then the blocks on the CPU.
    static std::size_t legacy_roundings(std::size_t size) { return 256 + (size + 255) / 256; }
    static std::size_t modern_roundings(std::size_t size) { return legacy_roundings(size); }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.a.empty()) return "no elements";
        if (in.a.size() > Pair::longest_legacy())
            return "a texture holds " + in_words(Pair::longest_legacy()) + " elements here";
        return std::nullopt;
    }

    static void call_modern(int size, const float* a, const float* b, float* sum, float* milliseconds)
    {
        static const entry<void(int, const float*, const float*, float*, float*)> call{"modern", Pair::slug};
        call(size, a, b, sum, milliseconds);
    }

    static result modern(const input& in)
    {
        result sum = -1;
        float milliseconds = -1;
        call_modern(static_cast<int>(in.a.size()), in.a.data(), in.b.data(), &sum, &milliseconds);
        check_time("modern", milliseconds);
        return sum;
    }
};

} // namespace pairs
