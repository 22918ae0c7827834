// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The harness of the paired tests detects what it is made for.

#include <boost/test/unit_test.hpp>

#include "paired_test.hpp"
#include "timing_start.hpp"

namespace {

using call = pairs::entry<cudaError_t(int*, int, int)>;

std::vector<int> run(int n, int written)
{
    static const call example{"legacy", "harness/harness_example"};
    std::vector<int> out(n, -7);
    BOOST_REQUIRE(example(out.data(), n, written) == cudaSuccess);
    return out;
}

} // namespace

BOOST_AUTO_TEST_CASE(memory_nobody_wrote_shows)
{
    std::vector<std::vector<int>> results;
    for (const int byte : {0xff, 0x5a}) {
        const pairs::poisoned_allocations poison{static_cast<unsigned char>(byte)};
        results.push_back(run(100, 99));
    }
    BOOST_TEST(results[0][98] == 98);
    BOOST_TEST(results[0][99] == -1);
    BOOST_TEST(results[1][99] == 0x5a5a5a5a);
    BOOST_TEST(!pairs::identical(results[0], results[1]).holds);
}

BOOST_AUTO_TEST_CASE(launches_are_counted_and_timed)
{
    const pairs::launch_timer timer;
    BOOST_TEST(timer.launches() == 0);
    run(100, 100);
    run(100, 100);
    BOOST_TEST(timer.launches() == 2);
    BOOST_TEST(timer.milliseconds() > 0);
    BOOST_TEST(timer.milliseconds(1) < timer.milliseconds());
    BOOST_TEST(timer.milliseconds(2) == 0);
}

