// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `pairs run` prints and writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../pair.hpp"
#include "columns.hpp"
#include "device.hpp"

namespace pairs {

//! One line of the table: an outcome, or the error that came instead.
struct row {
    const pair* of;
    std::size_t size;
    unsigned seed;
    std::optional<pairs::outcome> outcome;
    std::string error;

    bool good() const { return outcome && outcome->agreed.holds; }
};

//! The heading, then each row as it comes: runs may be long.
class table {
public:
    //! Prints the heading. A terminal of no known width (0) has no end.
    table(const chosen_device& on, int terminal_width);
    void print(const row& one) const;

private:
    bool emulated_;
    int terminal_width_;
    std::vector<column> columns_;
};
void print_total(const std::vector<row>& rows);

//! Throws std::runtime_error when no file can be written there: to be asked before the runs, which may be long.
void check_writable(const std::string& path);

//! Writes all of it to a file as JSON, through a temporary file beside it, so that no half of it is ever there; of a
//! link, to the file that it leads to; to a pipe or a device, as it is. Throws std::runtime_error when it cannot.
void write_json(const std::string& path, const chosen_device& on, const std::vector<row>& rows);

} // namespace pairs
