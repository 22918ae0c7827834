// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <tuple>

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct bank_conflicts {
    static constexpr const char* slug = "memory/bank_conflicts";
    static constexpr const char* summary = "char, short and every L-th float (4th here) read from shared memory";
    static constexpr std::size_t default_size = 1024;
    static constexpr std::size_t bytes_per_element = 3 * (1 + 1 + 2 + 4); // input, copy and result of all four
    static constexpr int warmups = 0;

    // The document's N. Zeros extend an input to whole blocks of N, and are cut off again.
    static constexpr std::size_t block = 1024;

    struct input {
        std::vector<char> chars;
        std::vector<short> shorts;
        std::vector<float> floats;
        std::size_t stride; // the document's L
    };
    struct result {
        std::vector<char> plain, padded; // the modern side does not need the padding, so both are equal
        std::vector<short> half;
        std::vector<float> strided;

        auto members() const { return std::tie(plain, padded, half, strided); }
    };

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 4); }
    static input make(std::size_t size, unsigned seed, std::size_t stride)
    {
        std::mt19937 random{seed};
        input in{std::vector<char>(size), std::vector<short>(size), random_floats(size, random), stride};
        for (char& x : in.chars)
            x = static_cast<char>(random());
        for (short& x : in.shorts)
            x = static_cast<short>(random());
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.chars.size() > block) return "more than 1024 elements";
        return outside_modern_domain(in);
    }

    static std::optional<std::string> outside_modern_domain(const input& in)
    {
        if (in.stride < 1 || in.stride > block) return "a stride that is not from 1 to 1024";
        return std::nullopt;
    }

    //! The number of floats that a side gives back for a whole block.
    static std::size_t strides(const input& in) { return in.stride ? (block + in.stride - 1) / in.stride : 0; }

    //! Gives the same input, extended with zeros to this number of blocks.
    static input padded(const input& in, std::size_t blocks)
    {
        input whole = in;
        whole.chars.resize(blocks * block);
        whole.shorts.resize(blocks * block);
        whole.floats.resize(blocks * block);
        return whole;
    }

    //! Gives the part of `out` that belongs to the input before it was padded.
    static result cut(const input& in, const result& out)
    {
        const std::size_t n = in.chars.size();
        result part{{out.plain.begin(), out.plain.begin() + n},
                    {out.padded.begin(), out.padded.begin() + n},
                    {out.half.begin(), out.half.begin() + n},
                    {}};
        for (std::size_t begin = 0; begin < n; begin += block) {
            const auto first = out.strided.begin() + begin / block * strides(in);
            const std::size_t here = std::min(block, n - begin);
            part.strided.insert(part.strided.end(), first, first + (here + in.stride - 1) / in.stride);
        }
        return part;
    }

    static result legacy(const input& in)
    {
        static const entry<cudaError_t(const char*, const short*, const float*, int, char*, char*, short*, float*)>
            call{"legacy", slug};
        const input whole = padded(in, 1);
        result out{std::vector<char>(block, -1), std::vector<char>(block, -1), std::vector<short>(block, -1),
                   std::vector<float>(block, -1.f)};
        check_returned("legacy",
                       call(whole.chars.data(), whole.shorts.data(), whole.floats.data(), static_cast<int>(in.stride),
                            out.plain.data(), out.padded.data(), out.half.data(), out.strided.data()));
        return cut(in, out);
    }

    static void call_modern(const input& in, result& out)
    {
        static const entry<void(const char*, const short*, const float*, std::size_t, int, char*, short*, float*)> call{
            "modern", slug};
        call(in.chars.data(), in.shorts.data(), in.floats.data(), in.chars.size(), static_cast<int>(in.stride),
             out.plain.data(), out.half.data(), out.strided.data());
        out.padded = out.plain;
    }

    static result modern(const input& in)
    {
        const std::size_t blocks = (in.chars.size() + block - 1) / block, n = blocks * block;
        result out{
            std::vector<char>(n, -1), {}, std::vector<short>(n, -1), std::vector<float>(blocks * strides(in), -1.f)};
        call_modern(padded(in, blocks), out);
        return cut(in, out);
    }

    static result reference(const input& in)
    {
        result out{in.chars, in.chars, in.shorts, {}};
        for (std::size_t i = 0; i < in.floats.size(); i++)
            if (i % block % in.stride == 0) out.strided.push_back(in.floats[i]);
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other)
    {
        const auto numbers = [](const std::vector<char>& chars) {
            return std::vector<int>(chars.begin(), chars.end());
        };
        for (const agreement& part :
             {identical(numbers(one.plain), numbers(other.plain)),
              identical(numbers(one.padded), numbers(other.padded)), identical(one.half, other.half)})
            if (!part.holds) return part;
        return identical(one.strided, other.strided);
    }

    static std::string show(const result& out) { return pairs::summary(out.strided); }
};

} // namespace pairs::memory
