// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files in, findings out: any number of threads, and always the same order.
#pragma once

#include "baseline.hpp"
#include "options.hpp"
#include "output/writer.hpp"

namespace scanner {

struct file_result {
    std::string path;
    std::string skipped; // why
    std::vector<finding> found;
};

// One file, read and searched.
file_result scan_file(const std::string& path, const step& asked);

// All of them. What is left out is told on stderr.
totals scan(const options& wanted, baseline& known, writer& output);

} // namespace scanner
