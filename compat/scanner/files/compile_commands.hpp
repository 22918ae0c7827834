// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compile_commands.json: how a build compiles each file, as CMake, Bear and others write it.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace scanner {

// What the compiler is told on its command line. A macro that it is not told of may still be defined, by a header.
struct compile_settings {
    std::map<std::string, std::string, std::less<>> defines; // -DNAME=VALUE
    std::vector<std::string> folders;                        // of headers, in their order, from the root on
    int least_architecture = 0;                              // 75 of -arch=sm_75; 0 where it is not said
    bool is_cuda = false;                                    // nvcc, or -x cu
};

class compile_commands {
public:
    // False where the file is not there or no such list.
    bool read(const std::string& path);

    bool empty() const { return files_.empty(); }
    // Of a file that several commands compile, what all of them say. Null where none does.
    const compile_settings* of(const std::string& path) const;
    std::vector<std::string> files() const;

private:
    // By the path from the root on, without . and ..
    std::map<std::string, compile_settings> files_;
};

// What the words of one command say.
compile_settings settings_of(const std::vector<std::string>& words);

// The words of a command as a shell sees them: quotation marks and backslashes.
std::vector<std::string> words_of_command(const std::string& command);

} // namespace scanner
