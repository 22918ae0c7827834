// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two built programs: runs both, compares what they print and what their records say.
#pragma once

#include "verify/programs.hpp"
#include "verify/report.hpp"

#include <memory>

namespace scanner {

struct trial {
    std::string built[2];  // old, new
    std::string folder[2]; // where each runs; empty: here
    std::string shown[2];  // as the user named them
    std::vector<std::string> arguments, files;
    bool by_shell = false; // built[] are command lines, and there are no arguments
    bool records = true;
    bool every_launch = false; // on a GPU: compare memory after each launch
    bool coverage = false;     // on the emulated device: lines and branches that were not reached, by one more run
    int seconds = 600;
    tolerances allowed;
};

// The outcomes, and the records that the comparison points into.
struct trial_result {
    outcome outcomes[2];
    recorded_run runs[2];
    report told;
};

// Fills `result`. `work` is a folder for records. Returns why it could not be tried.
std::string try_both(const trial&, const toolchain&, const std::string& work, trial_result& result);

// Writes the forms of the report that are wanted; empty names: none. Returns what is wrong.
std::string write_reports(const report&, const std::string& json, const std::string& page);

} // namespace scanner
