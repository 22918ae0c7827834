// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is nothing but an order of calls.
//
// The suite texture_references: kept defects, of legacy files that are built with watched_references.h:
//
// - Attributes are set after the bind, in three files. They count from the next launch, so nothing is wrong; these
//   builds would compute something else if they did not.
// - A texture is unbound after its array is freed, in one.
//
// The suite timed_kernels: what makes a measured time that of one kernel. A warm-up has ended before the clock is read,
// or stands in the stream before the first event; and the kernel has ended before the clock is read again, or the
// events are asked.
//
// Usage: order_of_calls_test --run_test=texture_references -- FOLDER [--may-be-missing]    where the files' modules
// are; with the option, a folder that is not there means that CUDA 11.8 built none: exit status 77
//        order_of_calls_test --run_test=timed_kernels    of the examples as they are
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

// One element shows nothing: whatever the attributes, there is one texel to read.
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

//! The words of call_order while a side runs.
template <class Knowledge>
std::string calls_of(typename Knowledge::result (*side)(const typename Knowledge::input&))
{
    const auto in = Knowledge::make(5000, 1);
    const pairs::call_order calls;
    side(in);
    return calls.words();
}

//! The legacy side reads the host's clock: the warm-up, launched and waited for, stands before the kernel. `between`
//! are the calls that the document has between the two, and `after` those behind.
template <class Knowledge>
void check_host_clock(const std::string& between, const std::string& after)
{
    const std::string timed = "reading launch synchronize reading ";
    BOOST_TEST(calls_of<Knowledge>(&Knowledge::legacy) == timed + between + timed + after);
}

//! A warm-up has no fewer threads than the kernel behind it.
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

//! The modern stages record events: nothing but the kernel between the two, a warm-up in the stream before the first
//! where the pair has one, and their time asked for when the second one has passed. A copy to the host waits for that.
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
    // The twin waits once, when both kernels are under way: nothing but a kernel is between the events of a time.
    BOOST_TEST(calls_of<pairs::memory::write_offset>(&pairs::memory::write_offset::modern) ==
               "record launch record memset record launch record synchronize elapsed elapsed copy ");
    check_warm_ups<pairs::memory::write_offset>();
}

// What is cleared between the two kernels has ended before the clock is read, too.
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
