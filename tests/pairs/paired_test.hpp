// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the paired tests: the sizes and seeds of a sweep, and the sweep itself.
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "pair.hpp"

namespace pairs {

//! A sanitizer makes each launch some hundred times slower, and a poisoned allocation would look initialised to it.
inline bool under_sanitizer() { return std::getenv("CUDA_LEGACY_SMALL") != nullptr; }

//! A condition of a test case: no sanitizer, which reports refused calls as errors and is slow.
inline auto without_sanitizer()
{
    return boost::unit_test::precondition([](boost::unit_test::test_unit_id) -> boost::test_tools::assertion_result {
        boost::test_tools::assertion_result there{!under_sanitizer()};
        there.message() << "not under a sanitizer";
        return there;
    });
}

//! The emulated device does everything that a GPU does, but more slowly.
inline bool emulated() { return std::getenv("CUDA_LEGACY_EMULATED") != nullptr; }

//! 0, 1, around the block size, primes, 2^20, one large.
inline std::vector<std::size_t> swept_sizes(std::size_t block)
{
    if (under_sanitizer()) return {0, 1, block - 1, block, block + 1, 4099};
    const std::size_t large = emulated() ? 2000003 : 20000003;
    return {0, 1, block - 1, block, block + 1, 2, 3, 31, 32, 33, 1009, 65537, 1 << 20, 1048573, large};
}

//! Seeds for an input of so many elements. On the emulated device long inputs have one seed, because it takes seconds
//! for each. The seeds differ in values, and these are swept at the other sizes.
inline std::vector<unsigned> swept_seeds(std::size_t elements = 0)
{
    if (under_sanitizer() || (emulated() && elements > 65537)) return {1};
    return {1, 2, 20261121};
}

//! Gives the mistakes in the use of events from the words of a call_order, or an empty text. The host must wait for the
//! last event before it queries a time, and each pair of events is queried once.
inline std::string misused_events(const std::string& calls)
{
    std::istringstream words{calls};
    bool waited = true;
    int without_time = 0;
    for (std::string word; words >> word;) {
        if (word == "wait" || word == "synchronize" || word == "copy") waited = true;
        if (word == "record") {
            waited = false;
            without_time++;
        }
        if (word == "elapsed") {
            if (!waited) return "a time is asked for before the host has waited for the event: " + calls;
            without_time -= 2;
        }
    }
    return without_time == 0 ? "" : "there are events between which no time is asked for: " + calls;
}

//! Runs a side twice, over memory poisoned with different bytes: the results must be the same.
template <class Knowledge>
typename Knowledge::result run_poisoned(typename Knowledge::result (*side)(const typename Knowledge::input&),
                                        const typename Knowledge::input& in)
{
    if (under_sanitizer()) return side(in);
    std::vector<typename Knowledge::result> results;
    const int live = live_allocations();
    for (const int byte : {0xff, 0x5a}) {
        const poisoned_allocations poison{static_cast<unsigned char>(byte)};
        const call_order calls;
        results.push_back(side(in));
        if (side == &Knowledge::legacy) continue; // compat uses events of its own
        const std::string misused = misused_events(calls.words());
        BOOST_TEST(misused.empty(), misused);
    }
    BOOST_TEST(live_allocations() == live, "memory that nobody freed");
    const agreement same = Knowledge::compare(in, results[0], results[1]);
    BOOST_TEST(same.holds, "the result depends on memory nobody wrote: " << same.words);
    return results[0];
}

//! Outside of their domain, the modern stages report it, and neither allocate memory nor launch anything.
template <class Knowledge>
void check_refused_by_modern(const typename Knowledge::input& in)
{
    BOOST_TEST(modern_domain<Knowledge>::outside(in).has_value());
    for (const auto& [name, stage] : modern_stages<Knowledge>()) {
        const failing_allocations none;
        const launch_timer launched;
        BOOST_CHECK_THROW(stage(in), std::invalid_argument);
        BOOST_TEST(none.failed() == 0, name << " asked for memory");
        BOOST_TEST(launched.launches() == 0, name);
    }
}

//! Compares legacy with the modern stages inside of the legacy domain, and the modern stages with the reference in
//! their whole domain. Outside of it they refuse.
template <class Knowledge>
void check_pair(const typename Knowledge::input& in)
{
    if (modern_domain<Knowledge>::outside(in)) {
        BOOST_TEST(Knowledge::outside_legacy_domain(in).has_value());
        check_refused_by_modern<Knowledge>(in);
        return;
    }
    const auto reference = Knowledge::reference(in);
    std::optional<typename Knowledge::result> legacy;
    if (!Knowledge::outside_legacy_domain(in)) legacy = run_poisoned<Knowledge>(&Knowledge::legacy, in);
    for (const auto& [name, stage] : modern_stages<Knowledge>()) {
        const auto modern = run_poisoned<Knowledge>(stage, in);
        const agreement with_reference = Knowledge::compare(in, reference, modern);
        BOOST_TEST(with_reference.holds, "reference and " << name << ": " << with_reference.words);
        if (!legacy) continue;
        const agreement with_legacy = Knowledge::compare(in, *legacy, modern);
        BOOST_TEST(with_legacy.holds, "legacy and " << name << ": " << with_legacy.words);
    }
}

//! check_pair at each of swept_sizes(block), with each seed.
template <class Knowledge>
void sweep_pair(std::size_t block)
{
    for (const std::size_t size : swept_sizes(block))
        for (const unsigned seed : swept_seeds(size))
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
    check_pair<Knowledge>(Knowledge::make(size, seed));
}

//! Does the same for stages that require a multiple: at each of the sizes, most of which are refused, and at the next
//! multiple.
template <class Knowledge>
void sweep_multiples(std::size_t multiple)
{
    sweep_pair<Knowledge>(multiple);
    for (const std::size_t size : swept_sizes(multiple))
        for (const unsigned seed : swept_seeds(size)) {
            const std::size_t next = (size / multiple + 1) * multiple;
            BOOST_TEST_CONTEXT("size " << next << ", seed " << seed)
            check_pair<Knowledge>(Knowledge::make(next, seed));
        }
}

//! Outside of its domain, the legacy side reports it, and launches nothing.
template <class Knowledge>
void check_refused(const typename Knowledge::input& in)
{
    BOOST_TEST(Knowledge::outside_legacy_domain(in).has_value());
    const launch_timer launched;
    BOOST_CHECK_THROW(Knowledge::legacy(in), std::runtime_error);
    BOOST_TEST(launched.launches() == 0);
}

//! The legacy entry returns cudaErrorInvalidValue before it allocates or launches anything. `legacy(n)` calls it for n
//! elements, perhaps with null pointers, because it must not read them.
template <class Call>
void check_refused_sizes(const Call& legacy, std::initializer_list<long long> sizes)
{
    for (const long long size : sizes)
        BOOST_TEST_CONTEXT("size " << size)
        {
            const failing_allocations none;
            const launch_timer launched;
            BOOST_TEST(legacy(static_cast<int>(size)) == cudaErrorInvalidValue);
            BOOST_TEST(none.failed() == 0, "it asked for memory");
            BOOST_TEST(launched.launches() == 0);
        }
}

//! Tests which sizes are inside of the legacy domain, and which are not.
template <class Knowledge>
void check_domain_sizes(std::initializer_list<std::size_t> inside, std::initializer_list<std::size_t> outside)
{
    for (const std::size_t size : inside)
        BOOST_TEST(!Knowledge::outside_legacy_sizes(size).has_value(), "size " << size << " is refused");
    for (const std::size_t size : outside)
        BOOST_TEST(Knowledge::outside_legacy_sizes(size).has_value(), "size " << size << " is not refused");
}

//! Makes the allocation number `after` fail. The side must report the error and free the others, except for a legacy
//! side that ends at errors. The next run must not be affected.
//! \return whether one failed: the side may have fewer allocations
template <class Knowledge>
bool check_failing_allocation(const char* name, typename Knowledge::result (*side)(const typename Knowledge::input&),
                              const typename Knowledge::input& in, int after)
{
    const int live = live_allocations();
    const failing_allocations none{after};
    std::string words = "nothing";
    try {
        side(in);
    } catch (const std::exception& error) {
        words = error.what();
    }
    const bool said = words.find("cudaErrorMemoryAllocation") != std::string::npos;
    BOOST_TEST(said == none.failed() > 0, name << ": allocation " << after << " failed, said was: " << words);
    const bool left = words.find("left behind") != std::string::npos || cudaGetLastError() != cudaSuccess;
    BOOST_TEST(!left, name << ": allocation " << after << " failed, and the next run is told so, too: " << words);
    const bool keeps = ends_at_errors<Knowledge>::value && side == &Knowledge::legacy && none.failed() > 0;
    BOOST_TEST(live_allocations() == live + (keeps ? after : 0),
               name << ": allocation " << after << " failed, and others were not freed");
    return none.failed() > 0;
}

//! Makes each allocation of each side fail in turn. Use it in a case without_sanitizer().
template <class Knowledge>
void check_full_memory(const typename Knowledge::input& in)
{
    check_pair<Knowledge>(in); // allocates what is kept
    for (int after = 0;; after++) {
        bool one_failed = check_failing_allocation<Knowledge>("legacy", &Knowledge::legacy, in, after);
        if (after == 0) BOOST_TEST(one_failed, "legacy allocates nothing");
        for (const auto& [name, stage] : modern_stages<Knowledge>()) {
            const bool failed = check_failing_allocation<Knowledge>(name, stage, in, after);
            if (after == 0) BOOST_TEST(failed, name << " allocates nothing");
            one_failed = one_failed || failed;
        }
        check_pair<Knowledge>(in);
        if (!one_failed) return;
    }
}

} // namespace pairs
