// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which launch of the new program stands for which launch of the old one.
#pragma once

#include "verify/record.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace scanner {

// Launches that do one thing together: a kernel that was split, or several that were fused.
struct launch_group {
    std::vector<std::size_t> old_launches, new_launches; // indices
    bool same = false;                                   // the memory is the same behind both
};

struct launch_matches {
    std::vector<std::pair<std::size_t, std::size_t>> pairs; // indices, in the order of the old launches
    std::vector<launch_group> groups;
    std::vector<std::size_t> old_left, new_left; // that nothing stands for
    bool reordered = false;                      // some pairs stand in another order
};

launch_matches match_launches(const recorded_run& old_run, const recorded_run& new_run);

// A hash of all that the launch changed. The order of its allocations does not count.
hash_value output_of(const recorded_launch&);

} // namespace scanner
