// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cycles of a function's control flow.
#pragma once

#include "machine/program.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cuda_emulator {

using successors = std::vector<std::vector<std::uint32_t>>; //!< by instruction

successors successors_of(const decoded_function&);

//! Finds the strongly connected components by Tarjan's algorithm, without recursion.
class cycle_finder {
public:
    //! Instructions that are `cut` are not part of the graph. The successors must outlive the object.
    cycle_finder(const successors& next, std::vector<bool> cut);

    bool is_in_cycle(std::uint32_t at) const { return is_in_cycle_[at]; }
    //! A number of the cycle, which all instructions in it share.
    std::uint32_t cycle(std::uint32_t at) const { return cycle_[at]; }

private:
    void enter(std::uint32_t at);
    void visit(std::uint32_t first);
    void close(std::uint32_t first);

    const successors& next_;
    std::vector<bool> cut_;
    std::vector<std::uint32_t> number_, lowest_;
    std::vector<bool> is_open_, is_in_cycle_;
    std::vector<std::uint32_t> cycle_;
    std::vector<std::uint32_t> open_;
    std::vector<std::pair<std::uint32_t, std::size_t>> path_; // an instruction, and how many successors were taken
    std::uint32_t visited_ = 0;
};

} // namespace cuda_emulator
