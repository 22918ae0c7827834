// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>

#include "../pair.hpp"

namespace pairs::texture {

struct linear_1d {
    static constexpr const char* slug = "texture/linear_1d";
    static constexpr const char* summary = "every thread reads one texel of linear memory";
    static constexpr std::size_t default_size = 5000;
    static constexpr std::size_t bytes_per_element = 3 * sizeof(float); // input and both results
    static constexpr int warmups = 0;

    using input = std::vector<float>;
    using result = std::vector<float>;

    //! The document's data, i, for seed 0; random values otherwise.
    static input make(std::size_t size, unsigned seed)
    {
        input data(size);
        std::mt19937 random{seed};
        std::uniform_real_distribution<float> any{-1000, 1000};
        for (std::size_t i = 0; i < size; i++)
            data[i] = seed == 0 ? static_cast<float>(i) : any(random);
        return data;
    }

    static std::optional<std::string> outside_legacy_domain(const input& data)
    {
        if (data.empty()) return "no elements";
        if (data.size() > longest_legacy()) return "more elements than cudaDeviceProp::maxTexture1DLinear";
        return std::nullopt;
    }

    static cudaError_t call_legacy(int n, const float* data, float* out)
    {
        static const entry<cudaError_t(int, const float*, float*)> call{"legacy", slug};
        return call(n, data, out);
    }

    static result legacy(const input& data)
    {
        result out(data.size(), -1.f);
        check_returned("legacy", call_legacy(static_cast<int>(data.size()), data.data(), out.data()));
        return out;
    }

    static void call_modern(int n, const float* data, float* out)
    {
        static const entry<void(int, const float*, float*)> call{"modern", slug};
        call(n, data, out);
    }

    static result modern(const input& data)
    {
        result out(data.size(), -1.f);
        call_modern(static_cast<int>(data.size()), data.data(), out.data());
        return out;
    }

    static result reference(const input& data) { return data; }
    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }

    //! Gives cudaDeviceProp::maxTexture1DLinear, which did not depend on the type of the texels.
    static std::size_t longest_legacy()
    {
        int device = 0, texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&texels, cudaDevAttrMaxTexture1DLinearWidth, device);
        return static_cast<std::size_t>(texels);
    }

    //! Gives the largest number of floats that a texture can read in linear memory, on the current device.
    static std::size_t longest_modern()
    {
        const cudaChannelFormatDesc of_a_float{32, 0, 0, 0, cudaChannelFormatKindFloat};
        int device = 0;
        std::size_t texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetTexture1DLinearMaxWidth(&texels, &of_a_float, device);
        return texels;
    }
};

} // namespace pairs::texture
