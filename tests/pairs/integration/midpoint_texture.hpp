// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "quadrature.hpp"

namespace pairs::integration {

struct midpoint_texture : one_formula<midpoint_texture, float> {
    static constexpr const char* slug = "integration/midpoint_texture";
    static constexpr const char* summary = "integral of the sine by central rectangles, samples read through a texture";
    static constexpr std::size_t bytes_per_element = 2 * sizeof(float); // samples, and as texels

    static long double formula(const input& in) { return in.midpoint; }
    static long double formula_error(const input& in) { return in.midpoint_error(); }

    //! Texels of a linear texture of floats, as cudaDeviceProp::maxTexture1DLinear gave them.
    static std::size_t longest_legacy()
    {
        int device = 0, texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&texels, cudaDevAttrMaxTexture1DLinearWidth, device);
        return static_cast<std::size_t>(texels);
    }

    //! … and as the question that knows the texel's type is answered, which may be more.
    static std::size_t longest_modern()
    {
        const cudaChannelFormatDesc of_floats{32, 0, 0, 0, cudaChannelFormatKindFloat};
        int device = 0;
        std::size_t texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetTexture1DLinearMaxWidth(&texels, &of_floats, device);
        return texels;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.intervals == 0) return "no intervals";
        if (in.intervals > longest_legacy()) return "more samples than a linear texture has texels";
        return std::nullopt;
    }

    //! The modern side adds doubles: to what they lose comes a rounding to float of each sample, and one of the result.
    static long double modern_rounding(const input& in)
    {
        return in.rounding<double>(modern_order(in)) + gamma_bound<float>(2) * in.magnitude;
    }

    //! For both sides: the legacy side's order, which adds floats. The modern side's own bound is above.
    static long double rounding(const input& in) { return in.rounding<float>(legacy_order(in)); }
};

} // namespace pairs::integration
