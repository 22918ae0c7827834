// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an old source needs of CUDA to be parsed: declarations of our own. No toolkit is read, so none has to fit the
// parser; and texture references are there, which no toolkit has had since CUDA 12.
#pragma once

#include <string>
#include <vector>

namespace scanner {

// A folder that is removed with the object, with these declarations and headers of CUDA's names that are empty.
class declarations_folder {
public:
    declarations_folder();
    ~declarations_folder();
    declarations_folder(const declarations_folder&) = delete;
    declarations_folder& operator=(const declarations_folder&) = delete;

    // Empty where it could not be written.
    const std::string& path() const { return path_; }
    // Before the user's own: the declarations, and the folders.
    std::vector<std::string> arguments() const;
    // After the user's own.
    std::vector<std::string> last_arguments() const;

private:
    std::string path_;
};

} // namespace scanner
