// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <tuple>

#include "../pair.hpp"
#include "arrays.hpp"

namespace pairs::memory {

struct variable_qualifiers {
    static constexpr const char* slug = "memory/variable_qualifiers";
    static constexpr const char* summary =
        "what automatic, shared, device and constant variables hold after 3 launches";
    static constexpr std::size_t default_size = 1 << 16;
    static constexpr std::size_t bytes_per_element =
        40 * sizeof(int); // 8 numbers, their copies, 11 results on each side
    static constexpr int warmups = 0;

    static constexpr std::size_t numbers_per_thread = 8;
    static constexpr std::size_t most_threads = std::size_t{1} << 30; // for a run of the modern side in this test

    struct input {
        std::size_t size; // threads in all
        int threads;      // of a block
        int value, launches;
        std::vector<int> index; // numbers from 0 to 7: the first of each thread, the second of each …
    };
    struct result {
        std::vector<int> local, shared;
        int global;
        std::vector<int> fixed, chosen;

        auto members() const { return std::tie(local, shared, global, fixed, chosen); }
    };

    static input make(std::size_t size, unsigned seed) { return make(size, seed, 64, 3); }
    static input make(std::size_t size, unsigned seed, int threads, int launches)
    {
        std::mt19937 random{seed};
        std::uniform_int_distribution<int> number{0, 7}, value{-20, 20};
        input in{size, threads, value(random), launches, std::vector<int>(size * numbers_per_thread)};
        for (int& x : in.index)
            x = number(random);
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.size == 0) return "no threads";
        if (in.size > (std::size_t{1} << 30) / numbers_per_thread) return "more than 2^30 numbers";
        if (in.threads < 1 || in.threads > 1024) return "no block";
        if (in.size % static_cast<std::size_t>(in.threads) != 0) return "no multiple of the block";
        if (in.launches < 0) return "fewer launches than none";
        for (const std::size_t times : {std::size_t{10}, in.size * static_cast<std::size_t>(in.launches)}) // and 8
            if (const __int128 sum = static_cast<__int128>(times) * in.value;
                sum < std::numeric_limits<int>::min() || sum > std::numeric_limits<int>::max())
                return "a sum that is no int";
        if (std::any_of(in.index.begin(), in.index.end(), [](int x) { return x < 0 || x > 7; }))
            return "a number that is not from 0 to 7";
        return std::nullopt;
    }

    static cudaError_t call_legacy(int value, int launches, int n, int threads, const int* index, int count, int* local,
                                   int* shared, int* global, int* fixed, int* chosen)
    {
        static const entry<cudaError_t(int, int, int, int, const int*, int, int*, int*, int*, int*, int*)> call{
            "legacy", slug};
        return call(value, launches, n, threads, index, count, local, shared, global, fixed, chosen);
    }

    static result legacy(const input& in)
    {
        result out{std::vector<int>(in.size, -1), std::vector<int>(blocks(in), -1), -1, std::vector<int>(in.size, -1),
                   std::vector<int>(8 * in.size, -1)};
        check_returned("legacy", call_legacy(in.value, in.launches, static_cast<int>(in.size), in.threads,
                                             in.index.data(), numbers_per_thread, out.local.data(), out.shared.data(),
                                             &out.global, out.fixed.data(), out.chosen.data()));
        return out;
    }

    static result call_modern(int value, int launches, std::size_t n, unsigned threads, const std::vector<int>& index)
    {
        static const entry<void(int, int, std::size_t, unsigned, const int*, int, int*, int*, int*, int*, int*)> call{
            "modern", slug};
        const std::size_t of_blocks = threads ? (n + threads - 1) / threads : 0;
        const std::size_t room = n < most_threads ? n : 0; // a refused call writes nothing
        result out{std::vector<int>(room, -1), std::vector<int>(room ? of_blocks : 0, -1), -1,
                   std::vector<int>(room, -1), std::vector<int>(8 * room, -1)};
        const int count = n ? static_cast<int>(index.size() / n) : 0;
        call(value, launches, n, threads, index.data(), count, out.local.data(), out.shared.data(), &out.global,
             out.fixed.data(), out.chosen.data());
        return out;
    }

    static result modern(const input& in)
    {
        return call_modern(in.value, in.launches, in.size, static_cast<unsigned>(in.threads), in.index);
    }

    static result reference(const input& in)
    {
        result out{std::vector<int>(in.size, in.launches ? in.value : 0), std::vector<int>(blocks(in)), 0,
                   std::vector<int>(in.size, 10 * in.value), std::vector<int>(8 * in.size)};
        for (std::size_t i = 0; i < in.size; i++) {
            if (in.launches) out.shared[i / static_cast<std::size_t>(in.threads)] += in.value;
            out.global += in.value * in.launches;
            for (std::size_t k = 0; k < numbers_per_thread; k++)
                out.chosen[static_cast<std::size_t>(in.index[k * in.size + i]) * in.size + i] += in.value;
        }
        return out;
    }

    static agreement compare(const input&, const result& one, const result& other)
    {
        for (const agreement& part : {identical(one.local, other.local), identical(one.shared, other.shared),
                                      identical(one.global, other.global), identical(one.fixed, other.fixed)})
            if (!part.holds) return part;
        return identical(one.chosen, other.chosen);
    }

    static std::string show(const result& out)
    {
        return pairs::summary(out.local) + ", " + pairs::summary(out.shared) + ", " + in_words(out.global);
    }

private:
    static std::size_t blocks(const input& in)
    {
        const auto threads = static_cast<std::size_t>(std::max(in.threads, 1));
        return (in.size + threads - 1) / threads;
    }
};

} // namespace pairs::memory
