// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source files whose lines a trace shows.
#pragma once

#include "trace/records.h"

#include <set>
#include <string>
#include <vector>

namespace cuda_emulator {

class json_writer;

class trace_sources {
public:
    //! Gives the place of an instruction: in the source with -lineinfo, and otherwise in the PTX.
    source_place place_of(const program&, const decoded_function&, const instruction&);
    //! Gives the place for "path:line" of a finding.
    source_place place_of(const std::string& path_and_line);
    //! Gives the place of a line of the PTX.
    source_place ptx_place(const program&, int line);
    //! Gives the text of a line in a file that is PTX.
    static std::string ptx_line(const program&, int line);
    //! Writes all files, with the lines around the recorded places.
    void write(json_writer&) const;

private:
    struct file {
        std::string path;
        const ptx::module* module = nullptr; //!< of PTX
        std::set<int> lines;                 //!< the recorded lines
    };
    int file_index(const std::string& path, const ptx::module*);

    std::vector<file> files_;
};

} // namespace cuda_emulator
