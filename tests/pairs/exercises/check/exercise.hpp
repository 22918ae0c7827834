// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker of an exercise: the pair's own input, reference and comparison, without a test framework.
//
// An exercise's text names its checks as calls of `checker`. Each check is a line of output, and the program's exit
// status is 0 where all of them hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include <cuda_emulator.h>

#include "pair.hpp"

namespace pairs::exercises {

//! A figure of one kernel, computed from its counters, with the name that the texts of exercises use.
struct figure {
    const char* name;
    double (*of)(const cuda_emulator_counters&);
};

inline double ratio(std::uint64_t of, std::uint64_t to) { return to ? double(of) / double(to) : 0; }

//! Passes over the banks beyond the first one, for each access of a warp to shared memory.
inline constexpr figure bank_conflicts_a_request{
    "bank conflicts a request", [](const cuda_emulator_counters& kernel) {
        return ratio(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts,
                     kernel.shared_loads.requests + kernel.shared_stores.requests);
    }};
//! The part of the moved sectors' bytes that loads request.
inline constexpr figure load_efficiency{"load efficiency", [](const cuda_emulator_counters& kernel) {
                                            return ratio(kernel.global_loads.requested_bytes,
                                                         32 * kernel.global_loads.sectors_32);
                                        }};
inline constexpr figure store_efficiency{"store efficiency", [](const cuda_emulator_counters& kernel) {
                                             return ratio(kernel.global_stores.requested_bytes,
                                                          32 * kernel.global_stores.sectors_32);
                                         }};
//! Instructions of whole warps.
inline constexpr figure global_load_requests{
    "global load requests", [](const cuda_emulator_counters& kernel) { return double(kernel.global_loads.requests); }};
inline constexpr figure global_store_requests{"global store requests", [](const cuda_emulator_counters& kernel) {
                                                  return double(kernel.global_stores.requests);
                                              }};
inline constexpr figure global_atomics{
    "global atomics", [](const cuda_emulator_counters& kernel) { return double(kernel.global_atomics); }};
inline constexpr figure shared_load_requests{
    "shared load requests", [](const cuda_emulator_counters& kernel) { return double(kernel.shared_loads.requests); }};
inline constexpr figure barrier_arrivals{
    "barrier arrivals of warps", [](const cuda_emulator_counters& kernel) { return double(kernel.block_barriers); }};
inline constexpr figure texture_requests{
    "texture requests", [](const cuda_emulator_counters& kernel) { return double(kernel.texture_requests); }};
inline constexpr figure constant_load_requests{"constant load requests", [](const cuda_emulator_counters& kernel) {
                                                   return double(kernel.constant_loads.requests);
                                               }};

//! Counts the checks and prints a line for each.
class report {
public:
    void line(bool holds, const std::string& words);
    //! Prints how many hold.
    //! \return the exit status: 0 if all do
    int status() const;

private:
    int checks_ = 0, held_ = 0;
};

//! Gives a kernel's name as a source has it: without "void " and the arguments of a template.
std::string plain_name(const std::string& name);

//! Calls `run` once and counts its kernels.
std::vector<cuda_emulator_counters> counted(const std::function<void()>& run);

//! Gives the calls in a run that time a kernel or wait for one: launch, record, wait, elapsed, copy and others.
std::string calls_of(const std::function<void()>& run);

//! Tests whether `words` has the words of `wanted` in this order, with others between them.
bool in_order(const std::string& words, const std::string& wanted);

template <class Pair>
class checker {
public:
    //! The result is right for `size` elements, with two seeds, over memory that is poisoned with two bytes.
    void sizes(std::initializer_list<std::size_t> all)
    {
        for (const std::size_t size : all)
            right("size " + std::to_string(size), Pair::make(size, 1), Pair::make(size, 20261121));
    }

    //! The result is right for these inputs, which have a name.
    template <class... Inputs>
    void right(const std::string& name, const Inputs&... inputs)
    {
        std::string wrong;
        (compare(inputs, wrong), ...);
        report_.line(wrong.empty(), name + ": " + (wrong.empty() ? "right" : wrong));
    }

    //! A figure of a kernel is `limit` or less. A kernel that is missing is a check that fails.
    void at_most(const char* kernel, const figure& of, double limit, const typename Pair::input& in)
    {
        goal(kernel, of, in, "at most ", limit, [=](double is) { return is <= limit; });
    }
    void at_least(const char* kernel, const figure& of, double limit, const typename Pair::input& in)
    {
        goal(kernel, of, in, "at least ", limit, [=](double is) { return is >= limit; });
    }

    //! The calls that time a kernel come in this order.
    void calls(const std::string& wanted, const typename Pair::input& in)
    {
        std::string words;
        const std::string failed = tried([&] { words = calls_of([&] { Pair::modern(in); }); });
        report_.line(failed.empty() && in_order(words, wanted),
                     "calls in this order: " + wanted + ": " + (failed.empty() ? words : failed));
    }

    int status() const { return report_.status(); }

private:
    template <class Run>
    static std::string tried(const Run& run)
    {
        try {
            run();
        } catch (const std::exception& error) {
            cudaGetLastError();
            return error.what();
        }
        return "";
    }

    static void compare(const typename Pair::input& in, std::string& wrong)
    {
        if (!wrong.empty()) return;
        const auto expected = Pair::reference(in);
        for (const int byte : {0xff, 0x5a}) {
            const poisoned_allocations poison{static_cast<unsigned char>(byte)};
            const int live = live_allocations();
            wrong = tried([&] {
                const agreement same = Pair::compare(in, expected, Pair::modern(in));
                if (!same.holds)
                    wrong = "expected and computed: " + same.words;
                else if (live_allocations() != live)
                    wrong = "memory is not freed";
                if (!wrong.empty()) throw std::runtime_error{wrong};
            });
            if (!wrong.empty()) return;
        }
    }

    template <class Holds>
    void goal(const char* name, const figure& of, const typename Pair::input& in, const char* side, double limit,
              const Holds& holds)
    {
        const std::string goal = std::string{name} + ": " + of.name + " " + side + in_words(limit) + ": ";
        std::vector<cuda_emulator_counters> kernels;
        const std::string failed = tried([&] { kernels = counted([&] { Pair::modern(in); }); });
        std::string others;
        for (const cuda_emulator_counters& kernel : kernels) {
            if (failed.empty() && plain_name(kernel.kernel) == name)
                return report_.line(holds(of.of(kernel)), goal + in_words(of.of(kernel)));
            others += std::string{" "} + kernel.kernel;
        }
        report_.line(false, goal + (failed.empty() ? "there is no such kernel; there are:" + others : failed));
    }

    report report_;
};

} // namespace pairs::exercises
