// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "files/walk.hpp"
#include "finding.hpp"

namespace scanner {

enum class output_format { text, json, sarif, github };
enum class use_colours { automatically, always, never };

struct options {
    std::vector<std::string> paths;
    output_format format = output_format::text;
    step asked;
    bool summary = false;
    fix_kinds fix;
    bool dry_run = false;
    std::vector<std::string> parser_arguments; // -I and -D, for the fixes that parse
    bool whole_program = false;                // what no path defines is a library's
    bool one_device = false;                   // the program makes no other device current
    walk_options files;
    std::string baseline;
    std::string compile_commands; // a file; where it is empty, that of the first folder that has one
    unsigned jobs = 0;            // 0: one for each core
    use_colours colours = use_colours::automatically;
    bool exit_zero = false, quiet = false;
    std::set<std::string> select, ignore; // rules; an empty `select` is all of them
    std::string configuration;            // a file; where it is empty, the one that is found
    bool no_configuration = false;
    std::string stdin_name = "stdin.cu"; // what - is called
    bool help = false, version = false;
    std::set<std::string> given; // options of the command line: they come before those of the configuration

    bool has_rule(const std::string& rule) const
    {
        return (select.empty() || select.count(rule) != 0) && ignore.count(rule) == 0;
    }
};

// What is wrong with the arguments; empty where nothing is.
std::string read_options(const std::vector<std::string>& arguments, options& result);

extern const char* const usage;

} // namespace scanner
