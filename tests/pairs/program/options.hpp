// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of `pairs`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pairs {

enum class command { list, run, diff, export_file };
enum class device_choice { any, gpu, emulated };

struct options {
    pairs::command command = command::run;
    std::vector<std::string> slugs;  // in full, each once; empty: all
    std::optional<std::size_t> size; // nothing: each pair's own
    unsigned seed = 1;
    device_choice device = device_choice::any;
    std::string json;      // a file, empty for none
    bool fast = false;     // diff: the twin beside the fast stage; export: the fast stage
    bool kernel = false;   // diff: the kernels alone
    bool single = false;   // export: support headers in the file
    bool legacy = false;   // export: the legacy file
    bool no_head = false;  // diff: without the head comments
    bool no_pager = false; // diff: straight to the terminal, however long it is
};

//! Exit statuses of `pairs`.
namespace exit_status {
constexpr int identical = 0;   // everything that ran agrees
constexpr int failed = 1;      // a mismatch, or an error of a side
constexpr int usage = 2;       // the command line is wrong
constexpr int unavailable = 3; // asked for something that is not built
constexpr int no_device = 77;  // nothing could run
} // namespace exit_status

//! What the command line asks for; or the status to exit with, after the help or a message on stderr.
struct parsed {
    std::optional<pairs::options> options;
    int status = 0;
};
parsed parse(int argc, char** argv);

} // namespace pairs
