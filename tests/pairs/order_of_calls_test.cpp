// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the order of calls.
//
// The suite texture_references has kept defects of legacy files, which are built with watched_references.h:
//
// - Three files set attributes after the bind. Attributes count from the next launch, so the results are right. If they
//   did not, these builds would compute something else.
// - One file unbinds a texture after it has freed the array.
//
// The suite timed_kernels tests that a measured time is that of one kernel. A warm-up must have ended before the clock
// is read, or must be in the stream before the first event. The kernel must have ended before the clock is read again,
// or before the events are queried.
//
// Usage: order_of_calls_test --run_test=texture_references -- FOLDER [--may-be-missing]
//            FOLDER has the files' modules. With the option, a missing folder means that CUDA 11.8 built none:
//            exit status 77.
//        order_of_calls_test --run_test=timed_kernels
//            tests the unchanged examples
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <regex>

#include "dot_product/texture_array_array.hpp"
#include "dot_product/texture_array_linear.hpp"
#include "memory/array_of_structures.hpp"
#include "memory/read_offset.hpp"
#include "memory/read_offset_unroll4.hpp"
#include "memory/structure_of_arrays.hpp"
#include "memory/times.hpp"
#include "memory/write_offset.hpp"
#include "paired_test.hpp"
#include "texture/array_1d.hpp"

namespace {

struct modules {
    modules()
    {
        const auto& suite = boost::unit_test::framework::master_test_suite();
        const char* const folder = suite.argc > 1 ? suite.argv[1] : "";
        const bool may_be_missing = suite.argc > 2 && std::strcmp(suite.argv[2], "--may-be-missing") == 0;
        if (may_be_missing && !std::filesystem::is_directory(folder)) {
            std::printf("skipped: there is no folder %s\n", folder);
            std::exit(77);
        }
        if (*folder) pairs::load_legacy_from(folder);
    }
};
BOOST_TEST_GLOBAL_FIXTURE(modules);

// A single element proves nothing, because only one texel can be read with any attributes.
template <class Knowledge>
void check(int binds, int late_unbinds)
{
    const pairs::entry<void(int*, int*)> watched{"legacy", Knowledge::slug};
    for (const std::size_t size : {2, 255, 1000, 4099})
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = Knowledge::make(size, seed);
                int binds_before, unbinds_before, binds_after, unbinds_after;
                watched(&binds_before, &unbinds_before);
                const auto result = Knowledge::legacy(in);
                watched(&binds_after, &unbinds_after);
                BOOST_TEST(binds_after - binds_before == binds);
                BOOST_TEST(unbinds_after - unbinds_before == late_unbinds);
                const auto agreed = Knowledge::compare(in, Knowledge::reference(in), result);
                BOOST_TEST(agreed.holds, "an attribute that was set after the bind did not count: " << agreed.words);
            }
}

//! Gives the words of call_order for a run of a side.
template <class Knowledge>
std::string calls_of(typename Knowledge::result (*side)(const typename Knowledge::input&))
{
    const auto in = Knowledge::make(5000, 1);
    const pairs::call_order calls;
    side(in);
    return calls.words();
}

//! The legacy side reads the host's clock. The warm-up is launched and waited for before the kernel. `between` are the
//! document's calls between the two, and `after` those after the kernel.
template <class Knowledge>
void check_host_clock(const std::string& between, const std::string& after)
{
    const std::string timed = "reading launch synchronize reading ";
    BOOST_TEST(calls_of<Knowledge>(&Knowledge::legacy) == timed + between + timed + after);
}

//! A warm-up has at least as many threads as the kernel after it.
template <class Knowledge>
void check_warm_ups()
{
    auto stages = pairs::modern_stages<Knowledge>();
    stages.emplace_back("legacy", &Knowledge::legacy);
    for (const auto& [name, stage] : stages) {
        const auto in = Knowledge::make(5000, 1);
        const pairs::call_order calls;
        stage(in);
        const std::vector<std::size_t> threads = calls.threads();
        BOOST_TEST_REQUIRE(threads.size() == Knowledge::warmups + 1u, name << ": " << threads.size() << " launches");
        BOOST_TEST(threads.front() >= threads.back(), name << ": the warm-up is smaller than what it warms up");
    }
}

//! The modern stages record events. Only the kernel is between the two events. A warm-up, if the pair has one, is in
//! the stream before the first event. The time is queried after the second event has passed, and a copy to the host
//! waits for it.
template <class Knowledge>
void check_events()
{
    const std::string wait = "((wait|synchronize|copy) )";
    const std::string timed = "record launch record " + wait + "+elapsed ";
    const std::string warm_up = "(launch |" + timed + "){" + std::to_string(Knowledge::warmups) + "}";
    const std::regex order{"(memset )*" + warm_up + "(memset |" + wait + ")*" + timed + "(copy )*"};
    for (const auto& [name, stage] : pairs::modern_stages<Knowledge>()) {
        const std::string calls = calls_of<Knowledge>(stage);
        BOOST_TEST(std::regex_match(calls, order), name << ": " << calls);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(texture_references)

BOOST_AUTO_TEST_CASE(texture_array_1d) { check<pairs::texture::array_1d>(1, 1); }
BOOST_AUTO_TEST_CASE(dot_product_texture_array_array) { check<pairs::dot_product::texture_array_array>(2, 0); }
BOOST_AUTO_TEST_CASE(dot_product_texture_array_linear) { check<pairs::dot_product::texture_array_linear>(1, 0); }

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(timed_kernels)

BOOST_AUTO_TEST_CASE(read_offset)
{
    check_host_clock<pairs::memory::read_offset>("", "copy copy copy ");
    check_events<pairs::memory::read_offset>();
    check_warm_ups<pairs::memory::read_offset>();
}

BOOST_AUTO_TEST_CASE(write_offset)
{
    check_host_clock<pairs::memory::write_offset>("", "copy copy copy ");
    // The twin asks for both times at its end. Only a kernel is between the events of a time.
    BOOST_TEST(calls_of<pairs::memory::write_offset>(&pairs::memory::write_offset::modern) ==
               "record launch record synchronize memset record launch record synchronize elapsed elapsed copy ");
    check_warm_ups<pairs::memory::write_offset>();
}

// The clearing of memory between the two kernels has also ended before the clock is read.
BOOST_AUTO_TEST_CASE(read_offset_unroll4)
{
    check_host_clock<pairs::memory::read_offset_unroll4>("memset synchronize ", "copy copy copy ");
    check_events<pairs::memory::read_offset_unroll4>();
    check_warm_ups<pairs::memory::read_offset_unroll4>();
}

BOOST_AUTO_TEST_CASE(array_of_structures)
{
    check_host_clock<pairs::memory::array_of_structures>("copy ", "copy ");
    check_events<pairs::memory::array_of_structures>();
    check_warm_ups<pairs::memory::array_of_structures>();
}

BOOST_AUTO_TEST_CASE(structure_of_arrays)
{
    check_host_clock<pairs::memory::structure_of_arrays>("copy copy ", "copy copy ");
    check_events<pairs::memory::structure_of_arrays>();
    check_warm_ups<pairs::memory::structure_of_arrays>();
}

BOOST_AUTO_TEST_SUITE_END()
