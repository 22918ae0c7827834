// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tracefile of lcov: by source file the counts of functions, lines and branches.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <tuple>

namespace cuda_emulator {

struct covered_function {
    int line = 0;
    std::uint64_t count = 0;
};

struct branch_place {
    int line = 0;
    std::uint32_t block = 0; //!< tells the branches of a line apart
    int way = 0;
};
inline bool operator<(const branch_place& a, const branch_place& b)
{
    return std::tie(a.line, a.block, a.way) < std::tie(b.line, b.block, b.way);
}

struct covered_file {
    std::map<std::string, covered_function> functions;
    std::map<int, std::uint64_t> lines;
    std::map<branch_place, std::uint64_t> branches;
};

struct tracefile {
    std::map<std::string, covered_file> files;

    //! Adds the counts of what a file holds. Throws std::runtime_error, with the line, when it is no tracefile that
    //! write() can have written.
    void read(std::istream&);
    std::string write() const;
};

} // namespace cuda_emulator
