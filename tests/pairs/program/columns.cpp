// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "columns.hpp"

#include <algorithm>
#include <ostream>

#include "characters.hpp"

namespace pairs {
namespace {

constexpr int gap = 2;
constexpr int indent = 4; // of further lines

} // namespace

void print_columns(std::ostream& out, const std::vector<column>& columns, int terminal_width,
                   const std::vector<std::string>& cells)
{
    std::string line;
    int used = 0; // of the line's width, whatever the cells hold
    const auto end_line = [&] {
        line.erase(line.find_last_not_of(' ') + 1);
        if (!line.empty()) out << line << '\n';
        line.assign(indent, ' ');
        used = indent;
    };
    bool begins = true; // the line
    for (std::size_t k = 0; k < columns.size(); k++) {
        const column& one = columns[k];
        int needed = one.width; // with the columns that stay beside it
        for (std::size_t next = k + 1; next < columns.size() && columns[next].keeps; next++)
            needed += gap + columns[next].width;
        if (!begins && !one.keeps && terminal_width > 0 && used + gap + needed > terminal_width) {
            end_line();
            begins = true;
        }
        if (!begins) {
            line.append(gap, ' ');
            used += gap;
        }
        const std::string& text = cells.empty() ? one.title : cells[k];
        const int padding = std::max(0, one.width - shown_width(text));
        line += one.right ? std::string(padding, ' ') + text : text + std::string(padding, ' ');
        used += one.width;
        begins = false;
    }
    end_line();
    out.flush();
}

} // namespace pairs
