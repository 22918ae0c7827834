// What the modern examples share, where the paired tests do not reach: grids too long for a device, cleared memory,
// what an error names.

#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "../../modern/support/buffers.hpp"
#include "../../modern/support/matrix.hpp"
#include "../../modern/support/texture.hpp"
#include "runtime_interposer.hpp"

BOOST_AUTO_TEST_CASE(a_grid_holds_all_items)
{
    struct {
        std::size_t items, per_block;
        unsigned blocks;
    } const cases[] = {
        {0, 256, 0},
        {1, 256, 1},
        {255, 256, 1},
        {256, 256, 1},
        {257, 256, 2},
        {1, std::numeric_limits<std::size_t>::max(), 1},
        {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max(), 1},
        {2147483647, 1, 2147483647},
        {2147483647 * std::size_t{1024} - 1023, 1024, 2147483647},
        {2147483647 * std::size_t{1024}, 1024, 2147483647},
    };
    for (const auto& one : cases)
        BOOST_TEST_CONTEXT(one.items << " items in blocks of " << one.per_block)
    BOOST_TEST(grid_of(one.items, one.per_block) == one.blocks);
}

// 2^32 + 3 blocks would become 3 where only the lowest 32 bits are taken.
BOOST_AUTO_TEST_CASE(no_grid_is_longer_than_a_device_takes)
{
    struct {
        std::size_t items, per_block;
    } const cases[] = {
        {2147483648, 1},
        {(std::size_t{1} << 32) + 3, 1},
        {2147483647 * std::size_t{1024} + 1, 1024},
        {std::numeric_limits<std::size_t>::max(), 1024},
    };
    for (const auto& one : cases)
        BOOST_TEST_CONTEXT(one.items << " items in blocks of " << one.per_block)
    BOOST_CHECK_EXCEPTION(grid_of(one.items, one.per_block), std::length_error, [](const auto& error) {
        return std::string{error.what()}.find("2^31 - 1 blocks") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(cleared_memory_is_cleared)
{
    const pairs::poisoned_allocations poison{0x5a};
    for (const std::size_t size : {1, 3, 1009, 65537}) {
        const device_buffer<short> cleared{size, zeroed}, poisoned{size};
        BOOST_TEST(cleared.to_host() == std::vector<short>(size), boost::test_tools::per_element());
        BOOST_TEST(poisoned.to_host() == std::vector<short>(size, 0x5a5a), boost::test_tools::per_element());
    }
    BOOST_TEST(device_buffer<short>(0, zeroed).to_host().empty());
}

// Not the line of the support header that failed, which says nothing to who uses it.
BOOST_AUTO_TEST_CASE(an_error_names_the_line_that_uses_a_handle)
{
    const std::vector<float> numbers(12);
    const device_buffer<float> memory{0};
    struct {
        int line;
        std::function<void()> use;
    } const cases[] = {
        {__LINE__, [] { check(cudaErrorNotReady); }},
        {__LINE__, [] { device_buffer<float>{12}; }},
        {__LINE__, [] { device_buffer<float>{12, zeroed}; }},
        {__LINE__, [&] { device_buffer<float>{numbers}; }},
        {__LINE__, [] { device_matrix<float>{3, 4}; }},
        {__LINE__, [&] { device_matrix<float>{3, 4, numbers}; }},
        {__LINE__, [] { cuda_array<float>{12}; }},
        {__LINE__, [] { cuda_array_3d<float>{2, 3, 2}; }},
        {__LINE__, [&] { texture_object{memory}; }},
        {__LINE__, [] { texture_object{cudaResourceDesc{}, cudaTextureDesc{}}; }},
    };
    const pairs::failing_allocations full;
    for (const auto& one : cases) {
        const std::string place = std::string{__FILE__} + ":" + std::to_string(one.line) + ": cudaError";
        BOOST_CHECK_EXCEPTION(one.use(), std::runtime_error, [&](const std::runtime_error& error) {
            BOOST_TEST_INFO(error.what());
            return std::string{error.what()}.rfind(place, 0) == 0;
        });
    }
}
