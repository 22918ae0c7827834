// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans files. The number of threads does not change the order of the findings.
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
    std::string skipped;                     // the reason
    std::vector<finding> found;              // with --fix: the remaining findings
    std::size_t silenced = 0;                // by comments
    std::vector<std::string> wrong_comments; // "line: error" for wrong comments that silence
    std::size_t changed = 0;                 // places that --fix changed, or would change
    std::string diff;                        // with --dry-run
    std::vector<std::string> own_names;      // names that the program itself defines: --fix leaves them
    launch_shapes launches;                  // of the program's kernels and of others
    std::string not_changed;                 // the reason why --fix could not change it
};

// Reads and searches one file.
file_result scan_file(const std::string& path, const step& asked);

// Reads the file of --compile-commands, or that of the first path that has one.
compile_commands read_commands(const options& wanted, const std::function<void(const std::string&)>& complain);

// Scans all files. stderr has the files that were skipped. `planned` has changes of a search over several files. --fix
// makes them together with its own; a file with planned changes that is none of the paths stays as it is. `refused` has
// places that were examined before and left. They belong to the result, too.
// With `changed`, only these lines count.
totals scan(const options& wanted, baseline& known, writer& output, const changes& planned = {},
            std::vector<refused_fix> refused = {}, const changed_lines* changed = nullptr);

// Prints the files that would be read, each in a line.
void show_files(const options& wanted);

// Prints the refusal on stderr.
void tell(const refused_fix& one);

} // namespace scanner
