// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pair, as the program `pairs` sees it; and what a header of this folder must know of one.
//
// tests/pairs/<area>/<name>.hpp holds all that is known of a pair, once, for the program and for its test. It is a
// struct with these members:
//
//     static constexpr const char* slug = "area/name";
//     static constexpr const char* summary = "...";          // a line
//     static constexpr std::size_t default_size = ...;
//     static constexpr std::size_t bytes_per_element = ...;  // of host memory that a run needs, roughly
//     static constexpr int warmups = 0;                      // launches on each side that are not timed nor counted
//
//     struct input { ... };
//     using result = ...;                                    // a structure has members(), see fingerprint.hpp
//
//     static input make(std::size_t size, unsigned seed);
//     static std::optional<std::string> outside_legacy_domain(const input&);  // why, or nothing
//     static std::optional<std::string> outside_modern_domain(const input&);  // likewise, where the modern stages have
//     one static result legacy(const input&);                    // calls the entry function; throws what went wrong
//     static result modern(const input&);                    // likewise
//     static result fast(const input&);                      // likewise, and only where there is <slug>_fast.cu
//     static result reference(const input&);                 // on the CPU
//     static agreement compare(const input&, const result& one, const result& other);
//     static std::string show(const result&);                // in a few words
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include "agreement.hpp"
#include "entry.hpp"
#include "fingerprint.hpp"
#include "runtime_interposer.hpp"

namespace pairs {

//! Throws the error of cudaGetLastError, by which the legacy examples report errors.
inline void check_last_error(const char* side)
{
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    throw std::runtime_error{std::string{side} + ": " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error)};
}

//! Throws the error that a legacy example returned, or the one that it left for the next query.
inline void check_returned(const char* side, cudaError_t error)
{
    const cudaError_t left = cudaGetLastError();
    if (error == cudaSuccess && left == cudaSuccess) return;
    std::string words = std::string{side} + ": " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error);
    if (left != cudaSuccess) words += std::string{", and left behind: "} + cudaGetErrorName(left);
    throw std::runtime_error{words};
}

//! Throws if a side did not report the time of its kernel.
inline void check_time(const char* side, double time)
{
    if (!(time >= 0)) throw std::runtime_error{std::string{side} + ": no time"};
}

//! One side of a run: its result in words, the number of its kernels, and their time by CUDA events. On the emulated
//! device, whose times mean nothing, it has the counters of its kernels.
struct side_outcome {
    std::string result;
    int launches = 0;
    double milliseconds = 0;
    std::vector<cuda_emulator_counters> kernels;
    agreement agreed{true, ""}; // of a modern stage with legacy, or with the reference outside of the legacy domain
};

struct outcome {
    std::size_t size = 0;
    unsigned seed = 0;
    std::optional<side_outcome> legacy; // empty if the input is outside of its domain
    std::string outside_domain;         // the reason
    side_outcome modern;
    std::optional<side_outcome> fast; // empty if the pair has no fast stage
    agreement agreed{};               // of both modern stages: that of the first wrong one, if any
};

enum class side { legacy, modern, fast };

//! Whether a pair has a fast stage: modern/<slug>_fast.cu, called by Knowledge::fast.
template <class Knowledge, class = void>
struct has_fast : std::false_type {
};
template <class Knowledge>
struct has_fast<Knowledge, std::void_t<decltype(&Knowledge::fast)>> : std::true_type {
};

//! The modern stages of a pair, and their names: the twin, and fast where there is one.
template <class Knowledge>
auto modern_stages()
{
    using stage = std::pair<const char*, typename Knowledge::result (*)(const typename Knowledge::input&)>;
    std::vector<stage> stages{{"modern", &Knowledge::modern}};
    if constexpr (has_fast<Knowledge>::value) stages.emplace_back("fast", &Knowledge::fast);
    return stages;
}

//! Gives the reason why the modern stages refuse an input, or nothing. Most pairs' stages take every size.
template <class Knowledge, class = void>
struct modern_domain {
    template <class Input>
    static std::optional<std::string> outside(const Input&)
    {
        return std::nullopt;
    }
};
template <class Knowledge>
struct modern_domain<Knowledge, std::void_t<decltype(&Knowledge::outside_modern_domain)>> {
    static std::optional<std::string> outside(const typename Knowledge::input& in)
    {
        return Knowledge::outside_modern_domain(in);
    }
};

//! Tells whether a pair's legacy side ends the process at an error without freeing memory, as its document's program
//! does. This kept defect is in Knowledge::legacy_ends_at_errors. The module throws instead.
template <class Knowledge, class = void>
struct ends_at_errors : std::false_type {
};
template <class Knowledge>
struct ends_at_errors<Knowledge, std::enable_if_t<Knowledge::legacy_ends_at_errors>> : std::true_type {
};

class pair {
public:
    virtual ~pair() = default;
    virtual const char* slug() const = 0;
    virtual const char* summary() const = 0;
    virtual std::size_t default_size() const = 0;
    virtual std::size_t bytes_per_element() const = 0;
    //! Whether there is modern/<slug>_fast.cu.
    virtual bool has_fast_stage() const = 0;
    //! Runs all sides on the same input. After a first run of each they take turns, and the time is the best of ten. On
    //! the emulated device there is one run, which is counted. Throws the error of a side.
    virtual outcome run(std::size_t size, unsigned seed) const = 0;
    //! Runs only the legacy side: gives its result's bits as a fingerprint, and the result in words. Gives nothing if
    //! the input is outside of its domain. Throws its error.
    virtual std::optional<std::string> run_legacy(std::size_t size, unsigned seed) const = 0;
    //! For benchmarks: gives a function for each side, which runs it on a shared input and gives the milliseconds of
    //! its kernels by CUDA events. There is no legacy side if the input is outside of its domain, and fast only if it
    //! exists.
    virtual std::map<side, std::function<double()>> timed(std::size_t size, unsigned seed) const = 0;
};

