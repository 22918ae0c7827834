// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two programs: how they are built, and where they run.
#pragma once

#include "verify/command.hpp"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

namespace scanner {

struct toolchain {
    std::string nvcc, compat, emulator; // empty: not given, then found
    std::string recorder;               // for a GPU; empty: not found
    std::vector<std::string> flags;
    bool emulated = false;
};

// The folder of this program.
std::filesystem::path own_folder();
// A folder that has the file, of those that a build and an installation have.
std::string find_folder(const char* file, std::initializer_list<std::filesystem::path> folders);
// Each finds what was not given. Returns what is wrong; empty where nothing is.
std::string find_emulator(toolchain&);
std::string find_recorder(toolchain&);
std::string find_nvcc(toolchain&);
std::string find_compat(toolchain&);

// A source, a folder of sources, or a program that is built already. `built` becomes the program's path. `output` is
// where it is built; an old one is built with compat. Returns what is wrong.
std::string build_program(const std::string& path, bool is_old, toolchain&, const std::string& output,
                          std::string& built);

// The variables that the program runs with.
std::vector<std::string> variables_of(const toolchain&);
// Those for a record, in files of this name. `look`: a file of requests; may be empty. `launches`: on a GPU, compare
// memory after each launch. Empty where no record can be had.
std::vector<std::string> record_variables(const toolchain&, const std::string& files, const std::string& look,
                                          bool launches);

} // namespace scanner
