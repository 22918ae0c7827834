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
    bool whole_program = false;                // a function that no path defines belongs to a library
    bool one_device = false;                   // the program makes no other device current
    walk_options files;
    std::string baseline;
    std::string compile_commands; // a file; if empty, the file of the first folder that has one
    unsigned jobs = 0;            // 0: one for each core
    use_colours colours = use_colours::automatically;
    bool exit_zero = false, quiet = false;
    std::string output_file;              // empty: standard output
    std::string changed_lines;            // a unified diff; -: from standard input
    bool show_files = false;              // list what would be read, and nothing else
    bool show_settings = false;           // the same of the settings
    bool unused_ignores = false;          // tell comments that silence nothing
    std::set<std::string> select, ignore; // rules; an empty `select` is all of them
    std::string configuration;            // a file; if empty, the one that is found
    bool no_configuration = false;
    std::string stdin_name = "stdin.cu"; // the name of standard input
    bool help = false, version = false;
    std::set<std::string> given; // options of the command line, which override the configuration

    // Tests for a file that is one of the paths, under any name, or for standard input.
    bool is_named(const std::string& file) const;

    bool has_rule(const std::string& rule) const
    {
        return (select.empty() || select.count(rule) != 0) && ignore.count(rule) == 0;
    }
};

// Gives an error in the arguments, or an empty text.
std::string read_options(const std::vector<std::string>& arguments, options& result);

extern const char* const usage;

} // namespace scanner
