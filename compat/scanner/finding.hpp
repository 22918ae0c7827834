// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A finding: what a rule reports of a place in a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fix/edits.hpp"
#include "fix/kinds.hpp"
#include "names/version.hpp"

namespace scanner {

enum class severity { error, warning, note };
enum class effort_of_change { low, medium, high };

inline const char* word(severity one)
{
    return one == severity::error ? "error" : one == severity::warning ? "warning" : "note";
}

inline const char* word(effort_of_change one)
{
    return one == effort_of_change::low ? "low" : one == effort_of_change::medium ? "medium" : "high";
}

struct finding {
    std::uint32_t line = 0;
    std::uint32_t column = 0; // in characters, counted from 1
    std::string rule;         // removed-name, divergent-barrier …
    std::string name;         // the name that was found: cudaBindTexture, compute_35
    std::string message;
    severity level = severity::warning;
    version deprecated = 0;
    version removed = 0;
    std::string replacement;
    std::string note;   // a file of migration-notes/
    std::string pair;   // a pair that shows the change
    std::string compat; // here, toolkit, cannot; empty if a header cannot help
    effort_of_change effort = effort_of_change::medium;
    fix_kind fix = fix_kind::none; // the kind of --fix that changes it
    std::vector<edit> edits;       // the changes, which belong together; empty if they are computed only on request
    std::string refusal;           // the reason why --fix leaves it; empty if it does not, or was not requested
    std::string fingerprint;       // the same for the same text on another line
};

// The requested step: what breaks between two versions. 0 means any older version.
struct step {
    version from = 0;
    version to = 13000;

    bool has(version one) const { return one && one > from && one <= to; }
};

} // namespace scanner
