// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the sums of squares: the document's data, its size, the sum.
#pragma once

#include <ctime>
#include <limits>
#include <random>

#include "../pair.hpp"

namespace pairs {

//! `Pair` names its slug.
template <class Pair>
struct sum_of_squares {
    static constexpr std::size_t default_size = 1 << 20;
    static constexpr std::size_t bytes_per_element = 2 * sizeof(int); // input and its padded copy
    static constexpr int warmups = 0;

    // The document's DATA_SIZE. Shorter input is padded with zeros, which do not change the sum.
    static constexpr std::size_t legacy_size = 1048576;

    using input = std::vector<int>;
    using result = long long; // the legacy side's int is widened

    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> digit{0, 9};
        input data(size);
        for (int& x : data)
            x = digit(random);
        if (size && data[0] < 2) data[0] += 2; // neither all zeros nor all ones, even if there are few
        return data;
    }

    static std::optional<std::string> outside_legacy_domain(const input& data)
    {
        if (data.size() > legacy_size) return "more than 1048576 numbers";
        if (reference(data) > std::numeric_limits<int>::max()) return "the squares add up to more than an int holds";
        return std::nullopt;
    }

    // The time that the legacy side printed: cycles between clocks of different multiprocessors.
    static std::clock_t& printed_cycles()
    {
        static std::clock_t cycles = 0;
        return cycles;
    }

    static result legacy(const input& data)
    {
        static const entry<int(const int*, std::clock_t*)> call{"legacy", Pair::slug};
        input padded = data;
        padded.resize(legacy_size);
        const int sum = call(padded.data(), &printed_cycles());
        check_last_error("legacy");
        return sum;
    }

    static result modern(const input& data)
    {
        static const modern_entry call{"modern", Pair::slug};
        return timed("modern", call, data);
    }

    using modern_entry = entry<long long(const int*, std::size_t, float*)>; // a fast stage's, too
    static result timed(const char* side, const modern_entry& call, const input& data)
    {
        float milliseconds = -1;
        const result sum = call(data.data(), data.size(), &milliseconds);
        check_time(side, milliseconds);
        return sum;
    }

    static result reference(const input& data)
    {
        result sum = 0;
        for (const long long x : data)
            sum += x * x;
        return sum;
    }

    static agreement compare(const input&, const result& one, const result& other) { return identical(one, other); }
    static std::string show(const result& sum) { return in_words(sum); }
};

} // namespace pairs
