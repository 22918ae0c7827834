// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters of the emulated device, as `pairs run` shows and writes them.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "../pair.hpp"

namespace pairs {

//! A side's counters in the table: sums over its kernels.
struct counter_summary {
    std::string thread_instructions, sectors_per_request, bank_conflicts, constant_replays;
};

//! Gives "-" everywhere for a side that did not run.
counter_summary summary_of(const side_outcome* side);

//! Formats a count: 99999, 100k, 1.23M …
std::string with_suffix(std::uint64_t count);

//! Gives all counters of every kernel, under the names of cuda_emulator.h.
nlohmann::ordered_json json_of(const std::vector<cuda_emulator_counters>& kernels);

} // namespace pairs
