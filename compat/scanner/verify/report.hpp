// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What verify found, as text, as JSON and as a page.
#pragma once

#include "verify/comparison.hpp"
#include "verify/findings.hpp"

#include <string>
#include <utility>
#include <vector>

namespace scanner {

struct report {
    std::string old_program, new_program;                   // as they were given
    std::vector<std::string> arguments;                     // of both
    std::vector<std::pair<std::string, std::string>> tools; // name and version
    tolerances allowed;
    std::vector<std::string> steps;   // of a migration, before the comparison
    std::vector<std::string> fixes;   // what the scanner's fixes removed
    std::vector<std::string> printed; // how output, files and exit status differ
    std::string printed_same;         // what is the same of them; empty where something differs
    bool has_records = false;         // false: only output was compared
    std::vector<std::string> notes;
    std::vector<finding_count> findings; // of the emulated device
    comparison evidence;

    verdict is() const;
};

// "identical", "differs" …
const char* word(verdict);
std::string verdict_line(const report&);
// "differs in 3 of 4096 elements"
std::string amount_text(const element_difference&);
// "old 1.5, new 2 (4 ulp)"
std::string values_text(const element_difference&);
// "block (0,0,0), thread (1,0,0), old.cu:12"
std::string store_text(const store_place&);
std::string kernel_name(const kernel_comparison&);
std::string kernel_amount(const kernel_comparison&, bool compares_launches);
std::string launch_text(const recorded_launch&);
std::string lost_text(const lost_call&);
// The lines of the report below a kernel: its first difference.
std::vector<std::string> details_of(const kernel_comparison&, bool sees_textures);
std::string group_text(const group_comparison&);
std::string copies_text(const comparison&);
std::string copy_text(const copy_comparison&);

std::string as_text(const report&);
std::string as_json(const report&);
std::string as_page(const report&);

} // namespace scanner
