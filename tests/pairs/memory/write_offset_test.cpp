#include "write_offset.hpp"

#include "../paired_test.hpp"
#include "efficiency.hpp"
#include "long_offset_vectors.hpp"
#include "times.hpp"

using pairs::write_offset;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(512))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<write_offset>(write_offset::make(size, seed));
}

BOOST_AUTO_TEST_CASE(the_documents_offsets_and_blocks)
{
    const std::size_t size = pairs::under_sanitizer() ? 5000 : 1 << 20;
    for (const std::size_t offset : {0, 11, 128})
        for (const int block : {128, 256, 512, 1024})
            BOOST_TEST_CONTEXT("offset " << offset << ", block " << block)
                pairs::check_pair<write_offset>(write_offset::make(size, 3, offset, block));
}

BOOST_AUTO_TEST_CASE(offsets_at_the_end)
{
    for (const std::size_t offset : {999, 1000, 1001, 1 << 30})
        BOOST_TEST_CONTEXT("offset " << offset)
            pairs::check_pair<write_offset>(write_offset::make(1000, 4, offset, 512));
}

BOOST_AUTO_TEST_CASE(odd_blocks)
{
    for (const int block : {1, 7, 33})
        BOOST_TEST_CONTEXT("block " << block)
            pairs::check_pair<write_offset>(write_offset::make(1000, 5, 11, block));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_launched)
{
    for (const int block : {0, -1, 1025})
        pairs::check_refused<write_offset>(write_offset::make(100, 1, 0, block));
    pairs::check_refused<write_offset>(write_offset::make(0, 1, 0, 512));
    BOOST_CHECK_THROW(write_offset::modern(write_offset::make(100, 1, 0, 0)), std::invalid_argument);
}

// Refused before anything is read or allocated: an allocation would fail with another error.
BOOST_AUTO_TEST_CASE(the_legacy_side_ends_before_its_indices_do)
{
    const pairs::failing_allocations none;
    const auto refuses = [](int size, int offset) {
        double seconds[2];
        return write_offset::call_legacy(nullptr, nullptr, nullptr, size, offset, 512, seconds) == cudaErrorInvalidValue;
    };
    const int longest = 1 << 30;
    BOOST_TEST(refuses(longest + 1, 0));
    BOOST_TEST(refuses(5000, longest + 1));
    BOOST_TEST(refuses(5000, -1));
    auto in = write_offset::make(5000, 1, longest, 512);
    BOOST_TEST(!write_offset::outside_legacy_domain(in).has_value());
    in.offset++;
    BOOST_TEST(write_offset::outside_legacy_domain(in).has_value());
    BOOST_TEST(!pairs::offset_vectors::outside_legacy_sizes(std::size_t{1} << 30, 0, 512).has_value());
    BOOST_TEST(pairs::offset_vectors::outside_legacy_sizes((std::size_t{1} << 30) + 1, 0, 512).has_value());
}

namespace {

void check_long_vectors(std::size_t size, std::size_t offset)
{
    const auto legacy = [](pairs::long_offset_vectors& in, std::size_t by) {
        auto out = in.output();
        double seconds[2];
        BOOST_TEST(write_offset::call_legacy(in.a.data(), in.b.data(), out.data(), static_cast<int>(in.a.size()),
                                             static_cast<int>(by), 512, seconds) == cudaSuccess);
        const pairs::agreement same = pairs::repeats(out.data() + by, in.a.size() - by, in.sums);
        BOOST_TEST(same.holds, "legacy: " << same.words);
    };
    const auto modern = [](const pairs::long_offset_vectors& in, std::size_t by) {
        float milliseconds;
        return write_offset::call_modern(in.a, in.b, by, 512, milliseconds);
    };
    pairs::check_long_offset_vectors(size, offset, false, legacy, modern);
}

} // namespace

BOOST_AUTO_TEST_CASE(vectors_of_a_pattern) { check_long_vectors(9001, 11); }

// The largest offset that leaves a sum is also the one where an index is largest, on the legacy side.
BOOST_AUTO_TEST_CASE(the_longest_vectors, *pairs::memory_for_the_longest_offset_vectors())
{
    constexpr std::size_t longest = pairs::offset_vectors::longest;
    check_long_vectors(longest, 11);
    check_long_vectors(longest, longest - 1);
}

BOOST_AUTO_TEST_CASE(whose_clock) { pairs::check_whose_clock<write_offset>(write_offset::make(5000, 1)); }

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<write_offset>(write_offset::make(1000, 1)); }

// The document's gld_efficiency (100, 100, 100) and gst_efficiency (100, 80, 100). Stores never used Fermi's L1, and
// today's sectors are as large as its segments, so the figures still hold. That a fifth sector costs a fifth of the
// time does not follow: the L2 cache joins what neighbouring warps write before it goes to memory.
//
// A store by each of 32768 warps, of 128 bytes. 11 floats on, they lie in 5 segments, but for those of the last warp,
// whose last 11 threads do nothing: 84 bytes in 3. The modern side does the same, twice. On the legacy side the result
// does not show what is stored, as the kernel `warmup` has stored it before.
BOOST_AUTO_TEST_CASE(the_documents_profile_of_stores, *pairs::counters())
{
    struct {
        std::size_t offset, requests, bytes, segments;
        long per_cent;
    } const cases[] = {
        {0, 32768, 4194304, 131072, 100},
        {11, 32768, 4194260, 163838, 80},
        {128, 32764, 4193792, 131056, 100},
    };
    for (const auto& one : cases)
        for (const auto side : {&write_offset::legacy, &write_offset::modern})
            BOOST_TEST_CONTEXT("offset " << one.offset << (side == &write_offset::legacy ? ", legacy" : ", modern")) {
                const auto in = write_offset::make(1 << 20, 1, one.offset, 512);
                const auto kernel = pairs::kernel_of(pairs::counters_of<write_offset>(side, in), "writeOffset");
                BOOST_TEST(kernel.global_stores.requests == kernel.launches * one.requests);
                BOOST_TEST(kernel.global_stores.requested_bytes == kernel.launches * one.bytes);
                BOOST_TEST(kernel.global_stores.segments_32 == kernel.launches * one.segments);
                BOOST_TEST(pairs::efficiency_of_segments(kernel.global_stores) == one.per_cent);
                BOOST_TEST(pairs::efficiency_of_lines(kernel.global_loads) == 100);
            }
}
