// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "side_by_side.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>

#include "alignment.hpp"
#include "characters.hpp"

namespace pairs {
namespace {

// A column of the terminal, and its colour: the parameters of an escape sequence, or none.
struct cell {
    character shown;
    const char* paint;
};
using cells = std::vector<cell>;

// The colours for text that only one side has: for words, and for places where only a blank differs.
struct paints {
    const char *word, *blank;
};
constexpr paints left_paints{"31", "41"}, right_paints{"32", "42"};

bool is_blank(const cell& c) { return c.shown.bytes == " "; }

bool in_name(const cell& c)
{
    const char first = c.shown.bytes[0];
    return std::isalnum(static_cast<unsigned char>(first)) || first == '_' || (first & 0x80) != 0;
}

cells cells_of(const std::string& text, const char* paint = nullptr)
{
    cells all;
    for (const character& one : characters_of(text))
        all.push_back({one, paint});
    return all;
}

// Gives the text with the changed words coloured.
cells cells_of(const std::vector<std::string>& words, const std::vector<bool>& changed, const paints& with)
{
    std::string text;
    std::vector<const char*> paint; // of each byte
    for (std::size_t w = 0; w < words.size(); w++) {
        text += words[w];
        paint.resize(text.size(), !changed[w] ? nullptr : words[w][0] == ' ' ? with.blank : with.word);
    }
    cells all = cells_of(text);
    std::size_t byte = 0;
    for (cell& one : all) {
        one.paint = paint[byte];
        byte += one.shown.bytes.size();
    }
    return all;
}

int width_of(const cells& text)
{
    int columns = 0;
    for (const cell& one : text)
        columns += one.shown.columns;
    return columns;
}

std::string without_tabs(const std::string& line)
{
    std::string text;
    for (const character& one : characters_of(line))
        text += one.bytes;
    return text.erase(text.find_last_not_of(' ') + 1);
}

// A unit of comparison: a line, or adjacent comment lines.
struct unit {
    std::string text;                // the first line, and of further lines the text after their slashes
    std::vector<std::size_t> breaks; // the positions in the text where further lines begin
    std::string prefix;              // of the further lines
    std::size_t first;               // line, from 0
};

// Gives "    // " for a line that is only a comment, or nothing.
std::string prefix_of(const std::string& line)
{
    const std::size_t slashes = line.find_first_not_of(' ');
    if (slashes == std::string::npos || line.compare(slashes, 3, "// ") != 0) return {};
    // A line with more indentation, or an item of a list, is a unit of its own.
    const std::string text = line.substr(slashes + 3);
    const bool alone = text[0] == ' ' || text.compare(0, 2, "- ") == 0 || text.compare(0, 2, "* ") == 0;
    return alone ? "" : line.substr(0, slashes + 3);
}

std::vector<unit> units_of(const std::vector<std::string>& lines)
{
    std::vector<unit> units;
    for (std::size_t i = 0; i < lines.size(); i++) {
        const std::string line = without_tabs(lines[i]), prefix = prefix_of(line);
        if (!prefix.empty() && i > 0 && units.back().prefix == prefix) {
            unit& before = units.back();
            before.text += ' ';
            before.breaks.push_back(characters_of(before.text).size());
            before.text += line.substr(prefix.size());
        } else {
            units.push_back({line, {}, prefix, i});
        }
    }
    return units;
}

std::string text_of(const unit& of)
{
    const std::size_t begin = of.text.find_first_not_of(' ');
    return begin == std::string::npos ? "" : of.text.substr(begin);
}

// Gives the end of a row that begins at `from` and has `room` columns. It is before a comment in the last two thirds,
// else at the last blank, else between two words, else anywhere. It is never before `least`.
std::size_t row_end(const cells& line, std::size_t from, std::size_t least, int room)
{
    std::size_t fits = from;
    for (int taken = 0; fits < line.size() && taken + line[fits].shown.columns <= room; fits++)
        taken += line[fits].shown.columns;
    fits = std::max(fits, from + 1);
    if (fits == line.size()) return fits;
    least = std::max(least, from + (fits - from) / 3) + 1;
    const auto last = [&](auto can_end) {
        for (std::size_t at = fits; at >= least; at--)
            if (can_end(at)) return at;
        return std::size_t{0};
    };
    const auto is_slash = [&](std::size_t at) { return at < line.size() && line[at].shown.bytes == "/"; };
    std::size_t to = last([&](std::size_t at) { return is_blank(line[at - 1]) && is_slash(at) && is_slash(at + 1); });
    if (!to) to = last([&](std::size_t at) { return is_blank(line[at - 1]) || is_blank(line[at]); });
    if (!to) to = last([&](std::size_t at) { return in_name(line[at]) && !in_name(line[at - 1]); });
    return to ? to : fits;
}

// Breaks a line into rows. `prefix` begins each row after the first.
std::vector<cells> broken(const cells& line, const cells& prefix, int width)
{
    if (width_of(line) <= width) return {line};
    const std::size_t text = std::find_if_not(line.begin(), line.end(), is_blank) - line.begin();
    std::vector<cells> rows;
    // The prefix takes at most half of the column, so that there is room for text.
    for (std::size_t from = text - std::min<std::size_t>(text, width / 2); from < line.size();) {
        cells row = rows.empty() ? cells{} : prefix;
        const std::size_t to = row_end(line, from, text, width - width_of(row));
        row.insert(row.end(), line.begin() + from, line.begin() + to);
        while (to < line.size() && !row.empty() && is_blank(row.back()))
            row.pop_back();
        rows.push_back(row);
        from = std::find_if_not(line.begin() + to, line.end(), is_blank) - line.begin();
    }
    return rows;
}

// A row of one column: its text, and the number of the line that begins there, or 0.
struct column_row {
    cells text;
    std::size_t line;
};

std::vector<column_row> rows_of(const unit& of, const cells& text, const char* prefix_paint, int width)
{
    cells prefix = cells_of(of.prefix, prefix_paint);
    std::vector<cells> lines;
    bool all_fit = true;
    for (std::size_t k = 0, from = 0; k <= of.breaks.size(); k++) {
        const bool last = k == of.breaks.size();
        cells& line = lines.emplace_back(k == 0 ? cells{} : prefix);
        line.insert(line.end(), text.begin() + from, last ? text.end() : text.begin() + of.breaks[k] - 1);
        all_fit = all_fit && width_of(line) <= width;
        if (!last) from = of.breaks[k];
    }
    std::vector<column_row> rows;
    if (all_fit) {
        for (std::size_t k = 0; k < lines.size(); k++)
            rows.push_back({lines[k], of.first + k + 1});
        return rows;
    }
    if (of.prefix.empty()) {
        const std::size_t indent = std::find_if_not(text.begin(), text.end(), is_blank) - text.begin();
        prefix.assign(std::min<std::size_t>(indent + 4, width / 2), cell{{" ", 1}, nullptr});
    } else if (width_of(prefix) > width / 2) {
        prefix.erase(prefix.begin(), prefix.end() - width / 2);
    }
    for (cells& row : broken(text, prefix, width))
        rows.push_back({std::move(row), rows.empty() ? of.first + 1 : 0});
    return rows;
}

class printer {
public:
    printer(std::ostream& out, const source_text& left, const source_text& right, const side_by_side_style& style)
        : out_{out}
        , left_{left}
        , right_{right}
        , colour_{style.colour}
    {
        const std::size_t last = std::max(left.first_line + left.lines.size(), right.first_line + right.lines.size());
        digits_ = static_cast<int>(std::to_string(last - 1).size());
        width_ = (std::max(style.width, 40) - 3 - 2 * (digits_ + 1)) / 2;
    }

