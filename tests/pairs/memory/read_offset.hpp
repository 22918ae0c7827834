#pragma once

#include <random>

#include "../pair.hpp"

namespace pairs {

struct read_offset {
    static constexpr const char* slug = "memory/read_offset";
    static constexpr const char* summary = "sums of two vectors, read from an offset on (11 here: misaligned)";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 6 * sizeof(float); // both inputs, their copies, both results
    static constexpr int warmups = 1; // the document's kernel `warmup`, and the modern side's first launch

    struct input {
        std::vector<float> a, b;
        std::size_t offset;
        int block;
    };
    using result = std::vector<float>;

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 11, 512); }
    static input make(std::size_t size, unsigned seed, std::size_t offset, int block)
    {
        input in{std::vector<float>(size), std::vector<float>(size), offset, block};
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> byte{0, 255};
        for (float& x : in.a)
            x = byte(random) / 100.0f;
        for (float& x : in.b)
            x = byte(random) / 100.0f;
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.a.empty()) return "no elements";
        if (in.a.size() > (std::size_t{1} << 30) || in.offset > (std::size_t{1} << 30)) return "more than 2^30";
        return std::nullopt;
    }

    static std::size_t computed(const input& in) { return in.offset < in.a.size() ? in.a.size() - in.offset : 0; }

    static result legacy(const input& in)
    {
        static const entry<cudaError_t(float*, float*, float*, int, int, int, double*)> call{"legacy", slug};
        input copy = in; // the document's parameters are not const
        result out(computed(in), -1.f);
        double seconds[2] = {-1, -1};
        check_returned("legacy", call(copy.a.data(), copy.b.data(), out.data(), static_cast<int>(in.a.size()),
                                      static_cast<int>(in.offset), in.block, seconds));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<std::vector<float>(const std::vector<float>&, const std::vector<float>&, std::size_t,
                                              unsigned, float*)>
            call{"modern", slug};
        float milliseconds = -1;
        return call(in.a, in.b, in.offset, static_cast<unsigned>(in.block), &milliseconds);
    }

    static result reference(const input& in)
    {
        result out(computed(in));
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = in.a[i + in.offset] + in.b[i + in.offset];
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& out) { return pairs::summary(out); }
};

} // namespace pairs
