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

    // The document's N. Shorter input is padded with zeros, which are cut off again.
    static constexpr std::size_t legacy_size = 1024;

    struct input {
        std::vector<char> chars;
        std::vector<short> shorts;
        std::vector<float> floats;
        std::size_t stride; // the document's L
    };
    struct result {
        std::vector<char> plain, padded; // the modern side has no use for the padding: twice the same
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
        if (in.stride < 1 || in.stride > legacy_size) return "a stride that is not from 1 to 1024";
        if (in.chars.size() > legacy_size) return "more than 1024 elements";
        return std::nullopt;
    }

    static std::size_t strided_size(const input& in) { return (in.floats.size() + in.stride - 1) / in.stride; }

    static result legacy(const input& in)
    {
        static const entry<cudaError_t(const char*, const short*, const float*, int, char*, char*, short*, float*)>
            call{"legacy", slug};
        input whole = in;
        whole.chars.resize(legacy_size);
        whole.shorts.resize(legacy_size);
        whole.floats.resize(legacy_size);
        result out{std::vector<char>(legacy_size, -1), std::vector<char>(legacy_size, -1),
                   std::vector<short>(legacy_size, -1), std::vector<float>(legacy_size, -1.f)};
        check_returned("legacy",
                       call(whole.chars.data(), whole.shorts.data(), whole.floats.data(), static_cast<int>(in.stride),
                            out.plain.data(), out.padded.data(), out.half.data(), out.strided.data()));
        out.plain.resize(in.chars.size());
        out.padded.resize(in.chars.size());
        out.half.resize(in.shorts.size());
        out.strided.resize(strided_size(in));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<void(const char*, const short*, const float*, std::size_t, std::size_t, char*, short*,
                                float*)>
            call{"modern", slug};
        const std::size_t n = in.chars.size();
        result out{std::vector<char>(n, -1), {}, std::vector<short>(n, -1), {}};
        if (in.stride) out.strided.assign(strided_size(in), -1.f);
        call(in.chars.data(), in.shorts.data(), in.floats.data(), n, in.stride, out.plain.data(), out.half.data(),
             out.strided.data());
        out.padded = out.plain;
        return out;
    }

    static result reference(const input& in)
    {
        result out{in.chars, in.chars, in.shorts, std::vector<float>(strided_size(in))};
        for (std::size_t i = 0; i < out.strided.size(); i++)
            out.strided[i] = in.floats[i * in.stride];
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