    void titles() const
    {
        if (left_.title.empty() && right_.title.empty()) return;
        const unit one{left_.title, {}, "", 0}, other{right_.title, {}, "", 0};
        const auto rows = [&](const unit& of) {
            std::vector<column_row> all = rows_of(of, cells_of(of.text, "1"), nullptr, width_);
            for (column_row& row : all)
                row.line = 0;
            return all;
        };
        print(rows(one), rows(other), ' ');
    }

    void units(const unit* left, const unit* right, bool related) const
    {
        const bool same = left && right && text_of(*left) == text_of(*right);
        // A blank line in a row with an unrelated line is no different text: it counts as missing.
        const bool only_left = left && (!right || (!related && right->text.empty()));
        const bool only_right = right && (!left || (!related && left->text.empty()));
        const char mark = same ? ' ' : only_left ? '<' : only_right ? '>' : '|';
        print(column(left, right, related, left_paints), column(right, left, related, right_paints), mark);
    }

private:
    std::vector<column_row> column(const unit* of, const unit* other, bool related, const paints& with) const
    {
        if (!of) return {};
        if (!related) return rows_of(*of, cells_of(of->text, with.word), with.word, width_);
        const auto words = words_of(of->text), others = words_of(other->text);
        return rows_of(*of, cells_of(words, changed_words(words, others), with), nullptr, width_);
    }

    void print(const std::vector<column_row>& left, const std::vector<column_row>& right, char mark) const
    {
        const column_row none{{}, 0};
        for (std::size_t i = 0; i < std::max(left.size(), right.size()); i++) {
            const column_row& one = i < left.size() ? left[i] : none;
            const column_row& other = i < right.size() ? right[i] : none;
            std::string row = number(one, left_) + painted(one.text);
            std::string rest = ' ' + std::string(1, mark);
            if (other.line || !other.text.empty()) rest += ' ' + number(other, right_) + painted(other.text);
            rest.erase(rest.find_last_not_of(' ') + 1);
            if (!rest.empty()) row += std::string(width_ - width_of(one.text), ' ') + rest;
            out_ << row.erase(row.find_last_not_of(' ') + 1) << '\n';
        }
    }

    std::string number(const column_row& row, const source_text& of) const
    {
        std::string text = row.line ? std::to_string(row.line - 1 + of.first_line) : "";
        text.insert(0, digits_ - text.size(), ' ');
        return (colour_ && row.line ? "\033[2m" + text + "\033[0m" : text) + ' ';
    }

    std::string painted(const cells& text) const
    {
        std::string all;
        const char* on = nullptr;
        for (const cell& c : text) {
            const char* const wanted = colour_ ? c.paint : nullptr;
            if (wanted != on && on) all += "\033[0m";
            if (wanted != on && wanted) all += std::string{"\033["} + wanted + 'm';
            on = wanted;
            all += c.shown.bytes;
        }
        return on ? all + "\033[0m" : all;
    }

    std::ostream& out_;
    const source_text &left_, &right_;
    bool colour_;
    int digits_, width_; // of a number, and of a column's text
};

} // namespace

void print_side_by_side(std::ostream& out, const source_text& left, const source_text& right,
                        const side_by_side_style& style)
{
    const std::vector<unit> lefts = units_of(left.lines), rights = units_of(right.lines);
    std::vector<std::string> one, other;
    for (const unit& of : lefts)
        one.push_back(of.text);
    for (const unit& of : rights)
        other.push_back(of.text);
    const printer print{out, left, right, style};
    print.titles();
    for (const aligned_row& row : align(one, other))
        print.units(row.left ? &lefts[*row.left] : nullptr, row.right ? &rights[*row.right] : nullptr, row.related);
}

} // namespace pairs
