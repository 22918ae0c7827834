// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reader of compile_commands.json, the compile commands that CMake, Bear and other tools write.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace scanner {

// Settings on the command line of a compiler. Headers may define more macros.
struct compile_settings {
    std::map<std::string, std::string, std::less<>> defines; // -DNAME=VALUE
    std::vector<std::string> folders;                        // absolute include folders, in search order
    int least_architecture = 0;                              // 75 for -arch=sm_75; 0 if no option names an architecture
    bool is_cuda = false;                                    // the compiler is nvcc, or the option is -x cu
};

class compile_commands {
public:
    // Returns false if the file is missing or is not a list of compile commands.
    bool read(const std::string& path);

    bool empty() const { return files_.empty(); }
    // Returns the settings of a file, or null if no command compiles the file. With several commands, a macro counts
    // only if all commands define it equally. The folders of all commands count.
    const compile_settings* of(const std::string& path) const;
    std::vector<std::string> files() const;

private:
    // The key is the absolute path without "." and "..".
    std::map<std::string, compile_settings> files_;
};

// Reads the settings from the words of one command.
compile_settings settings_of(const std::vector<std::string>& words);

// Splits a command into words as a shell does, with quotation marks and backslashes.
std::vector<std::string> words_of_command(const std::string& command);

} // namespace scanner
