// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What strides tell about the accesses of a block, beside the bytes of each thread.
#include <boost/test/unit_test.hpp>

#include "check/access_strides.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace cuda_emulator;

namespace {

constexpr std::uint32_t warps = 4, threads = warps * 32;

// The threads that touch each byte.
using touched = std::map<std::uint64_t, std::vector<std::uint32_t>>;

touched bytes_of(const block_access& a)
{
    touched all;
    for (std::uint32_t t = a.first; t <= a.last; ++t)
        for (std::uint32_t k = 0; k < a.bytes; ++k)
            all[offset_of(a, t) + k].push_back(t);
    return all;
}

block_access access(std::uint64_t base, std::int64_t across, std::int64_t along, std::uint32_t row, std::uint32_t first,
                    std::uint32_t last)
{
    return {base, across, along, 4, 0, row, first, last, 0, 0, 0};
}

class accesses {
public:
    // Half of them have the strides of the last one, at another base, which is where most of the claims are made.
    block_access next()
    {
        const auto one_of = [&](std::initializer_list<int> all) { return *(all.begin() + random_() % all.size()); };
        if (random_() % 2) {
            last_.across = one_of({0, 4, 8, 12, 16, 64, 128, -4, -8});
            last_.along = one_of({0, 4, 32, 60, 64, 96, 128, 256, -64});
            last_.row = static_cast<std::uint32_t>(one_of({8, 16, 32, threads}));
        }
        last_.base = 8192 + static_cast<std::uint64_t>(one_of({0, 0, 4, 8, 16, 28, 32, 36, 64, 96, 4096}));
        last_.first = static_cast<std::uint32_t>(one_of({0, 0, 0, 0, 3, 32, 77}));
        last_.last = std::max(last_.first, static_cast<std::uint32_t>(one_of({0, 3, 31, 40, 127, 127, 127})));
        return last_;
    }

private:
    std::mt19937 random_{20261129};
    block_access last_ = access(0, 4, 0, threads, 0, threads - 1);
};

std::string text_of(const block_access& a)
{
    return std::to_string(a.base) + " + " + std::to_string(a.across) + " * (t % " + std::to_string(a.row) + ") + " +
           std::to_string(a.along) + " * (t / " + std::to_string(a.row) + "), threads " + std::to_string(a.first) +
           " to " + std::to_string(a.last);
}

scattered_access scattered(const std::vector<std::uint32_t>& offsets, const std::vector<std::uint32_t>& masks)
{
    return {offsets.data(), masks.data(), 4, 9, 0, 4096, 1};
}

} // namespace

BOOST_AUTO_TEST_CASE(claims_hold_for_the_bytes)
{
    accesses all;
    int apart = 0, interleaved = 0, own = 0;
    block_access a = all.next();
    for (int round = 0; round < 4000; ++round) {
        const block_access b = std::exchange(a, all.next());
        const touched of_a = bytes_of(a), of_b = bytes_of(b);
        const auto is_one = [](const auto& byte) { return byte.second.size() == 1; };
        if (are_apart(a)) {
            ++apart;
            BOOST_TEST_REQUIRE(std::all_of(of_a.begin(), of_a.end(), is_one));
        }
        if (!are_interleaved(a, b) && !each_its_own(a, b)) continue;
        interleaved += are_interleaved(a, b);
        own += each_its_own(a, b);
        for (const auto& [byte, by] : of_a) {
            const auto other = of_b.find(byte);
            if (other == of_b.end()) continue;
            BOOST_TEST_REQUIRE(!are_interleaved(a, b));
            BOOST_TEST_REQUIRE((by.size() == 1 && by == other->second), text_of(a)
                                                                            << " and " << text_of(b) << " at " << byte);
        }
    }
    BOOST_TEST(apart > 100);
    BOOST_TEST(interleaved > 100);
    BOOST_TEST(own > 100);
}

BOOST_AUTO_TEST_CASE(rows_that_fill_gaps_are_interleaved)
{
    BOOST_TEST(are_interleaved(access(0, 4, 64, 8, 0, 127), access(32, 4, 64, 8, 0, 127)));
    BOOST_TEST(!are_interleaved(access(0, 4, 64, 8, 0, 127), access(28, 4, 64, 8, 0, 127)));
    BOOST_TEST(are_interleaved(access(0, 8, 0, 128, 0, 127), access(4, 8, 0, 128, 0, 127)));
    BOOST_TEST(!are_interleaved(access(0, 8, 0, 128, 0, 127), access(8, 8, 0, 128, 0, 127)));
}

BOOST_AUTO_TEST_CASE(strides_are_found_and_give_the_same_offsets)
{
    accesses all;
    int found = 0;
    for (int round = 0; round < 2000; ++round) {
        const block_access a = all.next();
        std::vector<std::uint32_t> offsets(threads), masks(warps);
        for (std::uint32_t t = 0; t < threads; ++t) {
            // Inactive lanes repeat an active one.
            offsets[t] = static_cast<std::uint32_t>(offset_of(a, std::clamp(t, a.first, a.last)));
            if (t >= a.first && t <= a.last) masks[t / 32] |= 1u << t % 32;
        }
        const auto strided = strides_of(scattered(offsets, masks), warps, threads);
        const bool must_have = a.row == threads || (a.first == 0 && a.last == threads - 1);
        BOOST_TEST_REQUIRE((strided.has_value() || !must_have));
        if (!strided) continue;
        ++found;
        BOOST_TEST_REQUIRE(strided->first == a.first);
        BOOST_TEST_REQUIRE(strided->last == a.last);
        BOOST_TEST_REQUIRE((strided->pc == 9 && strided->bytes == 4 && strided->writes == 1 && strided->high == 4096));
        for (std::uint32_t t = a.first; t <= a.last; ++t)
            BOOST_TEST_REQUIRE(static_cast<std::uint32_t>(offset_of(*strided, t)) == offsets[t]);
    }
    BOOST_TEST(found > 100);
}

BOOST_AUTO_TEST_CASE(one_other_offset_or_a_missing_thread_has_no_strides)
{
    std::vector<std::uint32_t> offsets(threads);
    const std::vector<std::uint32_t> every(warps, ~0u);
    for (const std::uint32_t row : {8u, 32u, threads})
        for (std::uint32_t odd = 2; odd < threads; ++odd) {
            for (std::uint32_t t = 0; t < threads; ++t)
                offsets[t] = t % row * 4 + t / row * 1024 + (t == odd) * 2048;
            // One row, and then a second one that the odd offset begins, are strides as well.
            if (row == threads && odd == threads - 1) continue;
            const auto strided = strides_of(scattered(offsets, every), warps, threads);
            if (!strided) continue;
            for (std::uint32_t t = 0; t < threads; ++t)
                BOOST_TEST_REQUIRE(static_cast<std::uint32_t>(offset_of(*strided, t)) == offsets[t]);
        }
    for (std::uint32_t t = 0; t < threads; ++t)
        offsets[t] = 4 * t;
    for (std::uint32_t absent = 1; absent + 1 < threads; ++absent) {
        std::vector<std::uint32_t> masks = every;
        masks[absent / 32] &= ~(1u << absent % 32);
        BOOST_TEST_REQUIRE(!strides_of(scattered(offsets, masks), warps, threads));
    }
    BOOST_TEST(!strides_of(scattered(offsets, std::vector<std::uint32_t>(warps)), warps, threads));
}
