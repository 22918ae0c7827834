// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files in, findings out: any number of threads, and always the same order.
#pragma once

#include <functional>

#include "baseline.hpp"
#include "files/changed_lines.hpp"
#include "files/compile_commands.hpp"
#include "fix/shuffles/launches.hpp"
#include "options.hpp"
#include "output/writer.hpp"

namespace scanner {

struct file_result {
    std::string path;
    std::string skipped;                     // why
    std::vector<finding> found;              // with --fix: what is left
    std::size_t silenced = 0;                // by comments
    std::vector<std::string> wrong_comments; // line: what is wrong with one that silences
    std::size_t changed = 0;                 // places that --fix changed, or would change
    std::string diff;                        // with --dry-run
    std::vector<std::string> own_names;      // that the program defines itself: --fix leaves them
    launch_shapes launches;                  // of its kernels and of others
    std::string not_changed;                 // why, where --fix wanted to
};

// One file, read and searched.
file_result scan_file(const std::string& path, const step& asked);

// The list that --compile-commands names, or that of the first path that has one.
compile_commands read_commands(const options& wanted, const std::function<void(const std::string&)>& complain);

// All of them. What is left out is told on stderr.
// `planned` are changes that somebody found who looks at more than a file; --fix makes them together with its own. A
// file that has some, but is none of the paths, is left alone.
// `refused`: places that were looked at before, and left; the result has them, too.
// `changed`: where it is given, other lines do not count.
totals scan(const options& wanted, baseline& known, writer& output, const changes& planned = {},
            std::vector<refused_fix> refused = {}, const changed_lines* changed = nullptr);

// The files that would be read, each in a line.
void show_files(const options& wanted);

// On stderr.
void tell(const refused_fix& one);

} // namespace scanner
