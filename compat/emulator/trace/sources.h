// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source files that a trace shows lines of.
#pragma once

#include "trace/records.h"

#include <set>
#include <string>
#include <vector>

namespace cuda_emulator {

class json_writer;

class trace_sources {
public:
    //! The place of an instruction: with -lineinfo in the source, else in the PTX.
    source_place place_of(const program&, const decoded_function&, const instruction&);
    //! "path:line", as findings name it.
    source_place place_of(const std::string& path_and_line);
    //! A line of the PTX.
    source_place ptx_place(const program&, int line);
    //! The text of line `line` of the PTX of a file that is PTX.
    static std::string ptx_line(const program&, int line);
    //! All files, with the lines around those that were named.
    void write(json_writer&) const;

private:
    struct file {
        std::string path;
        const ptx::module* module = nullptr; //!< of PTX
        std::set<int> lines;                 //!< that were named
    };
    int file_index(const std::string& path, const ptx::module*);

    std::vector<file> files_;
};

} // namespace cuda_emulator
