// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the undefined bytes of a block: the same ones as a map with an entry for each byte.
#include <boost/test/unit_test.hpp>

#include "check/undefined_bytes.h"

#include <map>
#include <random>

using cuda_emulator::undefined_bytes;

namespace {

// Pages of both windows, so many that some share an entry of the cache of pages.
constexpr std::uint64_t local = std::uint64_t{0x2000} << 32, shared = std::uint64_t{0x2800} << 32;
constexpr std::uint64_t spread = 1 << 18;

struct both {
    undefined_bytes tested;
    std::map<std::uint64_t, undefined_bytes::byte> expected;

    void erase(std::uint64_t address, std::uint64_t bytes)
    {
        tested.erase(address, bytes);
        expected.erase(expected.lower_bound(address), expected.lower_bound(address + bytes));
    }
    void write(std::uint64_t address, std::uint32_t bytes, std::uint32_t origin, std::uint64_t bits)
    {
        tested.write(address, bytes, origin, bits, bits / 2);
        for (std::uint32_t b = 0; b < bytes; ++b) {
            const std::uint32_t shift = bytes == 16 ? 0 : 8 * b;
            expected.erase(address + b);
            if (const auto its = static_cast<std::uint8_t>(bits >> shift))
                expected[address + b] = {origin, its, static_cast<std::uint8_t>(bits / 2 >> shift)};
        }
    }
    void compare(std::uint64_t address, std::uint32_t bytes) const
    {
        std::uint64_t mask = 0;
        for (std::uint32_t b = 0; b < bytes; ++b) {
            const auto e = expected.find(address + b);
            const undefined_bytes::byte* const t = tested.find(address + b);
            BOOST_TEST_REQUIRE((t != nullptr) == (e != expected.end()));
            if (!t) continue;
            mask |= std::uint64_t{1} << b;
            BOOST_TEST_REQUIRE(t->origin == e->second.origin);
            BOOST_TEST_REQUIRE(t->bits == e->second.bits);
            BOOST_TEST_REQUIRE(t->padding == e->second.padding);
        }
        BOOST_TEST_REQUIRE(tested.among(address, bytes) == mask);
        BOOST_TEST_REQUIRE(tested.empty() == expected.empty());
    }
};

} // namespace

BOOST_AUTO_TEST_CASE(the_same_bytes_as_a_map)
{
    std::mt19937_64 random(7);
    both b;
    for (std::uint32_t turn = 0; turn < 200000; ++turn) {
        // Most accesses meet others. Some are misaligned, and some begin before the first page.
        const std::uint64_t base = random() % 2 ? local : shared,
                            far = random() % 8 ? random() % 300 : random() % spread;
        const std::uint64_t address = base + far - random() % 16;
        const std::uint32_t bytes = 1u << random() % 5;
        const std::uint64_t bits = random() & random() & (bytes < 8 ? (std::uint64_t{1} << 8 * bytes) - 1 : ~0ull);
        switch (random() % 8) {
        case 0:
            b.erase(address, random() % 2000);
            break;
        case 1:
            b.write(address, bytes, turn, 0);
            break;
        case 2:
        case 3:
            b.write(address, bytes, turn, bits);
            break;
        default:
            b.compare(address, random() % 4 ? bytes : 64);
        }
        if (turn % 50000 == 0) {
            b.tested.clear();
            b.expected.clear();
        }
    }
}

BOOST_AUTO_TEST_CASE(all_bytes_of_sixteen_have_the_same_bits)
{
    undefined_bytes bytes;
    bytes.write(shared, 16, 3, 0xff, 0);
    BOOST_TEST(bytes.among(shared, 16) == 0xffffu);
    BOOST_TEST(bytes.find(shared + 15)->bits == 0xff);
    bytes.erase(shared, 16);
    BOOST_TEST(bytes.empty());
}
