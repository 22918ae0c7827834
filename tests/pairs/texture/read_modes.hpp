// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <random>
#include <tuple>

#include "../pair.hpp"

namespace pairs::texture {

struct read_modes {
    static constexpr const char* slug = "texture/read_modes";
    static constexpr const char* summary = "textures of 1, 2 and 3 dimensions, read as elements and as fractions";
    static constexpr std::size_t default_size = 16 * 16 * 16; // elements in three dimensions
    static constexpr std::size_t bytes_per_element = 3 * sizeof(float);
    static constexpr int warmups = 0;

    using bytes = std::vector<unsigned char>;
    using shorts = std::vector<short>;
    using floats = std::vector<float>;
    struct input {
        std::size_t w, h, d;
        bytes one;    //!< w
        shorts two;   //!< w x h
        floats three; //!< w x h x d
    };
    //! Bytes, as fractions; shorts, as fractions; floats.
    using result = std::tuple<bytes, floats, shorts, floats, floats>;

    //! Makes a cube of at most `size` elements.
    static input make(std::size_t size, unsigned seed)
    {
        auto side = static_cast<std::size_t>(std::cbrt(static_cast<double>(size)));
        if ((side + 1) * (side + 1) * (side + 1) <= size) side++;
        return make(side, side, side, seed);
    }

    static input make(std::size_t w, std::size_t h, std::size_t d, unsigned seed)
    {
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> byte{0, 255}, word{-32768, 32767};
        std::uniform_real_distribution<float> any{-1000, 1000};
        input in{w, h, d, bytes(w), shorts(w * h), floats(w * h * d)};
        for (auto& x : in.one)
            x = static_cast<unsigned char>(byte(random));
        for (auto& x : in.two)
            x = static_cast<short>(word(random));
        for (auto& x : in.three)
            x = any(random);
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        return outside_legacy_sizes(in.w, in.h, in.d);
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t w, std::size_t h, std::size_t d)
    {
        constexpr std::size_t most = std::size_t{1} << 30;
        if (w == 0 || h == 0 || d == 0) return "no elements";
        if (w > most || h > most || d > most || w * h > most || w * h * d > most) return "more than 2^30 elements";
        const auto fit = [&](cudaDeviceAttr width, cudaDeviceAttr height, cudaDeviceAttr depth) {
            return w <= limit(width) && h <= limit(height) && d <= limit(depth);
        };
        if (w > limit(cudaDevAttrMaxTexture1DWidth) || w > limit(cudaDevAttrMaxTexture2DWidth) ||
            h > limit(cudaDevAttrMaxTexture2DHeight) ||
            (!fit(cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth) &&
             !fit(cudaDevAttrMaxTexture3DWidthAlt, cudaDevAttrMaxTexture3DHeightAlt, cudaDevAttrMaxTexture3DDepthAlt)))
            return "larger than a texture of the device";
        return std::nullopt;
    }

    //! Gives a limit of the current device.
    static std::size_t limit(cudaDeviceAttr attribute)
    {
        int device = 0, texels = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&texels, attribute, device);
        return static_cast<std::size_t>(texels);
    }

    static cudaError_t call_legacy(int w, int h, int d, const input& in, result& out)
    {
        static const entry<cudaError_t(int, int, int, const unsigned char*, const short*, const float*, unsigned char*,
                                       float*, short*, float*, float*)>
            call{"legacy", slug};
        auto& [one, one_float, two, two_float, three] = out;
        return call(w, h, d, in.one.data(), in.two.data(), in.three.data(), one.data(), one_float.data(), two.data(),
                    two_float.data(), three.data());
    }

    static void call_modern(int w, int h, int d, const input& in, result& out)
    {
        static const entry<void(int, int, int, const unsigned char*, const short*, const float*, unsigned char*, float*,
                                short*, float*, float*)>
            call{"modern", slug};
        auto& [one, one_float, two, two_float, three] = out;
        call(w, h, d, in.one.data(), in.two.data(), in.three.data(), one.data(), one_float.data(), two.data(),
             two_float.data(), three.data());
    }

    //! Makes room for a side's results.
    static result unwritten(const input& in)
    {
        return {bytes(in.w, 77), floats(in.w, -7.f), shorts(in.w * in.h, 77), floats(in.w * in.h, -7.f),
                floats(in.three.size(), -7.f)};
    }

    static result legacy(const input& in)
    {
        result out = unwritten(in);
        check_returned("legacy",
                       call_legacy(static_cast<int>(in.w), static_cast<int>(in.h), static_cast<int>(in.d), in, out));
        return out;
    }

    static result modern(const input& in)
    {
        result out = unwritten(in);
        call_modern(static_cast<int>(in.w), static_cast<int>(in.h), static_cast<int>(in.d), in, out);
        return out;
    }

    //! A fraction is the element divided by the largest of its type, rounded. The smallest short becomes -1, as the
    //! second smallest does.
    static result reference(const input& in)
    {
        floats one_float, two_float;
        for (const unsigned char x : in.one)
            one_float.push_back(static_cast<float>(x / 255.0));
        for (const short x : in.two)
            two_float.push_back(static_cast<float>(std::max(x / 32767.0, -1.0)));
        return {in.one, one_float, in.two, two_float, in.three};
    }

    static agreement compare(const input&, const result& one, const result& other)
    {
        const auto check = [](const char* what, const auto& x, const auto& y) {
            agreement same = identical(x, y);
            if (!same.holds) same.words = std::string{what} + ", " + same.words;
            return same;
        };
        for (const agreement& same : {check("bytes", std::get<0>(one), std::get<0>(other)),
                                      check("bytes as fractions", std::get<1>(one), std::get<1>(other)),
                                      check("shorts", std::get<2>(one), std::get<2>(other)),
                                      check("shorts as fractions", std::get<3>(one), std::get<3>(other)),
                                      check("floats", std::get<4>(one), std::get<4>(other))})
            if (!same.holds) return same;
        return {true, "identical"};
    }

    static std::string show(const result& out) { return pairs::summary(std::get<3>(out)); }
};

} // namespace pairs::texture
