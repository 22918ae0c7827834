// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings that are known: an earlier output, as JSON or SARIF. A finding is known by its text, not by its line's
// number.
#pragma once

#include <map>
#include <string>

#include "finding.hpp"

namespace scanner {

class baseline {
public:
    // False where the file is no output of this program's.
    bool read(const std::string& path);
    // Each known finding counts once: a second one of the same text is new.
    bool takes(const finding& one);

private:
    std::map<std::string, int> left_;
};

} // namespace scanner
