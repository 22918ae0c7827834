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

    //! The largest number of texels of a linear texture of floats, as cudaDeviceProp::maxTexture1DLinear had it.
    static std::size_t longest_legacy()
    {
        int device = 0, texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&texels, cudaDevAttrMaxTexture1DLinearWidth, device);
        return static_cast<std::size_t>(texels);
    }

    //! The largest number by the query that knows the texel's type, which may be larger.
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

    //! The modern side adds doubles. Besides their rounding, each sample and the result are rounded to float.
    static long double modern_rounding(const input& in)
    {
        return in.rounding<double>(modern_order(in)) + gamma_bound<float>(2) * in.magnitude;
    }

    //! The bound for both sides: the legacy side adds floats in its order. The modern side's own bound is above.
    static long double rounding(const input& in) { return in.rounding<float>(legacy_order(in)); }
};

} // namespace pairs::integration
