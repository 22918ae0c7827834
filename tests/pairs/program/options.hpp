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
    std::vector<std::string> slugs;  // full slugs, each once; empty: all
    std::optional<std::size_t> size; // empty: each pair's own
    unsigned seed = 1;
    device_choice device = device_choice::any;
    std::string json;      // a file, or empty
    bool fast = false;     // diff: compares the twin with the fast stage; export: writes the fast stage
    bool kernel = false;   // diff: only the kernels
    bool single = false;   // export: includes the support headers' text
    bool legacy = false;   // export: writes the legacy file
    bool no_head = false;  // diff: omits the head comments
    bool no_pager = false; // diff: prints without a pager
};

//! Exit statuses of `pairs`.
namespace exit_status {
constexpr int identical = 0;   // all results agree
constexpr int failed = 1;      // a mismatch, or an error of a side
constexpr int usage = 2;       // the command line is wrong
constexpr int unavailable = 3; // a requested part is not built
constexpr int no_device = 77;  // nothing could run
} // namespace exit_status

//! The parsed options, or an exit status after the help or a message on stderr.
struct parsed {
    std::optional<pairs::options> options;
    int status = 0;
};
parsed parse(int argc, char** argv);

} // namespace pairs
