// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "divergent_barrier.hpp"

#include <cstdio>
#include <iostream>

#include <sys/wait.h>

#include "dot_product_test.hpp"

using pairs::dot_product::divergent_barrier;

CUDA_LEGACY_DOT_PRODUCT_TESTS(divergent_barrier, 64)
CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(divergent_barrier)

namespace {

boost::test_tools::assertion_result on_the_emulated_device(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result there{pairs::emulated()};
    there.message() << "a GPU is never asked";
    return there;
}

boost::test_tools::assertion_result on_a_gpu(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result there{!pairs::emulated()};
    there.message() << "for a GPU alone";
    return there;
}

} // namespace

BOOST_AUTO_TEST_CASE(no_input_is_in_the_legacy_domain)
{
    for (const std::size_t size : {0, 64, 1024})
        BOOST_TEST(divergent_barrier::outside_legacy_domain(divergent_barrier::make(size, 1)).has_value());
}

BOOST_AUTO_TEST_CASE(a_gpu_is_not_asked, *boost::unit_test::precondition(on_a_gpu))
{
    const pairs::launch_timer timer;
    BOOST_CHECK_EXCEPTION(divergent_barrier::legacy(divergent_barrier::make(1024, 1)), std::runtime_error,
                          [](const std::runtime_error& error) {
                              return std::string{error.what()}.find("cudaErrorNotSupported") != std::string::npos;
                          });
    BOOST_TEST(timer.launches() == 0);
}

// The next case starts this case as a process of its own, because a process with findings ends with another status.
BOOST_AUTO_TEST_CASE(launch, *boost::unit_test::disabled() * boost::unit_test::precondition(on_the_emulated_device))
{
    try {
        divergent_barrier::legacy(divergent_barrier::make(1024, 1));
    } catch (const std::exception& error) {
        std::cout << error.what() << std::endl;
    }
}

BOOST_AUTO_TEST_CASE(the_emulated_device_reports_it, *boost::unit_test::precondition(on_the_emulated_device))
{
    const std::string program = boost::unit_test::framework::master_test_suite().argv[0];
    FILE* const child = popen(("'" + program + "' --run_test=launch 2>&1").c_str(), "r");
    BOOST_REQUIRE(child);
    std::string said;
    char line[4096];
    while (std::fgets(line, sizeof line, child))
        said += line;
    const int status = pclose(child);
    BOOST_TEST(WIFEXITED(status));
    BOOST_TEST(WEXITSTATUS(status) == 99, "exit status " << WEXITSTATUS(status));
    for (const char* expected : {"cuda_emulator: ", "dotProduct", "barrier"})
        BOOST_TEST(said.find(expected) != std::string::npos, "'" << expected << "' is not in: " << said);
}

// The twin differs only in the barrier. It has the document's tree, and the CPU's sum of the blocks, to the last bit.
// Here zeros fill the last block.
BOOST_AUTO_TEST_CASE(the_twin_adds_as_the_document_does)
{
    for (const std::size_t size : {1, 64, 127, 191, 1009, 4099})
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                auto in = divergent_barrier::make_reals(size, seed);
                const float sum = divergent_barrier::modern(in);
                in.a.resize((size + 63) / 64 * 64);
                in.b.resize(in.a.size());
                const pairs::agreement same = pairs::identical(sum, pairs::sum_of_trees(in.a, in.b, 64));
                BOOST_TEST(same.holds, same.words);
            }
}

// Each warp reaches every barrier: the one before the tree, and one for each of its 6 steps.
BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    constexpr int blocks = (1 << 20) / 64, warps = 2, steps = 6;
    const auto kernel = pairs::counters_of_one_launch<divergent_barrier>(&divergent_barrier::modern,
                                                                         divergent_barrier::make(1 << 20, 1));
    BOOST_TEST(kernel.block_barriers == blocks * warps * (1 + steps));
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
    BOOST_TEST(kernel.global_loads.sectors_32 == 2 * (4 << 20) / 32);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    const auto in = divergent_barrier::make(1000, 1);
    for (int after = 0; after < 3; after++)
        BOOST_TEST(pairs::check_failing_allocation<divergent_barrier>("modern", &divergent_barrier::modern, in, after));
    pairs::check_pair<divergent_barrier>(in);
}
