// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of migration-notes/api.csv, with those of renames.csv and pairs.csv. The table is made at build time, by
// make_table.cpp.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "version.hpp"

namespace scanner {

struct api_name {
    const char* name; // as the list has it: cub::Sum, cudaDeviceProp::clockRate, cutil.h
    const char* kind;
    const char* area;
    version deprecated;
    version removed;
    const char* replacement;
    const char* note; // a file of migration-notes/
    const char* pair; // one that shows the change, from pairs.csv or the note
    const char* compat;
    // What --fix may write for it, from renames.csv.
    const char* becomes = nullptr; // null: nothing
    const char* needs = "";        // a header
    int arguments = -1;            // of a call, where only this number has the same meaning
};

extern const api_name api_names[];
extern const std::size_t api_names_count;

using api_rows = std::vector<const api_name*>;

// The rows whose last part is this identifier: Sum finds cub::Sum. Null where there is none.
const api_rows* find_identifier(std::string_view identifier);

// The row of a header: by its whole path, or its last part. Null where there is none.
const api_name* find_header(std::string_view path);

} // namespace scanner
