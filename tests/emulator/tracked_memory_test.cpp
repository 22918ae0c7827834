// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The changes of memory in a record: which elements changed, in which chunk. Neither pitch nor rows count.
#include "record/run_record.h"
#include "record/tracked_memory.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>

using namespace cuda_emulator;

namespace {

char* allocate(std::size_t bytes)
{
    return static_cast<char*>(device_memory::instance().allocate(bytes, allocation_kind::device));
}

changes compare(tracked_memory& m, tracked_allocation& t, std::size_t element) { return m.compare(t, element, {}, {}); }

} // namespace

BOOST_AUTO_TEST_CASE(elements_that_changed)
{
    tracked_memory m;
    char* const p = allocate(3 * chunk_bytes + 10);
    std::memset(p, 0, 3 * chunk_bytes + 10);
    tracked_allocation& t = *m.at(p + 100);
    BOOST_TEST(t.number == 1u);
    BOOST_TEST(compare(m, t, 4).bytes == 0u);
    const std::uint64_t before = t.state;
    // One byte of an element counts as the element; the two sides of a chunk's end are one range.
    p[chunk_bytes - 3] = 1;
    p[chunk_bytes + 2] = 1;
    p[3 * chunk_bytes + 9] = 1;
    changes c = compare(m, t, 4);
    BOOST_TEST(c.bytes == 4u + 4u + 2u); // the last element is cut
    BOOST_TEST(c.ranges == 2u);
    BOOST_TEST(c.first == chunk_bytes - 4);
    BOOST_TEST(c.last == 3 * chunk_bytes + 9);
    BOOST_TEST(c.chunks.size() == 3u);
    BOOST_TEST(c.chunks[2].index == 3u);
    BOOST_TEST(t.state != before);
    BOOST_TEST(compare(m, t, 4).bytes == 0u); // seen now
    p[chunk_bytes - 3] = p[chunk_bytes + 2] = p[3 * chunk_bytes + 9] = 0;
    BOOST_TEST(compare(m, t, 1).bytes == 3u);
    BOOST_TEST(t.state == before);
}

BOOST_AUTO_TEST_CASE(hash_of_a_chunk_has_places_and_values)
{
    tracked_memory m;
    char* const p = allocate(256);
    char* const q = allocate(256);
    std::memset(p, 0, 256);
    std::memset(q, 9, 256);
    tracked_allocation &a = *m.at(p), &b = *m.at(q);
    const auto changed = [&](std::size_t x, char value, std::size_t y, char other) {
        p[x] = value;
        q[y] = other;
        return std::pair(compare(m, a, 1).chunks.at(0).hash, compare(m, b, 1).chunks.at(0).hash);
    };
    auto [same, also] = changed(5, 1, 5, 1);
    BOOST_TEST(same == also); // whatever stands around it
    auto [one, other_place] = changed(7, 2, 8, 2);
    BOOST_TEST(one != other_place);
    auto [two, other_value] = changed(20, 3, 20, 4);
    BOOST_TEST(two != other_value);
}

BOOST_AUTO_TEST_CASE(gaps_between_rows_do_not_count)
{
    tracked_memory m;
    constexpr std::size_t width = 100, pitch = 512, rows = 5;
    char* const pitched = allocate(pitch * rows);
    char* const plain = allocate(width * rows);
    device_memory::instance().set_rows(pitched, width, pitch);
    std::memset(pitched, 7, pitch * rows);
    std::memset(plain, 7, width * rows);
    tracked_allocation &a = *m.at(pitched), &b = *m.at(plain);
    BOOST_TEST(a.size() == width * rows);
    BOOST_TEST(a.state == b.state);
    BOOST_TEST(a.place_of(a.memory.address + 2 * pitch + 3) == 2 * width + 3);
    BOOST_TEST(a.place_of(a.memory.address + width) == SIZE_MAX);
    pitched[pitch + width] = 1; // in a gap
    BOOST_TEST(compare(m, a, 1).bytes == 0u);
    pitched[3 * pitch + 4] = plain[3 * width + 4] = 1;
    BOOST_TEST(compare(m, a, 1).chunks.at(0).hash == compare(m, b, 1).chunks.at(0).hash);
}

BOOST_AUTO_TEST_CASE(writes_of_the_host_are_no_changes)
{
    tracked_memory m;
    char* const p = allocate(1000);
    std::memset(p, 0, 1000);
    tracked_allocation& t = *m.at(p);
    std::memset(p + 10, 3, 20);
    m.written(p + 10, 20);
    m.look(); // as before a launch
    BOOST_TEST(compare(m, t, 1).bytes == 0u);
    const unsigned number = t.number;
    BOOST_TEST(m.forget(p) == number);
    BOOST_TEST(m.forget(p) == 0u);
    int local = 0;
    BOOST_TEST(m.at(&local) == nullptr);
}

BOOST_AUTO_TEST_CASE(writes_to_rows_are_seen_once)
{
    tracked_memory m;
    constexpr std::size_t width = 3000, pitch = 3072, rows = 40;
    char* const p = allocate(pitch * rows);
    device_memory::instance().set_rows(p, width, pitch);
    std::memset(p, 0, pitch * rows);
    tracked_allocation& t = *m.at(p);
    const std::uint64_t before = t.state;
    for (std::size_t y = 12; y < 30; ++y) {
        std::memset(p + y * pitch, 5, width);
        m.written(p + y * pitch, width);
    }
    BOOST_TEST(t.state == before);
    m.look();
    BOOST_TEST(t.state != before);
    BOOST_TEST(compare(m, t, 1).bytes == 0u);
}

BOOST_AUTO_TEST_CASE(rows_of_a_copy_do_not_count)
{
    std::vector<char> bytes(3 * chunk_bytes + 123);
    for (std::size_t k = 0; k < bytes.size(); ++k)
        bytes[k] = static_cast<char>(k * 31 / 7);
    copied_bytes whole;
    whole.add(bytes.data(), bytes.size());
    for (const std::size_t row : {std::size_t{1}, std::size_t{777}, chunk_bytes, chunk_bytes + 1}) {
        copied_bytes parts;
        for (std::size_t at = 0; at < bytes.size(); at += row)
            parts.add(bytes.data() + at, std::min(row, bytes.size() - at));
        BOOST_TEST(parts.count() == bytes.size());
        BOOST_TEST(parts.hash() == whole.hash());
        BOOST_TEST(parts.kept().empty());
    }
    copied_bytes few;
    few.add(bytes.data(), 30);
    few.add(bytes.data() + 30, 34);
    BOOST_TEST(few.kept().size() == 64u);
    few.add(bytes.data(), 1);
    BOOST_TEST(few.kept().empty());
}
