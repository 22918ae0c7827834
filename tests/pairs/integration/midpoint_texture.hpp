#pragma once

#include "quadrature.hpp"

namespace pairs {

struct midpoint_texture : quadrature {
    static constexpr const char* slug = "integration/midpoint_texture";
    static constexpr const char* summary = "integral of the sine by central rectangles, samples read through a texture";
    static constexpr std::size_t bytes_per_element = 2 * sizeof(float); // samples, and as texels
    using result = float;

    static cudaError_t call_legacy(double a, double b, int intervals, float* out)
    {
        static const entry<cudaError_t(double, double, int, float*, float*)> call{"legacy", slug};
        float milliseconds = -1;
        const cudaError_t error = call(a, b, intervals, out, &milliseconds);
        if (error == cudaSuccess) check_time("legacy", milliseconds);
        return error;
    }

    //! Texels of a linear texture of floats, as cudaDeviceProp::maxTexture1DLinear gave them.
    static std::size_t longest_legacy()
    {
        int device = 0, texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&texels, cudaDevAttrMaxTexture1DLinearWidth, device);
        return static_cast<std::size_t>(texels);
    }

    //! Four samples to a texel.
    static std::size_t longest_modern()
    {
        const cudaChannelFormatDesc of_four{32, 32, 32, 32, cudaChannelFormatKindFloat};
        int device = 0;
        std::size_t texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetTexture1DLinearMaxWidth(&texels, &of_four, device);
        return 4 * texels;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.intervals == 0) return "no intervals";
        if (in.intervals > longest_legacy()) return "more samples than a linear texture has texels";
        return std::nullopt;
    }

    static result legacy(const input& in)
    {
        result out = -1;
        check_returned("legacy", call_legacy(in.a, in.b, static_cast<int>(in.intervals), &out));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<float(double, double, std::size_t, float*)> call{"modern", slug};
        float milliseconds = -1;
        const result value = call(in.a, in.b, in.intervals, &milliseconds);
        check_time("modern", milliseconds);
        return value;
    }

    static result reference(const input& in) { return static_cast<float>(in.midpoint); }

    //! Four samples to a load.
    static std::size_t modern_order(const input& in) { return roundings_of_grid_stride(in.intervals, 4); }

    //! Both within the bound of the legacy side's order, which adds floats; the modern side adds doubles.
    static agreement compare(const input& in, const result& one, const result& other)
    {
        for (const result value : {one, other})
            if (!(std::abs(value - in.midpoint) <= in.rounding<float>(legacy_order(in)) + in.reference_rounding()))
                return {false, in_words(value) + " instead of " + in_words(static_cast<double>(in.midpoint))};
        return {true, "within bounds"};
    }

    static std::string show(const result& value) { return in_words(value); }
};

} // namespace pairs
