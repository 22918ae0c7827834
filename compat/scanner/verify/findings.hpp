// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the emulated device found in both programs, by its lines on stderr.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scanner {

// Findings of one kind in one kernel.
struct finding_count {
    std::string kernel, what; // "reduce"; "race in shared memory". No kernel: "not freed at the end"
    std::string place;        // of the first one: "old.cu:12"
    std::uint64_t old_count = 0, new_count = 0;
};
std::vector<finding_count> compare_findings(const std::string& old_errors, const std::string& new_errors);
// As the last line of the emulated device has it; 0 without one.
std::uint64_t number_of_findings(const std::string& errors);
std::string finding_text(const finding_count&);

} // namespace scanner
