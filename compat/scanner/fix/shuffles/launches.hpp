// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the blocks of kernels are laid out, as far as launches are seen.
#pragma once

#include <map>
#include <string>

#include "source/program.hpp"
#include "warp_walk.hpp"

namespace scanner {

// By the kernel's name: what holds for all its launches.
using launch_shapes = std::map<std::string, block_shape, std::less<>>;

// Adds the launches of a file.
void read_launches(const program& source, launch_shapes& result);

// Of two sets of launches. An empty `why` stands for a shape that is known.
block_shape common_shape(const block_shape& a, const block_shape& b);

// Where no launch is seen: one dimension, where the file uses no other.
block_shape shape_without_launch(const program& source);

} // namespace scanner