// If a kernel before the timed launch reads unwritten memory, the emulated device's checks end the program, as
// initcheck's findings do on a GPU.
BOOST_AUTO_TEST_CASE(what_goes_before_a_timed_launch_reads_nothing_that_nobody_wrote)
{
    const pairs::timing_calls calls{cudaMalloc, cudaLaunchKernel};
    for (int again = 0; again < 2; again++)
        BOOST_TEST(pairs::empty_cache(nullptr, calls) == cudaSuccess);
    BOOST_TEST(pairs::keep_busy(nullptr, 100, calls) == cudaSuccess);
    BOOST_TEST(cudaDeviceSynchronize() == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(the_emulated_device_counts_launches_behind_the_skipped_ones)
{
    if (!pairs::launch_counter::available()) return; // a GPU does not count
    run(100, 100);
    const pairs::launch_counter counter{2};
    run(100, 100);
    run(100, 100);
    BOOST_TEST(counter.kernels().size() == 0u);
    run(100, 64);
    run(100, 100);
    const auto kernels = counter.kernels();
    BOOST_TEST_REQUIRE(kernels.size() == 1u);
    BOOST_TEST(kernels[0].kernel == std::string{"write_some"});
    BOOST_TEST(kernels[0].launches == 2u);
    BOOST_TEST(kernels[0].global_stores.requested_bytes == 4u * (64 + 100));
    {
        const pairs::launch_counter another;
        run(100, 100);
        BOOST_TEST(another.kernels().at(0).launches == 1u);
    }
    run(100, 100);
    BOOST_TEST(counter.kernels().at(0).launches == 1u); // counting has ended
}

BOOST_AUTO_TEST_CASE(allocations_fail_when_told)
{
    static const call example{"legacy", "harness/harness_example"};
    int out[4];
    {
        const pairs::failing_allocations none;
        BOOST_TEST(example(out, 4, 4) == cudaErrorMemoryAllocation);
    }
    BOOST_TEST(cudaGetLastError() == cudaErrorMemoryAllocation);
    {
        const pairs::failing_allocations second{1};
        BOOST_TEST(example(out, 4, 4) == cudaSuccess);
        BOOST_TEST(example(out, 4, 4) == cudaErrorMemoryAllocation);
    }
    cudaGetLastError();
    BOOST_TEST(example(out, 4, 4) == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(launches_and_copies_fail_when_told)
{
    static const call example{"legacy", "harness/harness_example"};
    int out[4] = {-7, -7, -7, -7};
    {
        const pairs::failing_launches failing;
        // An H200 with CUDA 13.0 gives this error, and so does the emulated device.
        const cudaError_t error = example(out, 4, 4);
        BOOST_TEST(error == cudaErrorInvalidValue, cudaGetErrorName(error));
        BOOST_TEST(failing.failed() == 1);
    }
    out[0] = -7;
    {
        const pairs::failing_copies failing;
        BOOST_TEST(example(out, 4, 4) == cudaErrorInvalidMemcpyDirection);
        BOOST_TEST(failing.failed() == 1);
    }
    BOOST_TEST(out[0] == -7);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
    BOOST_TEST(example(out, 4, 4) == cudaSuccess);
    BOOST_TEST(out[3] == 3);
}

BOOST_AUTO_TEST_CASE(calls_are_written_down_in_their_order)
{
    std::string words;
    {
        const pairs::call_order calls;
        BOOST_TEST(calls.words() == "");
        run(4, 4);
        pairs::note_call("reading");
        cudaDeviceSynchronize();
        cudaStreamSynchronize(nullptr);
        cudaEvent_t event;
        BOOST_REQUIRE(cudaEventCreate(&event) == cudaSuccess);
        cudaEventRecord(event);
        cudaEventSynchronize(event);
        float milliseconds;
        cudaEventElapsedTime(&milliseconds, event, event);
        cudaEventDestroy(event);
        cudaMemset(nullptr, 0, 0);
        words = calls.words();
    }
    BOOST_TEST(words == "launch copy reading synchronize synchronize record wait elapsed memset ");
    run(4, 4);
    const pairs::call_order later;
    BOOST_TEST(later.words() == "");
}

BOOST_AUTO_TEST_CASE(another_type_of_entry_is_no_entry)
{
    using wrong = pairs::entry<cudaError_t(float*, int, int)>;
    BOOST_CHECK_EXCEPTION((wrong{"legacy", "harness/harness_example"}), pairs::missing_entry, [](const auto& error) {
        return std::string{error.what()}.find("has no entry function harness_example(float*, int, int)") !=
               std::string::npos;
    });
    BOOST_CHECK_THROW((wrong{"legacy", "harness/nothing"}), pairs::missing_entry);
}

BOOST_AUTO_TEST_CASE(what_is_not_freed_shows)
{
    const int before = pairs::live_allocations();
    void* memory = nullptr;
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc of_a_float{32, 0, 0, 0, cudaChannelFormatKindFloat};
    BOOST_REQUIRE(cudaMalloc(&memory, 64) == cudaSuccess);
    BOOST_TEST(pairs::live_allocations() == before + 1);
    BOOST_REQUIRE(cudaMallocArray(&array, &of_a_float, 16) == cudaSuccess);
    BOOST_TEST(pairs::live_allocations() == before + 2);
    cudaFreeArray(array);
    cudaFree(memory);
    cudaFree(nullptr);
    BOOST_TEST(pairs::live_allocations() == before);
    run(100, 100);
    BOOST_TEST(pairs::live_allocations() == before);
}

BOOST_AUTO_TEST_CASE(failing_allocations_are_counted)
{
    const cudaChannelFormatDesc of_a_float{32, 0, 0, 0, cudaChannelFormatKindFloat};
    const int before = pairs::live_allocations();
    {
        void* memory;
        cudaArray_t array;
        const pairs::failing_allocations none;
        BOOST_TEST(none.failed() == 0);
        BOOST_TEST(cudaMalloc(&memory, 4) == cudaErrorMemoryAllocation);
        BOOST_TEST(cudaMallocArray(&array, &of_a_float, 4) == cudaErrorMemoryAllocation);
        BOOST_TEST(cudaMalloc3DArray(&array, &of_a_float, cudaExtent{4, 4, 4}, 0) == cudaErrorMemoryAllocation);
        BOOST_TEST(cudaGetLastError() == cudaErrorMemoryAllocation);
        BOOST_TEST(none.failed() == 3);
    }
    BOOST_TEST(pairs::live_allocations() == before);
}

BOOST_AUTO_TEST_CASE(attributes_are_replaced)
{
    const auto warp_size = [] {
        int value = 0;
        BOOST_REQUIRE(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0) == cudaSuccess);
        return value;
    };
    const auto longest_texture = [] {
        const cudaChannelFormatDesc of_a_float{32, 0, 0, 0, cudaChannelFormatKindFloat};
        std::size_t texels = 0;
        BOOST_REQUIRE(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &of_a_float, 0) == cudaSuccess);
        return texels;
    };
    const std::size_t longest = longest_texture();
    BOOST_TEST(warp_size() == 32);
    BOOST_TEST(longest > 1000u);
    {
        const pairs::replaced_attributes instead{
            {{cudaDevAttrMaxTexture1DLinearWidth, 1000}, {cudaDevAttrWarpSize, 7}}};
        BOOST_TEST(warp_size() == 7);
        BOOST_TEST(longest_texture() == 1000u);
        int value = 0;
        BOOST_TEST(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1) != cudaSuccess);
        BOOST_TEST(value != 7); // an error is passed on as it is
        cudaGetLastError();
    }
    BOOST_TEST(warp_size() == 32);
    BOOST_TEST(longest_texture() == longest);
}

BOOST_AUTO_TEST_CASE(misused_events_show)
{
    using pairs::misused_events;
    BOOST_TEST(misused_events("launch copy ") == "");
    BOOST_TEST(misused_events("record launch record wait elapsed copy ") == "");
    BOOST_TEST(misused_events("record launch record synchronize elapsed record launch record wait elapsed ") == "");
    BOOST_TEST(misused_events("record launch record elapsed copy ") != "");
    BOOST_TEST(misused_events("record wait launch record elapsed ") != "");
    BOOST_TEST(misused_events("record launch record wait copy ") != "");
    BOOST_TEST(misused_events("launch record wait elapsed ") != "");
}
