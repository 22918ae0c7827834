// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often the threads executed each instruction. Each thread of the host counts for itself.
#pragma once

#include "machine/observer.h"
#include "machine/program.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

//! Counts of lanes at one instruction.
struct lane_counts {
    std::uint64_t came = 0;             //!< whatever the guard says
    std::uint64_t active = 0;           //!< those with a true guard
    std::vector<std::uint64_t> targets; //!< of brx.idx: by entry of the list
};

//! The counts of a function, by PTX line. The decoder may make several instructions of a line.
using line_counts = std::unordered_map<int, lane_counts>;

class execution_counts {
public:
    //! For the instruction that the warp is about to execute.
    void add(const warp&, const instruction&, std::uint32_t mask, std::uint32_t active);
    //! For instructions without a guard that the warp has executed one after the other.
    void add_straight(const warp&, const instruction& first, std::size_t count, std::uint32_t mask);
    //! The instruction has not run after all.
    void take_back(const warp&, const instruction&, std::uint32_t active);

    //! The sums of all threads, for each function of the PTX that ran. No kernel may run meanwhile.
    std::unordered_map<const ptx::function*, line_counts> by_function() const;

private:
    struct step_counts {
        std::uint64_t came = 0, active = 0;
        std::uint64_t more = 0; //!< in straight runs, than at the instruction before; modulo 2^64
    };
    struct function_counts {
        const decoded_function* of = nullptr;
        std::vector<step_counts> steps; //!< by index of the code, and one behind it
        std::unordered_map<std::size_t, std::vector<std::uint64_t>> targets;
    };
    using thread_counts = std::unordered_map<const decoded_function*, std::unique_ptr<function_counts>>;

    function_counts& counts_of(const decoded_function&);
    function_counts& find(const decoded_function&);

    std::mutex mutex_;
    std::deque<thread_counts> threads_;
};

} // namespace cuda_emulator
