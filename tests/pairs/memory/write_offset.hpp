// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "offset_vectors.hpp"

namespace pairs::memory {

struct write_offset : offset_pair<write_offset> {
    static constexpr const char* slug = "memory/write_offset";
    static constexpr const char* summary = "sums of two vectors, written from an offset on (11 here: misaligned)";
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float); // both inputs, their copies, both results

    using result = std::vector<float>; // from the offset on

    static constexpr std::size_t writes_from_the_offset = 1;

    static result timed_legacy(const input& in, double (&seconds)[2])
    {
        result out(in.a.size(), -1.f);
        run_legacy(in, out.data(), seconds);
        return {out.end() - static_cast<std::ptrdiff_t>(in.sums()), out.end()};
    }

    static result timed_modern(const char* stage, const input& in, float (&milliseconds)[2])
    {
        return call_modern(stage, in.a, in.b, in.offset, in.block, milliseconds);
    }

    static result reference(const input& in)
    {
        result out(in.sums());
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = in.a[i] + in.b[i];
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs::memory
