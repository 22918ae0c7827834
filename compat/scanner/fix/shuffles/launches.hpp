// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block shapes of kernels, as their launches show them.
#pragma once

#include <map>
#include <string>

#include "source/program.hpp"
#include "warp_walk.hpp"

namespace scanner {

// The key is the kernel's name. The shape holds for all launches of the kernel.
using launch_shapes = std::map<std::string, block_shape, std::less<>>;

// Adds the launches of a file.
void read_launches(const program& source, launch_shapes& result);

// Combines the shapes of two sets of launches. The shape is known if `why` is empty.
block_shape common_shape(const block_shape& a, const block_shape& b);

// The shape of a kernel without a visible launch: one dimension, if the file uses no other dimension.
block_shape shape_without_launch(const program& source);

} // namespace scanner
