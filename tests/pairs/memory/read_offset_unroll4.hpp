// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "offset_vectors.hpp"

namespace pairs::memory {

struct read_offset_unroll4 : offset_pair<read_offset_unroll4> {
    static constexpr const char* slug = "memory/read_offset_unroll4";
    static constexpr const char* summary = "sums of two vectors, read from an offset on, four to a thread";
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float) + 1; // inputs, their copies, results

    struct result {
        std::vector<float> values;
        std::vector<bool> computed; // elements that the legacy kernel omits are 0, and are not compared

        auto members() const { return std::tie(values, computed); }
    };

    static std::optional<std::string> outside_legacy_sizes(std::size_t size, std::size_t offset, int block)
    {
        if (const auto outside = offset_pair::outside_legacy_sizes(size, offset, block)) return outside;
        if (size < 4 * static_cast<std::size_t>(block)) return "less than four elements for each thread";
        return std::nullopt;
    }

    //! Tests whether the legacy kernel computes element i: its thread has all four elements, and its block is whole.
    static bool legacy_computes(const input& in, std::size_t i)
    {
        return legacy_computes(in.a.size(), in.offset, static_cast<std::size_t>(in.block), i);
    }

    static bool legacy_computes(std::size_t size, std::size_t offset, std::size_t block, std::size_t i)
    {
        const std::size_t grid = (size + block - 1) / block / 4;
        const std::size_t first = i / (4 * block) * 4 * block + i % block; // of the thread's four
        return i / (4 * block) < grid && first + offset + 3 * block < size;
    }

    static result timed_legacy(const input& in, double (&seconds)[2])
    {
        result out{std::vector<float>(in.sums(), -1.f), std::vector<bool>(in.sums())};
        run_legacy(in, out.values.data(), seconds);
        for (std::size_t i = 0; i < out.computed.size(); i++)
            out.computed[i] = legacy_computes(in, i);
        return out;
    }

    static result timed_modern(const char* stage, const input& in, float (&milliseconds)[2])
    {
        return whole(call_modern(stage, in.a, in.b, in.offset, in.block, milliseconds));
    }

    static result reference(const input& in)
    {
        std::vector<float> out(in.sums());
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = in.a[i + in.offset] + in.b[i + in.offset];
        return whole(out);
    }

    static agreement compare(const input&, const result& one, const result& other)
    {
        if (one.values.size() != other.values.size()) return identical(one.values, other.values);
        std::size_t compared = 0;
        for (std::size_t i = 0; i < one.values.size(); i++) {
            if (!one.computed[i] || !other.computed[i]) continue;
            compared++;
            if (const agreement here = identical(one.values[i], other.values[i]); !here.holds)
                return {false, "element " + in_words(i) + ": " + here.words};
        }
        if (compared == one.values.size()) return {true, "identical"};
        return {true, "identical, " + in_words(one.values.size() - compared) + " not computed"};
    }

    static std::string show(const result& out) { return pairs::summary(out.values); }

private:
    static result whole(const std::vector<float>& values) { return {values, std::vector<bool>(values.size(), true)}; }
};

} // namespace pairs::memory
