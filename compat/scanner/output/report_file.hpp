// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of --output-file: it appears whole or not at all.
#pragma once

#include <fstream>
#include <streambuf>
#include <string>

namespace scanner {

// Takes what is written to std::cout, from open() to keep().
class report_file {
public:
    ~report_file();

    // Says why the file cannot be written; empty where it can.
    std::string open(const std::string& path);
    // Gives the file its name. Says why that failed; empty where it did not, or where nothing was opened.
    std::string keep();

private:
    std::string path_, written_; // written_: the name until keep(); that of a device is its own
    std::ofstream file_;
    std::streambuf* before_ = nullptr;
};

} // namespace scanner
