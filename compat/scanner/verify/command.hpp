// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that is run to its end: what it wrote, and how it ended.
#pragma once

#include <string>
#include <vector>

namespace scanner {

struct outcome {
    std::string output, errors; // stdout, stderr
    int status = 0;             // as the shell has it: 128 and the number of a signal
    bool timed_out = false;
    std::string not_started; // why
};

// Runs a command without input. `variables` are NAME=VALUE and join the caller's environment. At the time limit, the
// command ends with its children.
outcome run_command(const std::vector<std::string>& words, const std::vector<std::string>& variables, int seconds);

} // namespace scanner
