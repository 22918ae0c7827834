// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the pairs that add two vectors with an offset.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "../pair.hpp"

namespace pairs {

struct offset_vectors {
    static constexpr std::size_t longest = std::size_t{1} << 30; // for the legacy sides

    std::vector<float> a, b;
    std::size_t offset;
    int block;

    //! The number of sums.
    std::size_t sums() const { return offset < a.size() ? a.size() - offset : 0; }

    //! Makes data like the document's initialData, multiples of 0.01 below 2.56. But here the two vectors differ.
    static offset_vectors make(std::size_t size, unsigned seed, std::size_t offset, int block)
    {
        offset_vectors in{std::vector<float>(size), std::vector<float>(size), offset, block};
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> byte{0, 255};
        for (float& x : in.a)
            x = byte(random) / 100.0f;
        for (float& x : in.b)
            x = byte(random) / 100.0f;
        return in;
    }
};

//! All members except the slug, the reference, and the making of a result. `Pair` has these in timed_legacy and
//! timed_modern, with the seconds of the legacy side's two kernels and the milliseconds of a modern stage's two.
template <class Pair>
struct offset_pair {
    using input = offset_vectors;

    static constexpr std::size_t default_size = 1 << 20;
    static constexpr int warmups = 1; // the document's kernel `warmup`

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 11, 512); }
    static input make(std::size_t size, unsigned seed, std::size_t offset, int block)
    {
        return offset_vectors::make(size, seed, offset, block);
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        return Pair::outside_legacy_sizes(in.a.size(), in.offset, in.block);
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size, std::size_t offset, int block)
    {
        if (size == 0) return "no elements";
        if (size > input::longest || offset > input::longest) return "more than 2^30";
        if (block < 1 || block > 1024) return "no block";
        return std::nullopt;
    }

    static cudaError_t call_legacy(float* a, float* b, float* out, int size, int offset, int block, double* seconds)
    {
        static const entry<cudaError_t(float*, float*, float*, int, int, int, double*)> call{"legacy", Pair::slug};
        return call(a, b, out, size, offset, block, seconds);
    }

    //! Does the same for an input, and throws the reported error.
    static void run_legacy(const input& in, float* out, double (&seconds)[2])
    {
        input copy = in; // the document's parameters are not const
        check_returned("legacy", call_legacy(copy.a.data(), copy.b.data(), out, static_cast<int>(in.a.size()),
                                             static_cast<int>(in.offset), in.block, seconds));
    }

    //! Calls a stage, "modern" or "fast", with both vectors. The sums begin at `first` if the entry writes them there.
    static std::vector<float> call_modern(const char* stage, const std::vector<float>& a, const std::vector<float>& b,
                                          std::size_t offset, int block, float (&milliseconds)[2])
    {
        using function = void(const float*, const float*, float*, std::size_t, std::size_t, unsigned, float*);
        static std::map<std::string, entry<function>> entries;
        const auto& call = entries.try_emplace(stage, stage, Pair::slug).first->second;
        const std::size_t sums = offset < a.size() ? a.size() - offset : 0,
                          first = Pair::writes_from_the_offset * offset;
        std::vector<float> out(sums, -1.f);
        call(a.data(), b.data(), out.data() - (sums ? first : 0), a.size(), offset, static_cast<unsigned>(block),
             milliseconds);
        return out;
    }

    static auto legacy(const input& in)
    {
        double seconds[2];
        return Pair::timed_legacy(in, seconds);
    }

    static auto modern(const input& in)
    {
        float milliseconds[2];
        return Pair::timed_modern("modern", in, milliseconds);
    }

    static constexpr std::size_t writes_from_the_offset = 0; // or 1
};

} // namespace pairs
