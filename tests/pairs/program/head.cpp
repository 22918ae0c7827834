// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "head.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>

#include "characters.hpp"

namespace pairs {
namespace {

const std::string blanks = " \t";

std::string trimmed(const std::string& text)
{
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

// Gives the length of "Name:" at the beginning of the text, or 0.
std::size_t name_length(const std::string& text)
{
    std::size_t end = 0;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])))
        end++;
    const bool capital = end > 1 && std::isupper(static_cast<unsigned char>(text[0]));
    return capital && end < text.size() && text[end] == ':' ? end + 1 : 0;
}

// Tests for "1. ", "2. " … at this position.
bool is_numbered(const std::string& text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
        end++;
    return end > at && text.compare(end, 2, ". ") == 0;
}

// Adds a line's text to the last item. A number after two blanks, or at the beginning of the line, starts a new item.
void add(std::vector<std::string>& items, const std::string& text)
{
    for (std::size_t from = 0; from < text.size();) {
        std::size_t to = text.find("  ", from);
        while (to != std::string::npos && !is_numbered(text, text.find_first_not_of(' ', to)))
            to = text.find("  ", to + 1);
        const std::string part = trimmed(text.substr(from, to == std::string::npos ? to : to - from));
        if (items.empty() || items.back().empty() || is_numbered(part, 0)) {
            if (!items.empty() && items.back().empty()) items.pop_back();
            items.push_back(part);
        } else {
            items.back() += ' ' + part;
        }
        if (to == std::string::npos) break;
        from = text.find_first_not_of(' ', to);
    }
}

// Breaks a text at blanks into lines of at most `width` columns. A longer word is broken, too.
std::vector<std::string> broken(const std::string& text, int width)
{
    std::vector<std::string> lines{""};
    int taken = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(' ', from), text.size());
        const std::string word = text.substr(from, to - from);
        from = std::min(text.find_first_not_of(' ', to), text.size());
        const int needed = shown_width(word);
        if (taken > 0 && taken + 1 + needed > width) {
            lines.emplace_back();
            taken = 0;
        } else if (taken > 0) {
            lines.back() += ' ';
            taken++;
        }
        for (const character& one : characters_of(word)) {
            if (taken + one.columns > width) {
                lines.emplace_back();
                taken = 0;
            }
            lines.back() += one.bytes;
            taken += one.columns;
        }
    }
    return lines;
}

bool names_the_other_file(const head_field& field)
{
    return field.name == "Legacy" || field.name == "Modern" || field.name == "Twin";
}

bool has(const head_comment& head, const head_field& field)
{
    return std::any_of(head.fields.begin(), head.fields.end(),
                       [&](const head_field& one) { return one.name == field.name && one.items == field.items; });
}

class printer {
public:
    printer(std::ostream& out, const head_style& style, const head_comment& one, const head_comment& other)
        : out_{out}
        , width_{std::max(style.width, 20)}
        , colour_{style.colour}
    {
        for (const head_comment* head : {&one, &other})
            for (const head_field& field : head->fields)
                if (!names_the_other_file(field)) names_ = std::max(names_, static_cast<int>(field.name.size()) + 2);
    }

    void text(const std::string& text)
    {
        if (text.empty()) return;
        began_ = true;
        for (const std::string& line : broken(text, width_))
            out_ << line << '\n';
    }

    // Prints a heading with a text and the wanted fields of a head below it, or nothing if there are none.
    template <class Wanted>
    void part(const std::string& heading, const std::string& shows, const Wanted& wanted, const head_comment& head)
    {
        std::vector<head_field> fields;
        for (const head_field& one : head.fields)
            if (!names_the_other_file(one) && wanted(one)) fields.push_back(one);
        if (fields.empty() && shows.empty()) return;
        if (began_) out_ << '\n';
        began_ = true;
        for (const std::string& line : broken(heading, width_))
            out_ << (colour_ ? "\033[1m" + line + "\033[0m" : line) << '\n';
        text(shows);
        for (const head_field& one : fields)
            field(one);
    }

private:
    void field(const head_field& field) const
    {
        std::string label = field.name + ':';
        for (const std::string& item : field.items) {
            const std::size_t dot = is_numbered(item, 0) ? item.find(' ') + 1 : 0; // further lines stand below the text
            const int hang = names_ + static_cast<int>(dot);
            std::string number = item.substr(0, dot);
            for (const std::string& line : broken(item.substr(dot), std::max(width_ - hang, 8))) {
                out_ << label << std::string(names_ - label.size(), ' ') << number << line << '\n';
                label.clear();
                number.assign(dot, ' ');
            }
        }
    }

    std::ostream& out_;
    int width_;
    bool colour_;
    bool began_ = false; // something is printed
    int names_ = 0;      // columns for the names of fields
};

} // namespace

head_comment head_of(const std::vector<std::string>& lines)
{
    head_comment head;
    bool in_field = false;
    for (; head.lines < lines.size() && lines[head.lines].compare(0, 2, "//") == 0; head.lines++) {
        const std::string text = trimmed(lines[head.lines].substr(2));
        if (text.compare(0, 5, "SPDX-") == 0) continue; // a licence is not a part of the description
        if (const std::size_t name = name_length(text)) {
            in_field = true;
            head.fields.push_back({text.substr(0, name - 1), {""}});
            add(head.fields.back().items, trimmed(text.substr(name)));
        } else if (in_field && !text.empty()) {
            add(head.fields.back().items, text);
        } else if (!in_field && !text.empty()) {
            head.shows += (head.shows.empty() ? "" : " ") + text;
        }
    }
    while (head.lines > 0 && head.lines < lines.size() && trimmed(lines[head.lines]).empty())
        head.lines++;
    return head;
}

void print_heads(std::ostream& out, const named_head& left, const named_head& right, const head_style& style)
{
    const head_comment &one = left.head, &other = right.head;
    printer print{out, style, one, other};
    const bool same = one.shows == other.shows;
    if (same) print.text(one.shows);
    print.part(
        left.file, same ? "" : one.shows, [&](const head_field& field) { return !has(other, field); }, one);
    print.part(
        right.file, same ? "" : other.shows, [&](const head_field& field) { return !has(one, field); }, other);
    print.part(
        "both", "", [&](const head_field& field) { return has(other, field); }, one);
    out << '\n';
}

} // namespace pairs
