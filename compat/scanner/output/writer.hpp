// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of the output. Findings are written as they come, so that a tree of any size fits.
#pragma once

#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "finding.hpp"

namespace scanner {

struct skipped_file {
    std::string path, reason;
    bool is_named = false; // a PATH names it, so skipping it is an error
};

inline std::string text_of(const skipped_file& one)
{
    return one.path + (one.is_named ? ": cannot be scanned: " : ": skipped: ") + one.reason;
}

// A place that --fix was asked to change and left as it is.
struct refused_fix {
    std::string path;
    unsigned line = 1, column = 1;
    std::string fix, reason; // the kind of --fix, and why
};

// What is counted while it runs.
struct totals {
    struct of_name {
        std::size_t count = 0;
        finding first; // for what is the same for all
    };

    std::size_t files = 0, files_with_findings = 0, findings = 0, known = 0; // known: in the baseline
    std::size_t silenced = 0;                                                // by comments
    std::size_t elsewhere = 0;                                               // in lines that --changed-lines leaves out
    std::size_t changed_files = 0, changed_places = 0,
                not_changed = 0; // by --fix; not_changed: files that it could not
    std::size_t not_scanned = 0; // files that a PATH names and that are no text
    std::size_t errors = 0, warnings = 0, notes = 0;
    std::map<std::string, of_name> names;
    std::vector<skipped_file> skipped;
    std::vector<refused_fix> refused;

    void count(const finding& one);
};

class writer {
public:
    virtual ~writer() = default;
    virtual void begin() {}
    virtual void add(const std::string& path, const finding& one) = 0;
    virtual void end(const totals& all) = 0;
};

std::unique_ptr<writer> text_writer(std::ostream& output, bool colours, bool quiet = false); // text.cpp
std::unique_ptr<writer> github_writer(std::ostream& output);                                 // github.cpp
std::unique_ptr<writer> json_writer(std::ostream& output, const step& asked);                // json.cpp
std::unique_ptr<writer> sarif_writer(std::ostream& output);                                  // sarif.cpp
std::unique_ptr<writer> summary_writer(std::ostream& output);                                // summary.cpp
std::unique_ptr<writer> no_writer(); // for --dry-run; summary.cpp

} // namespace scanner
