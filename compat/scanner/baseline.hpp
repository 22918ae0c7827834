// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The known findings: an earlier output, as JSON or SARIF. A known finding is recognised by its text, not by its line
// number.
#pragma once

#include <map>
#include <string>

#include "finding.hpp"

namespace scanner {

class baseline {
public:
    // Says why the file is no baseline; empty where it is one.
    std::string read(const std::string& path);
    // Each known finding counts once: a second finding with the same text is new.
    bool takes(const finding& one);

private:
    std::map<std::string, int> left_;
};

} // namespace scanner
