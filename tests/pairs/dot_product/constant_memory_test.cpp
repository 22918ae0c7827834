// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "constant_memory.hpp"

#include <dlfcn.h>

#include "dot_product_test.hpp"

using pairs::dot_product::constant_memory;

CUDA_LEGACY_DOT_PRODUCT_TESTS(constant_memory, 256)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(constant_memory)
// 524,288 chunks, the last one element short.
CUDA_LEGACY_DOT_PRODUCT_LONGEST_TEST(constant_memory, constant_memory::longest_legacy)

// Sizes around one chunk and two. The rest of the last chunk still has the elements of the chunk before.
BOOST_AUTO_TEST_CASE(chunks)
{
    constexpr std::size_t chunk = constant_memory::chunk;
    for (const std::size_t size : {chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 2 * chunk + 1})
        BOOST_TEST_CONTEXT("size " << size)
    pairs::check_pair<constant_memory>(constant_memory::make(size, 3));
}

// Kept defect: thread 0 adds its block's products, and the CPU adds the blocks, chunk after chunk.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    pairs::check_legacy_order<constant_memory>([](const std::vector<double>& a, const std::vector<double>& b) {
        return pairs::sum_of_blocks(a, b, pairs::sum_of_products<double>);
    });
}

// Kept defect: a launch for each chunk. The modern side launches once.
BOOST_AUTO_TEST_CASE(one_launch_for_each_chunk)
{
    const auto in = constant_memory::make(5 * constant_memory::chunk + 1, 1);
    const auto launches = [&](auto side) {
        const pairs::launch_timer timer;
        side(in);
        return timer.launches();
    };
    BOOST_TEST(launches(&constant_memory::legacy) == 6);
    BOOST_TEST(launches(&constant_memory::modern) == 1);
}

namespace {

//! The order of the runtime's calls: M, a copy to constant memory; E, a wait for an event; B, a copy back.
std::string calls;

template <class... Parameters>
cudaError_t noted(char letter, const char* name, Parameters... parameters)
{
    calls += letter;
    return reinterpret_cast<cudaError_t (*)(Parameters...)>(dlsym(RTLD_NEXT, name))(parameters...);
}

} // namespace

extern "C" cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                                          cudaMemcpyKind kind)
{
    return noted('M', "cudaMemcpyToSymbol", symbol, from, bytes, offset, kind);
}

extern "C" cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    pairs::note_call("wait");
    return noted('E', "cudaEventSynchronize", event);
}

extern "C" cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    if (kind == cudaMemcpyDeviceToHost) pairs::note_call("copy");
    return noted(kind == cudaMemcpyDeviceToHost ? 'B' : '-', "cudaMemcpy", to, from, bytes, kind);
}

// Kept defect: the copy of the next chunk waits until the kernel for the previous chunk has ended and its sums are
// back.
BOOST_AUTO_TEST_CASE(each_chunk_waits_for_the_one_before)
{
    const auto in = constant_memory::make(2 * constant_memory::chunk + 1, 1);
    calls.clear();
    constant_memory::legacy(in);
    BOOST_TEST(calls == "MMEB"
                        "MMEB"
                        "MMEB");
}

// Kept defect: each lane reads another element of constant memory, and the cache serves one address at a time. So a
// warp's load takes 32 requests. (Nsight Compute counts the same 8192 for a whole chunk on an H200, and 272 for
// parameters.)
BOOST_AUTO_TEST_CASE(one_address_after_the_other, *pairs::counters())
{
    for (const std::size_t size : {std::size_t{1}, std::size_t{31}, std::size_t{33}, std::size_t{1009},
                                   constant_memory::chunk, 3 * constant_memory::chunk + 40})
        BOOST_TEST_CONTEXT("size " << size)
        {
            const auto kernels =
                pairs::counters_of<constant_memory>(&constant_memory::legacy, constant_memory::make(size, 1));
            BOOST_REQUIRE(kernels.size() == 1);
            const auto& loads = kernels[0].constant_loads;
            BOOST_TEST(loads.requests == 2 * ((size + 31) / 32));
            BOOST_TEST(loads.cache_requests == 2 * size);
            BOOST_TEST(loads.replays == loads.cache_requests - loads.requests);
            BOOST_TEST(kernels[0].global_loads.requests == 0);
        }
}

// The modern side has the vectors in global memory: it loads whole sectors, and nothing from constant memory. A chunk
// is one launch of the legacy side.
BOOST_AUTO_TEST_CASE(modern_reads_global_memory, *pairs::counters())
{
    const std::size_t size = constant_memory::chunk;
    const auto in = constant_memory::make(size, 1);
    const auto legacy = pairs::counters_of_one_launch<constant_memory>(&constant_memory::legacy, in);
    const auto modern = pairs::counters_of_one_launch<constant_memory>(&constant_memory::modern, in);
    pairs::check_sums_of_blocks(legacy, modern, size / 256);
    BOOST_TEST(modern.constant_loads.requests == 0);
    BOOST_TEST(modern.global_loads.requested_bytes == 2 * size * sizeof(double));
    BOOST_TEST(modern.global_loads.sectors_32 == 2 * size * sizeof(double) / 32);
}

BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const double*, const double*, double*, float*)> legacy{"legacy",
                                                                                               constant_memory::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); },
                               {-1, 0, 2147483648});
    pairs::check_legacy_sizes<constant_memory>(1, 2147483647);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<constant_memory>(constant_memory::make(1000, 1));
}
