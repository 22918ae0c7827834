// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocks a trace looks into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {

//! "0-3" or "0,5,17": numbers of blocks (x first, then y, then z), in order. Empty when it is no such list, or longer
//! than `most`.
std::vector<std::uint64_t> parse_block_list(const std::string&, std::size_t most);

//! The list that an environment variable holds; `otherwise` where it is not set, or no list: that is told on stderr.
std::vector<std::uint64_t> block_list_in(const char* variable, std::vector<std::uint64_t> otherwise, std::size_t most);

} // namespace cuda_emulator