template <class Knowledge>
class pair_of : public pair {
public:
    const char* slug() const override { return Knowledge::slug; }
    const char* summary() const override { return Knowledge::summary; }
    std::size_t default_size() const override { return Knowledge::default_size; }

    std::size_t bytes_per_element() const override { return Knowledge::bytes_per_element; }

    bool has_fast_stage() const override { return has_fast<Knowledge>::value; }

    outcome run(std::size_t size, unsigned seed) const override
    {
        outcome all;
        all.size = size;
        all.seed = seed;
        const auto input = Knowledge::make(size, seed);
        if (const auto why = modern_domain<Knowledge>::outside(input))
            throw std::invalid_argument{"size " + std::to_string(size) + " is outside of the twin's domain: " + *why};
        const poisoned_allocations poison{0xff};
        std::vector<run_of_a_side> sides;
        for (const auto& [name, function] : modern_stages<Knowledge>()) {
            side_outcome& out = std::strcmp(name, "fast") == 0 ? all.fast.emplace() : all.modern;
            sides.push_back({name, function, &out, first_run(function, input, out)});
        }
        const auto outside = Knowledge::outside_legacy_domain(input);
        if (outside) {
            all.outside_domain = *outside;
        } else {
            side_outcome& out = all.legacy.emplace();
            sides.push_back({"legacy", &Knowledge::legacy, &out, first_run(&Knowledge::legacy, input, out)});
        }
        for (int run = 0; run < timed_runs(); run++) // in turns, because the clocks are still rising
            for (run_of_a_side& one : sides)
                one.value = timed_run(one.function, input, *one.out);

        const result expected = outside ? Knowledge::reference(input) : sides.back().value;
        if (!outside) all.legacy->result = Knowledge::show(expected);
        for (const run_of_a_side& one : sides) {
            if (one.out != &all.modern && (!all.fast || one.out != &*all.fast)) continue;
            one.out->result = Knowledge::show(one.value);
            agreement same = Knowledge::compare(input, expected, one.value);
            one.out->agreed = same;
            if (!same.holds && all.fast) same.words = std::string{one.name} + ": " + same.words;
            if (one.out == &all.modern || (all.agreed.holds && !same.holds)) all.agreed = same;
        }
        return all;
    }

    std::optional<std::string> run_legacy(std::size_t size, unsigned seed) const override
    {
        const auto input = Knowledge::make(size, seed);
        if (Knowledge::outside_legacy_domain(input)) return std::nullopt;
        const poisoned_allocations poison{0xff};
        const result value = Knowledge::legacy(input);
        fingerprint bits;
        bits.add(value);
        char text[24];
        std::snprintf(text, sizeof text, "%016llx, ", static_cast<unsigned long long>(bits.value()));
        return text + Knowledge::show(value);
    }

    std::map<side, std::function<double()>> timed(std::size_t size, unsigned seed) const override
    {
        const auto in = std::make_shared<const input>(Knowledge::make(size, seed));
        const auto timed = [in](auto* function) {
            return [=] {
                const launch_timer timer;
                function(*in);
                return timer.milliseconds(Knowledge::warmups);
            };
        };
        std::map<side, std::function<double()>> all{{side::modern, timed(&Knowledge::modern)}};
        if (!Knowledge::outside_legacy_domain(*in)) all[side::legacy] = timed(&Knowledge::legacy);
        if constexpr (has_fast<Knowledge>::value) all[side::fast] = timed(&Knowledge::fast);
        return all;
    }

private:
    using result = typename Knowledge::result;
    using input = typename Knowledge::input;

    struct run_of_a_side {
        const char* name;
        result (*function)(const input&);
        side_outcome* out;
        result value;
    };

    static int timed_runs() { return launch_counter::available() ? 0 : 10; }

    // Loads modules and warms up. On the emulated device, this is the run that is counted.
    static result first_run(result (*side)(const input&), const input& in, side_outcome& out)
    {
        if (!launch_counter::available()) return side(in);
        const launch_counter counter{Knowledge::warmups};
        result value = side(in);
        out.kernels = counter.kernels();
        for (const cuda_emulator_counters& kernel : out.kernels)
            out.launches += static_cast<int>(kernel.launches);
        return value;
    }

    static result timed_run(result (*side)(const input&), const input& in, side_outcome& out)
    {
        const launch_timer timer;
        result value = side(in);
        const double milliseconds = timer.milliseconds(Knowledge::warmups);
        out.milliseconds = out.milliseconds ? std::min(out.milliseconds, milliseconds) : milliseconds;
        out.launches = std::max(0, timer.launches() - Knowledge::warmups);
        return value;
    }
};

//! Every pair, in the order of slugs. CMake generates the source from the calls of cuda_legacy_add_pair.
const std::vector<std::unique_ptr<pair>>& all_pairs();

} // namespace pairs
