// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of CUDA for parsing old sources. The parser reads no toolkit, so toolkit and parser cannot conflict. The
// declarations contain texture references, which toolkits since CUDA 12 lack.
#pragma once

#include <string>
#include <vector>

#include "files/temporary_folder.hpp"

namespace scanner {

// A temporary folder with the declarations and with empty headers of CUDA's names.
class declarations_folder {
public:
    declarations_folder();

    // Empty if the folder could not be written.
    const std::string& path() const { return path_; }
    // Arguments before the user's arguments: the declarations and the folders.
    std::vector<std::string> arguments() const;
    std::vector<std::string> arguments_of_c() const; // a source in C declares nothing of CUDA
    // Arguments after the user's arguments.
    std::vector<std::string> last_arguments() const;

private:
    temporary_folder folder_;
    std::string path_;
};

} // namespace scanner
