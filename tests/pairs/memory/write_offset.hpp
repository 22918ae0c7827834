#pragma once

#include "../pair.hpp"
#include "offset_vectors.hpp"

namespace pairs {

struct write_offset {
    static constexpr const char* slug = "memory/write_offset";
    static constexpr const char* summary = "sums of two vectors, written from an offset on (11 here: misaligned)";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float); // both inputs, their copies, both results
    static constexpr int warmups = 1; // the document's kernel `warmup`, and the modern side's first launch

    using input = offset_vectors;
    using result = std::vector<float>; // from the offset on

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 11, 512); }
    static input make(std::size_t size, unsigned seed, std::size_t offset, int block)
    {
        return offset_vectors::make(size, seed, offset, block);
    }

    static std::optional<std::string> outside_legacy_domain(const input& in) { return in.outside_legacy_domain(); }

    static cudaError_t call_legacy(float* a, float* b, float* out, int size, int offset, int block, double* seconds)
    {
        static const entry<cudaError_t(float*, float*, float*, int, int, int, double*)> call{"legacy", slug};
        return call(a, b, out, size, offset, block, seconds);
    }

    static std::vector<float> call_modern(const std::vector<float>& a, const std::vector<float>& b, std::size_t offset,
                                          int block, float& milliseconds)
    {
        static const entry<std::vector<float>(const std::vector<float>&, const std::vector<float>&, std::size_t,
                                              unsigned, float*)>
            call{"modern", slug};
        return call(a, b, offset, static_cast<unsigned>(block), &milliseconds);
    }

    //! … and the seconds of both kernels.
    static result timed_legacy(const input& in, double (&seconds)[2])
    {
        input copy = in; // the document's parameters are not const
        result out(in.a.size(), -1.f);
        check_returned("legacy",
                       call_legacy(copy.a.data(), copy.b.data(), out.data(), static_cast<int>(in.a.size()),
                                   static_cast<int>(in.offset), in.block, seconds));
        return {out.end() - static_cast<std::ptrdiff_t>(in.sums()), out.end()};
    }

    static result legacy(const input& in)
    {
        double seconds[2];
        return timed_legacy(in, seconds);
    }

    static result timed_modern(const input& in, float& milliseconds)
    {
        return call_modern(in.a, in.b, in.offset, in.block, milliseconds);
    }

    static result modern(const input& in)
    {
        float milliseconds;
        return timed_modern(in, milliseconds);
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

} // namespace pairs
