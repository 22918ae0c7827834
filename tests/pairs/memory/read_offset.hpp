// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "offset_vectors.hpp"

namespace pairs::memory {

struct read_offset : offset_pair<read_offset> {
    static constexpr const char* slug = "memory/read_offset";
    static constexpr const char* summary = "sums of two vectors, read from an offset on (11 here: misaligned)";
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float); // both inputs, their copies, both results

    using result = std::vector<float>;

    static result timed_legacy(const input& in, double (&seconds)[2])
    {
        result out(in.sums(), -1.f);
        run_legacy(in, out.data(), seconds);
        return out;
    }

    static result timed_modern(const char* stage, const input& in, float (&milliseconds)[2])
    {
        return call_modern(stage, in.a, in.b, in.offset, in.block, milliseconds);
    }

    static result fast(const input& in)
    {
        float milliseconds[2];
        return timed_modern("fast", in, milliseconds);
    }

    static result reference(const input& in)
    {
        result out(in.sums());
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = in.a[i + in.offset] + in.b[i + in.offset];
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs::memory
