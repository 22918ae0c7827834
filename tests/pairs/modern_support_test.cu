// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests parts of modern/support that the paired tests do not reach: grids too long for a device, owners that free, and
// the text of an error.

#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "../../modern/support/cuda.hpp"
#include "../../modern/support/launch.hpp"
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

// If only the lowest 32 bits counted, 2^32 + 3 blocks would become 3.
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

namespace {

__global__ void nothing() {}

} // namespace

BOOST_AUTO_TEST_CASE(resident_blocks_fill_the_device_and_no_more)
{
    BOOST_TEST(resident_blocks(nothing, 256, 0) == 1);
    BOOST_TEST(resident_blocks(nothing, 256, 1) == 1);
    BOOST_TEST(resident_blocks(nothing, 256, 257) == 2);
    int device, multiprocessors, blocks;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0));
    const std::size_t many = std::numeric_limits<std::size_t>::max();
    BOOST_TEST(resident_blocks(nothing, 256, many) == multiprocessors * blocks);
    // Only one block of a multiprocessor can have this much shared memory.
    BOOST_TEST(resident_blocks(nothing, 256, many, 48 * 1024) < multiprocessors * blocks);
}

BOOST_AUTO_TEST_CASE(an_owner_frees_what_a_call_has_handed_out)
{
    const int live = pairs::live_allocations();
    {
        device_memory<float> memory, empty;
        check(cudaMalloc(memory.out(), 12 * sizeof(float)));
        BOOST_TEST(pairs::live_allocations() == live + 1);
        float* const before = memory;
        BOOST_TEST(before);
        check(cudaMalloc(memory.out(), 13 * sizeof(float))); // frees the memory that it owned
        BOOST_TEST(pairs::live_allocations() == live + 1);
        device_array array;
        const cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
        check(cudaMallocArray(array.out(), &texel, 12));
        BOOST_TEST(pairs::live_allocations() == live + 2);
        event start;
        check(cudaEventCreate(start.out()));
        check(cudaEventRecord(start));
        BOOST_TEST(!static_cast<float*>(empty));
    }
    BOOST_TEST(pairs::live_allocations() == live);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(an_owner_can_be_moved_and_frees_once)
{
    const int live = pairs::live_allocations();
    {
        const auto allocated = [] { // an owner can be returned, and kept in a container
            device_memory<float> memory;
            check(cudaMalloc(memory.out(), 12 * sizeof(float)));
            return memory;
        };
        std::vector<device_memory<float>> several;
        for (int i = 0; i < 5; i++)
            several.push_back(allocated()); // grows, and moves what it has
        BOOST_TEST(pairs::live_allocations() == live + 5);

        float* const first = several[0];
        device_memory<float> memory = std::move(several[0]);
        BOOST_TEST(static_cast<float*>(memory) == first);
        BOOST_TEST(!static_cast<float*>(several[0]));
        BOOST_TEST(pairs::live_allocations() == live + 5);

        memory = std::move(several[1]); // frees the memory that it owned
        BOOST_TEST(pairs::live_allocations() == live + 4);
        BOOST_TEST(!static_cast<float*>(several[1]));

        device_memory<float>& itself = memory;
        memory = std::move(itself);
        BOOST_TEST(static_cast<float*>(memory));
        BOOST_TEST(pairs::live_allocations() == live + 4);
    }
    BOOST_TEST(pairs::live_allocations() == live);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
    static_assert(std::is_nothrow_move_constructible_v<event> && std::is_nothrow_move_assignable_v<event>);
    static_assert(!std::is_copy_constructible_v<event> && !std::is_copy_assignable_v<event>);
}

BOOST_AUTO_TEST_CASE(a_refused_call_leaves_nothing_to_free)
{
    const int live = pairs::live_allocations();
    {
        device_memory<float> memory;
        const pairs::failing_allocations full;
        BOOST_CHECK_THROW(check(cudaMalloc(memory.out(), 12)), std::runtime_error);
        BOOST_TEST(!static_cast<float*>(memory));
    }
    BOOST_TEST(pairs::live_allocations() == live);
}

BOOST_AUTO_TEST_CASE(an_error_names_its_line_and_is_gone)
{
    const int line = __LINE__ + 1;
    const auto use = [] { check(cudaErrorNotReady); };
    const std::string words = std::string{__FILE__} + ":" + std::to_string(line) + ": cudaErrorNotReady: ";
    BOOST_CHECK_EXCEPTION(use(), std::runtime_error, [&](const std::runtime_error& error) {
        BOOST_TEST_INFO(error.what());
        return std::string{error.what()}.rfind(words, 0) == 0;
    });
    BOOST_CHECK_THROW(check(cudaSetDevice(-1)), std::runtime_error);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}
