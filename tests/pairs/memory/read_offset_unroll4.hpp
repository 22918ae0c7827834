#pragma once

#include "../pair.hpp"
#include "offset_vectors.hpp"

namespace pairs {

struct read_offset_unroll4 {
    static constexpr const char* slug = "memory/read_offset_unroll4";
    static constexpr const char* summary = "sums of two vectors, read from an offset on, four to a thread";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float) + 1; // inputs, their copies, results
    static constexpr int warmups = 1; // the document's kernel `warmup`, and the modern side's first launch

    using input = offset_vectors;
    struct result {
        std::vector<float> values;
        std::vector<bool> computed; // what the legacy kernel leaves out is 0 there, and not compared

        auto members() const { return std::tie(values, computed); }
    };

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 11, 512); }
    static input make(std::size_t size, unsigned seed, std::size_t offset, int block)
    {
        return offset_vectors::make(size, seed, offset, block);
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        return outside_legacy_sizes(in.a.size(), in.offset, in.block);
    }

    static std::optional<std::string> outside_legacy_sizes(std::size_t size, std::size_t offset, int block)
    {
        if (const auto outside = offset_vectors::outside_legacy_sizes(size, offset, block)) return outside;
        if (size < 4 * static_cast<std::size_t>(block)) return "less than four elements for each thread";
        return std::nullopt;
    }

    //! Whether the legacy kernel computes element i: whether its thread has all four of its elements, and a block.
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
        result out{std::vector<float>(in.sums(), -1.f), std::vector<bool>(in.sums())};
        check_returned("legacy",
                       call_legacy(copy.a.data(), copy.b.data(), out.values.data(), static_cast<int>(in.a.size()),
                                   static_cast<int>(in.offset), in.block, seconds));
        for (std::size_t i = 0; i < out.computed.size(); i++)
            out.computed[i] = legacy_computes(in, i);
        return out;
    }

    static result legacy(const input& in)
    {
        double seconds[2];
        return timed_legacy(in, seconds);
    }

    static result timed_modern(const input& in, float& milliseconds)
    {
        return whole(call_modern(in.a, in.b, in.offset, in.block, milliseconds));
    }

    static result modern(const input& in)
    {
        float milliseconds;
        return timed_modern(in, milliseconds);
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

} // namespace pairs
