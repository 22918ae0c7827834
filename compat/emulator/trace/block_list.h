// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of the blocks that a trace records in detail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {

//! Parses "0-3" or "0,5,17": numbers of blocks (x first, then y, then z). Gives them in order, or an empty list if the
//! text is no list or is longer than `most`.
std::vector<std::uint64_t> parse_block_list(const std::string&, std::size_t most);

//! Parses the list in an environment variable. Gives `otherwise` if the variable is unset or holds no list. In
//! the latter case stderr says so.
std::vector<std::uint64_t> block_list_in(const char* variable, std::vector<std::uint64_t> otherwise, std::size_t most);

} // namespace cuda_emulator
