// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <limits>
#include <map>

#include "../pair.hpp"
#include "structures.hpp"

// The examples' own type. The modern side aligns it to its size, which makes no difference for the legacy side.
struct alignas(8) innerStruct {
    float x;
    float y;
};

namespace pairs::memory {

struct array_of_structures {
    static constexpr const char* slug = "memory/array_of_structures";
    static constexpr const char* summary = "10 and 20 added to the members of structures in an array";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 6 * sizeof(innerStruct); // input, its copy, results
    static constexpr int warmups = 1;                                         // the document's kernel `warmup`

    static constexpr std::size_t longest_legacy = std::numeric_limits<int>::max();

    struct input {
        two_arrays numbers;
        int block;
    };
    using result = two_arrays;

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 128); }
    static input make(std::size_t size, unsigned seed, int block) { return {two_arrays::make(size, seed), block}; }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size)
    {
        if (size == 0) return "no elements";
        if (size > longest_legacy) return "more elements than an int counts";
        return std::nullopt;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (const auto outside = outside_legacy_sizes(in.numbers.x.size())) return outside;
        if (in.block < 1 || in.block > 1024) return "no block";
        return std::nullopt;
    }

    static cudaError_t call_legacy(innerStruct* data, innerStruct* warm, innerStruct* out, int size, int block,
                                   double* seconds)
    {
        static const entry<cudaError_t(innerStruct*, innerStruct*, innerStruct*, int, int, double*)> call{"legacy",
                                                                                                          slug};
        return call(data, warm, out, size, block, seconds);
    }

    //! Calls a stage, "modern" or "fast". `warm`, where the warm-up writes, may be `out`.
    static void call_modern(const char* stage, const std::vector<innerStruct>& data, std::vector<innerStruct>& warm,
                            std::vector<innerStruct>& out, int block, float (&milliseconds)[2])
    {
        using function = void(const innerStruct*, innerStruct*, innerStruct*, std::size_t, unsigned, float*);
        static std::map<std::string, entry<function>> entries;
        const auto& call = entries.try_emplace(stage, stage, slug).first->second;
        call(data.data(), warm.data(), out.data(), data.size(), static_cast<unsigned>(block), milliseconds);
    }

    //! Does the same, and throws if the warm-up computed something else.
    static std::vector<innerStruct> call_modern(const char* stage, const std::vector<innerStruct>& data, int block,
                                                float (&milliseconds)[2])
    {
        std::vector<innerStruct> warm(data.size(), {-1.f, -1.f}), out = warm;
        call_modern(stage, data, warm, out, block, milliseconds);
        const auto same = [](const innerStruct& one, const innerStruct& other) {
            return one.x == other.x && one.y == other.y;
        };
        if (!std::equal(warm.begin(), warm.end(), out.begin(), same))
            throw std::runtime_error{std::string{stage} + ": the warm-up's result is another one"};
        return out;
    }

    //! Also gives the seconds of both kernels.
    static result timed_legacy(const input& in, double (&seconds)[2])
    {
        std::vector<innerStruct> data = joined(in.numbers), warm(data.size(), {-1.f, -1.f}), out = warm;
        check_returned("legacy", call_legacy(data.data(), warm.data(), out.data(), static_cast<int>(data.size()),
                                             in.block, seconds));
        check_warm_up(split(warm), split(out));
        return split(out);
    }

    static result legacy(const input& in)
    {
        double seconds[2];
        return timed_legacy(in, seconds);
    }

    static result timed_modern(const char* stage, const input& in, float (&milliseconds)[2])
    {
        return split(call_modern(stage, joined(in.numbers), in.block, milliseconds));
    }

    static result modern(const input& in)
    {
        float milliseconds[2];
        return timed_modern("modern", in, milliseconds);
    }

    static result fast(const input& in)
    {
        float milliseconds[2];
        return timed_modern("fast", in, milliseconds);
    }

    static result reference(const input& in) { return in.numbers.increased(); }
    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out.x); }

    static std::vector<innerStruct> joined(const two_arrays& numbers)
    {
        std::vector<innerStruct> data;
        for (std::size_t i = 0; i < numbers.x.size(); i++)
            data.push_back({numbers.x[i], numbers.y[i]});
        return data;
    }

private:
    static two_arrays split(const std::vector<innerStruct>& data)
    {
        two_arrays numbers;
        for (const innerStruct& one : data) {
            numbers.x.push_back(one.x);
            numbers.y.push_back(one.y);
        }
        return numbers;
    }
};

} // namespace pairs::memory
