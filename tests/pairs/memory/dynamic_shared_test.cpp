#include "dynamic_shared.hpp"

#include "../paired_test.hpp"

using pairs::dynamic_shared;

namespace {

// The longest tile that the device's shared memory holds twice.
std::size_t longest_tile()
{
    int device = 0, bytes = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    return static_cast<std::size_t>(bytes) / 32 * 32 / (sizeof(float) + sizeof(int));
}

} // namespace

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(256))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<dynamic_shared>(dynamic_shared::make(size, seed));
}

BOOST_AUTO_TEST_CASE(every_size_of_shared_memory_up_to_a_block)
{
    for (const std::size_t tile : {1, 2, 3, 7, 31, 32, 33, 255, 256, 257, 1000, 1023, 1024})
        BOOST_TEST_CONTEXT("tile " << tile) {
            const auto whole = dynamic_shared::make(5 * tile, 2, tile);
            BOOST_TEST(!dynamic_shared::outside_legacy_domain(whole).has_value());
            pairs::check_pair<dynamic_shared>(whole);
            pairs::check_pair<dynamic_shared>(dynamic_shared::make(5 * tile + tile / 2, 3, tile));
        }
}

BOOST_AUTO_TEST_CASE(beyond_48_kilobytes)
{
    // 6144 elements of both are the 48 KB that need no attribute.
    for (const std::size_t tile : {std::size_t{6144}, std::size_t{6145}, longest_tile()})
        BOOST_TEST_CONTEXT("tile " << tile)
            pairs::check_pair<dynamic_shared>(dynamic_shared::make(2 * tile + 5, 4, tile));
}

BOOST_AUTO_TEST_CASE(more_than_the_device_has_is_refused)
{
    if (pairs::under_sanitizer()) return; // it reports the refused call as an error
    const std::size_t tile = longest_tile() + 4;
    BOOST_CHECK_THROW(dynamic_shared::modern(dynamic_shared::make(tile, 1, tile)), std::runtime_error);
    // A tile longer than the arrays needs no more than they are long.
    pairs::check_pair<dynamic_shared>(dynamic_shared::make(100, 1, tile));
    pairs::check_pair<dynamic_shared>(dynamic_shared::make(512, 1));
}

BOOST_AUTO_TEST_CASE(what_is_no_tile)
{
    BOOST_CHECK_THROW(dynamic_shared::modern(dynamic_shared::make(10, 1, 0)), std::invalid_argument);
    for (const std::size_t tile : {0, 3, 1025})
        pairs::check_refused<dynamic_shared>(dynamic_shared::make(1025 * 4, 1, tile));
    pairs::check_refused<dynamic_shared>(dynamic_shared::make(0, 1));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<dynamic_shared>(dynamic_shared::make(1024, 1)); }
