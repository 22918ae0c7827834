// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The natural loops of a kernel: a loop has one header, which dominates its basic blocks.
#pragma once

#include "translate/code_graph.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator::translation {

//! By basic block: the headers of the loops that contain it, outermost first. A header belongs to its own loop.
std::vector<std::vector<std::uint32_t>> loop_headers_of(const code_graph&);

} // namespace cuda_emulator::translation
