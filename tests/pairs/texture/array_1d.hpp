// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>

#include "../pair.hpp"

namespace pairs::texture {

struct array_1d {
    static constexpr const char* slug = "texture/array_1d";
    static constexpr const char* summary = "every thread reads one texel of a 1D CUDA array";
    static constexpr std::size_t default_size = 10;
    static constexpr std::size_t bytes_per_element = 3 * sizeof(float); // input and both results
    static constexpr int warmups = 0;

    using input = std::vector<float>;
    using result = std::vector<float>;

    //! The document's data, 2 * i, for seed 0; random values otherwise.
    static input make(std::size_t size, unsigned seed)
    {
        input data(size);
        std::mt19937 random{seed};
        std::uniform_real_distribution<float> any{-1000, 1000};
        for (std::size_t i = 0; i < size; i++)
            data[i] = seed == 0 ? 2.0f * i : any(random);
        return data;
    }

    static std::optional<std::string> outside_legacy_domain(const input& data)
    {
        if (data.empty()) return "no elements";
        if (data.size() > longest()) return "more texels than a 1D CUDA array has";
        return std::nullopt;
    }

    static result legacy(const input& data)
    {
        static const entry<cudaError_t(int, const float*, float*)> call{"legacy", slug};
        result out(data.size(), -1.f);
        check_returned("legacy", call(static_cast<int>(data.size()), data.data(), out.data()));
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

    //! Gives the largest number of texels of a 1D CUDA array on the current device.
    static std::size_t longest()
    {
        int device = 0, width = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture1DWidth, device);
        return static_cast<std::size_t>(width);
    }
};

} // namespace pairs::texture
