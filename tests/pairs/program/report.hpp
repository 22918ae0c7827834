// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the output of `pairs run`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../pair.hpp"
#include "columns.hpp"
#include "device.hpp"

namespace pairs {

//! A row of the table: an outcome, or an error.
struct row {
    const pair* of;
    std::size_t size;
    unsigned seed;
    std::optional<pairs::outcome> outcome;
    std::string error;

    bool good() const { return outcome && outcome->agreed.holds; }
};

//! Prints the heading, and each row as soon as it is known, because runs may be long.
class table {
public:
    //! Prints the heading. The width 0 means that it is unknown, and is no limit.
    table(const chosen_device& on, int terminal_width);
    void print(const row& one) const;

private:
    bool emulated_;
    int terminal_width_;
    std::vector<column> columns_;
};
void print_total(const std::vector<row>& rows);

//! Throws std::runtime_error if no file can be written there. Call it before the runs, which may be long.
void check_writable(const std::string& path);

//! Writes all rows to a file as JSON. A temporary file beside it makes sure that no partial file appears. A link is
//! followed; a pipe or a device is written to directly. Throws std::runtime_error if this fails.
void write_json(const std::string& path, const chosen_device& on, const std::vector<row>& rows);

} // namespace pairs
