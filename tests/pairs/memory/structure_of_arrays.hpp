// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <map>

#include "../pair.hpp"
#include "structures.hpp"

// Both examples give their type this name, and the types differ. Entries are looked up only by the name.
struct InnerArray;

namespace pairs::memory {

struct structure_of_arrays {
    static constexpr const char* slug = "memory/structure_of_arrays";
    static constexpr const char* summary = "10 and 20 added to the elements of two arrays in a structure";
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 12 * sizeof(float); // input, its copy, results
    static constexpr int warmups = 1;                                    // the document's kernel `warmup`

    static constexpr std::size_t legacy_size = 1 << 20; // the document's LEN

    //! The legacy side's InnerArray, with its LEN.
    struct arrays_of_len {
        float x[legacy_size];
        float y[legacy_size];
    };
    //! The modern stages' InnerArray.
    struct arrays_of_any_length {
        float* x;
        float* y;
    };

    struct input {
        two_arrays numbers;
        int block;
    };
    using result = two_arrays;

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 128); }
    static input make(std::size_t size, unsigned seed, int block) { return {two_arrays::make(size, seed), block}; }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.numbers.x.empty()) return "no elements";
        if (in.block < 1 || in.block > 1024) return "no block";
        if (in.numbers.x.size() > legacy_size) return "more than 1048576 elements";
        return std::nullopt;
    }

    //! Also gives the seconds of both kernels.
    static result timed_legacy(const input& in, double (&seconds)[2])
    {
        static const entry<cudaError_t(InnerArray*, InnerArray*, InnerArray*, int, int, double*)> call{"legacy", slug};
        const std::size_t n = in.numbers.x.size();
        const auto data = std::make_unique<arrays_of_len>(), warm = std::make_unique<arrays_of_len>(),
                   out = std::make_unique<arrays_of_len>();
        std::copy_n(in.numbers.x.begin(), std::min(n, legacy_size), data->x);
        std::copy_n(in.numbers.y.begin(), std::min(n, legacy_size), data->y);
        const auto passed = [](const std::unique_ptr<arrays_of_len>& arrays) {
            return reinterpret_cast<InnerArray*>(arrays.get());
        };
        check_returned("legacy", call(passed(data), passed(warm), passed(out), static_cast<int>(n), in.block, seconds));
        check_warm_up({{warm->x, warm->x + n}, {warm->y, warm->y + n}}, {{out->x, out->x + n}, {out->y, out->y + n}});
        return {{out->x, out->x + n}, {out->y, out->y + n}};
    }

    static result legacy(const input& in)
    {
        double seconds[2];
        return timed_legacy(in, seconds);
    }

    //! Calls a stage, "modern" or "fast", and throws if its warm-up computed something else.
    static result timed_modern(const char* stage, const input& in, float (&milliseconds)[2])
    {
        using function = void(InnerArray*, InnerArray*, InnerArray*, std::size_t, unsigned, float*);
        static std::map<std::string, entry<function>> entries;
        const auto& call = entries.try_emplace(stage, stage, slug).first->second;
        const std::size_t n = in.numbers.x.size();
        two_arrays data = in.numbers, warm{std::vector<float>(n, -1.f), std::vector<float>(n, -1.f)}, out = warm;
        const auto arrays = [](two_arrays& of) { return arrays_of_any_length{of.x.data(), of.y.data()}; };
        const auto passed = [](arrays_of_any_length& arrays) { return reinterpret_cast<InnerArray*>(&arrays); };
        arrays_of_any_length of_data = arrays(data), of_warm = arrays(warm), of_out = arrays(out);
        call(passed(of_data), passed(of_warm), passed(of_out), n, static_cast<unsigned>(in.block), milliseconds);
        if (!identical(warm, out).holds)
            throw std::runtime_error{std::string{stage} + ": the warm-up's result is another one"};
        return out;
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
};

} // namespace pairs::memory
