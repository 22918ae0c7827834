// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folders and files that one run makes for itself. They are removed although the run is interrupted by Ctrl-C, SIGTERM
// or SIGHUP.
#pragma once

#include <string>

namespace scanner {

// Removes the path if the run is interrupted, until removed_by_itself() is called for it.
void remove_if_interrupted(const std::string& path);
void removed_by_itself(const std::string& path);

// A folder in TMPDIR or /tmp. The destructor removes it.
class temporary_folder {
public:
    temporary_folder();
    ~temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    const std::string& path() const { return path_; } // empty: none could be made

private:
    std::string path_;
};

} // namespace scanner
