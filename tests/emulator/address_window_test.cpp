// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The windows of shared and local memory: pieces are apart, in their window, and are used again.
#include "memory/address_window.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

using cuda_emulator::address_window;
using cuda_emulator::window_memory;

namespace {

std::uint64_t number(const void* p) { return reinterpret_cast<std::uint64_t>(p); }

bool are_apart(const window_memory& a, const window_memory& b)
{
    return a.begin() + a.bytes() <= b.begin() || b.begin() + b.bytes() <= a.begin();
}

} // namespace

BOOST_AUTO_TEST_CASE(pieces)
{
    std::vector<window_memory> pieces;
    for (std::size_t k = 0; k < 100; ++k) {
        pieces.emplace_back(address_window::shared(), 1 + k * 2000);
        pieces.emplace_back(address_window::local(), 70000 * (k + 1));
    }
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const window_memory& piece = pieces[k];
        BOOST_REQUIRE(piece.begin());
        std::memset(piece.begin(), 1, piece.bytes());
        const bool is_shared = k % 2 == 0;
        for (const std::uint64_t at : {number(piece.begin()), number(piece.begin() + piece.bytes() - 1)}) {
            BOOST_TEST(address_window::shared().holds(at) == is_shared);
            BOOST_TEST(address_window::local().holds(at) == !is_shared);
        }
        if (is_shared) BOOST_TEST(number(piece.begin()) % address_window::shared_stride == 0);
        for (std::size_t other = 0; other < k; ++other)
            BOOST_REQUIRE(are_apart(piece, pieces[other]));
    }
    const std::vector<char> on_the_heap(100);
    const int on_the_stack = 0;
    for (const void* p : {static_cast<const void*>(on_the_heap.data()), static_cast<const void*>(&on_the_stack)}) {
        BOOST_TEST(!address_window::shared().holds(number(p)));
        BOOST_TEST(!address_window::local().holds(number(p)));
    }
}

// A 32-bit offset from any piece, even the last one, leads to no other memory.
BOOST_AUTO_TEST_CASE(guard)
{
    std::vector<window_memory> pieces;
    std::uint64_t last = 0;
    for (std::size_t bytes = std::size_t{1} << 43; bytes >= address_window::shared_stride;) {
        window_memory piece(address_window::shared(), bytes);
        if (!piece.begin()) {
            bytes /= 2;
            continue;
        }
        last = std::max(last, number(piece.begin()) + bytes - address_window::shared_stride);
        pieces.push_back(std::move(piece));
    }
    BOOST_TEST(!window_memory(address_window::shared(), 1).begin());
    BOOST_TEST(address_window::shared().holds(last));
    BOOST_TEST(address_window::shared().holds(last + 0xffffffffu));
}

BOOST_AUTO_TEST_CASE(reuse)
{
    for (address_window* window : {&address_window::shared(), &address_window::local()}) {
        char* first = nullptr;
        for (int turn = 0; turn < 3; ++turn) {
            const window_memory a(*window, 100000), b(*window, 100), c(*window, 300000);
            BOOST_REQUIRE(a.begin());
            BOOST_REQUIRE(b.begin());
            BOOST_REQUIRE(c.begin());
            a.begin()[99999] = b.begin()[99] = c.begin()[299999] = 1;
            if (!first) first = a.begin();
            BOOST_TEST(static_cast<void*>(a.begin()) == static_cast<void*>(first));
        }
    }
}

// More pieces than the kernel allows mappings (vm.max_map_count).
BOOST_AUTO_TEST_CASE(many)
{
    std::vector<window_memory> pieces;
    for (int k = 0; k < 40000; ++k) {
        pieces.emplace_back(address_window::shared(), 10);
        BOOST_REQUIRE(pieces.back().begin());
        pieces.back().begin()[9] = 1;
    }
    pieces.clear();
    const window_memory again(address_window::shared(), 10);
    BOOST_REQUIRE(again.begin());
    again.begin()[9] = 1;
}
