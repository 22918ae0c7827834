#include "read_offset.hpp"

#include "../paired_test.hpp"
#include "efficiency.hpp"
#include "long_offset_vectors.hpp"
#include "times.hpp"

using pairs::read_offset;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(512))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<read_offset>(read_offset::make(size, seed));
}

BOOST_AUTO_TEST_CASE(the_documents_offsets_and_blocks)
{
    const std::size_t size = pairs::under_sanitizer() ? 5000 : 1 << 20;
    for (const std::size_t offset : {0, 11, 128})
        for (const int block : {128, 256, 512, 1024})
            BOOST_TEST_CONTEXT("offset " << offset << ", block " << block)
                pairs::check_pair<read_offset>(read_offset::make(size, 3, offset, block));
}

BOOST_AUTO_TEST_CASE(offsets_at_the_end)
{
    for (const std::size_t offset : {999, 1000, 1001, 1 << 30})
        BOOST_TEST_CONTEXT("offset " << offset)
            pairs::check_pair<read_offset>(read_offset::make(1000, 4, offset, 512));
}

BOOST_AUTO_TEST_CASE(odd_blocks)
{
    for (const int block : {1, 7, 33})
        BOOST_TEST_CONTEXT("block " << block)
            pairs::check_pair<read_offset>(read_offset::make(1000, 5, 11, block));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_launched)
{
    for (const int block : {0, -1, 1025})
        pairs::check_refused<read_offset>(read_offset::make(100, 1, 0, block));
    pairs::check_refused<read_offset>(read_offset::make(0, 1, 0, 512));
    BOOST_CHECK_THROW(read_offset::modern(read_offset::make(100, 1, 0, 0)), std::invalid_argument);
}

// Refused before anything is read or allocated: an allocation would fail with another error.
BOOST_AUTO_TEST_CASE(the_legacy_side_ends_before_its_indices_do)
{
    const pairs::failing_allocations none;
    const auto refuses = [](int size, int offset) {
        double seconds[2];
        return read_offset::call_legacy(nullptr, nullptr, nullptr, size, offset, 512, seconds) == cudaErrorInvalidValue;
    };
    const int longest = 1 << 30;
    BOOST_TEST(refuses(longest + 1, 0));
    BOOST_TEST(refuses(5000, longest + 1));
    BOOST_TEST(refuses(5000, -1));
    auto in = read_offset::make(5000, 1, longest, 512);
    BOOST_TEST(!read_offset::outside_legacy_domain(in).has_value());
    in.offset++;
    BOOST_TEST(read_offset::outside_legacy_domain(in).has_value());
    BOOST_TEST(!pairs::offset_vectors::outside_legacy_sizes(std::size_t{1} << 30, 0, 512).has_value());
    BOOST_TEST(pairs::offset_vectors::outside_legacy_sizes((std::size_t{1} << 30) + 1, 0, 512).has_value());
}

namespace {

void check_long_vectors(std::size_t size, std::size_t offset)
{
    const auto legacy = [](pairs::long_offset_vectors& in, std::size_t by) {
        auto out = in.output();
        double seconds[2];
        BOOST_TEST(read_offset::call_legacy(in.a.data(), in.b.data(), out.data(), static_cast<int>(in.a.size()),
                                            static_cast<int>(by), 512, seconds) == cudaSuccess);
        out.resize(in.a.size() - by);
        pairs::check_repeats("legacy", out, in.a.size() - by, in.sums);
    };
    const auto modern = [](const pairs::long_offset_vectors& in, std::size_t by) {
        float milliseconds;
        return read_offset::call_modern(in.a, in.b, by, 512, milliseconds);
    };
    pairs::check_long_offset_vectors(size, offset, true, legacy, modern);
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

BOOST_AUTO_TEST_CASE(whose_clock) { pairs::check_whose_clock<read_offset>(read_offset::make(5000, 1)); }

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<read_offset>(read_offset::make(1000, 1)); }

// The document's gld_efficiency, L1 on (100, 49.81, 100) and off (100, 80, 100), and its gld_transactions (65184,
// 131039, 65744), which were samples: here they are exact. Where L1 is on today, it is filled by sectors: the second
// row is what holds, and 11 elements cost a quarter more, not twice as much.
//
// 2 loads by each of 32768 warps, of 128 bytes. 11 floats on, a warp's floats lie in 2 lines and 5 segments, but for
// those of the last warp, whose last 11 threads load nothing: 84 bytes in 1 line and 3 segments. 128 floats on, the
// last 4 warps load nothing. The modern side loads the same, twice. Both store each sum: on the legacy side the result
// does not show it, as the kernel `warmup` has stored it before.
BOOST_AUTO_TEST_CASE(the_documents_profile_of_loads, *pairs::counters())
{
    struct {
        std::size_t offset, requests, bytes, lines, segments;
        long lines_per_cent, segments_per_cent;
    } const cases[] = {
        {0, 65536, 8388608, 65536, 262144, 100, 100},
        {11, 65536, 8388520, 131070, 327676, 50, 80},
        {128, 65528, 8387584, 65528, 262112, 100, 100},
    };
    for (const auto& one : cases)
        for (const auto side : {&read_offset::legacy, &read_offset::modern})
            BOOST_TEST_CONTEXT("offset " << one.offset << (side == &read_offset::legacy ? ", legacy" : ", modern")) {
                const auto in = read_offset::make(1 << 20, 1, one.offset, 512);
                const auto kernel = pairs::kernel_of(pairs::counters_of<read_offset>(side, in), "readOffset");
                BOOST_TEST(kernel.global_loads.requests == kernel.launches * one.requests);
                BOOST_TEST(kernel.global_loads.requested_bytes == kernel.launches * one.bytes);
                BOOST_TEST(kernel.global_loads.lines_128 == kernel.launches * one.lines);
                BOOST_TEST(kernel.global_loads.segments_32 == kernel.launches * one.segments);
                BOOST_TEST(pairs::efficiency_of_lines(kernel.global_loads) == one.lines_per_cent);
                BOOST_TEST(pairs::efficiency_of_segments(kernel.global_loads) == one.segments_per_cent);
                BOOST_TEST(kernel.global_stores.requested_bytes == kernel.launches * one.bytes / 2);
                BOOST_TEST(pairs::efficiency_of_segments(kernel.global_stores) == 100); // C[i] stays aligned
            }
}
