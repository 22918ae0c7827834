// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rewriting.hpp"

#include <algorithm>

#include "source/words.hpp"

namespace scanner {
namespace {

bool is_control(const node& one)
{
    switch (one.kind) {
    case clang::if_statement:
    case clang::while_statement:
    case clang::do_statement:
    case clang::for_statement:
    case clang::range_for_statement:
    case clang::switch_statement:
    case clang::compound_statement:
    case clang::try_statement:
        return true;
    default:
        return false;
    }
}

std::size_t line_begin(const std::string& text, std::size_t offset)
{
    const std::size_t before = offset ? text.rfind('\n', offset - 1) : text.npos;
    return before == text.npos ? 0 : before + 1;
}

std::string indentation(const std::string& text, std::size_t offset)
{
    const std::size_t begin = line_begin(text, offset);
    return text.substr(begin, std::min(text.find_first_not_of(" \t", begin), offset) - begin);
}

// Returns the file's line end.
std::string line_end(const std::string& text) { return text.find("\r\n") != text.npos ? "\r\n" : "\n"; }

bool is_blank_line(const std::string& text, std::size_t begin)
{
    const std::size_t first = text.find_first_not_of(" \t\r", begin);
    return first == text.npos || text[first] == '\n';
}

} // namespace

void rewriting::insert(place where, std::string text) { insertions_[where] += text; }

void rewriting::replace(place where, std::size_t length, std::string text)
{
    replacements_[where] = {length, std::move(text)};
}

void rewriting::drop(const node& statement, bool in_list)
{
    if (in_list) return remove_statement(statement);
    const auto [begin, end] = range_of(statement);
    replace({statement.file, begin}, end - begin, ";");
}

std::pair<std::size_t, std::size_t> rewriting::range_of(const node& statement) const
{
    const own_file& file = tree_.file_of(statement);
    std::size_t begin = file.token_at(statement.begin);
    if (begin == own_file::none) return {statement.begin, statement.end};
    // A statement that is a macro's argument begins at the macro's name.
    int depth = 0;
    for (std::size_t i = begin; i-- > 0;) {
        const token& one = file.at(i);
        if (one.in_directive || file.offsets[i] < 0) break;
        if (one.is_mark(")") || one.is_mark("]")) ++depth;
        if (one.is_mark("[")) --depth;
        if (one.is_mark("(") && depth-- == 0) {
            if (i == 0 || !file.at(i - 1).is_name()) break;
            depth = 0;
            begin = --i;
            continue;
        }
        if (depth == 0 && (one.is_mark(";") || one.is_mark("{") || one.is_mark("}"))) break;
    }
    std::size_t end = statement.end;
    if (!is_control(statement) || file.begin(begin) != statement.begin) {
        depth = 0;
        for (std::size_t i = begin; i < file.size() && file.offsets[i] >= 0; ++i) {
            const token& one = file.at(i);
            depth += one.is_mark("(") || one.is_mark("{") || one.is_mark("[");
            depth -= one.is_mark(")") || one.is_mark("}") || one.is_mark("]");
            end = file.end(i);
            if (depth == 0 && one.is_mark(";")) break;
        }
    } else {
        const std::size_t next = file.text.find_first_not_of(" \t\r\n", end);
        if (next != std::string::npos && file.text[next] == ';') end = next + 1;
    }
    return {file.begin(begin), end};
}

std::string rewriting::indentation_of(const node& statement) const
{
    const own_file& file = tree_.file_of(statement);
    const std::size_t begin = range_of(statement).first;
    std::string result = indentation(file.text, begin);
    // The statement follows an if on its line, so it gets one more level of indentation.
    if (wrapped_.count(&statement) && line_begin(file.text, begin) + result.size() != begin) result += "    ";
    return result;
}

void rewriting::lines_before(const node& statement, const std::vector<std::string>& lines)
{
    const own_file& file = tree_.file_of(statement);
    std::string text;
    for (const std::string& line : lines)
        text += line + line_end(file.text) + indentation_of(statement);
    insert({statement.file, range_of(statement).first}, text);
}

void rewriting::lines_behind(const node& statement, const std::vector<std::string>& lines)
{
    const own_file& file = tree_.file_of(statement);
    for (const std::string& line : lines)
        insert({statement.file, range_of(statement).second}, line_end(file.text) + indentation_of(statement) + line);
}

void rewriting::wrap(const node& statement)
{
    if (!wrapped_.insert(&statement).second) return;
    const own_file& file = tree_.file_of(statement);
    const auto [begin, end] = range_of(statement);
    insert({statement.file, begin}, "{" + line_end(file.text) + indentation_of(statement));
    last_insertions_[{statement.file, end}] = line_end(file.text) + indentation(file.text, begin) + "}";
}

void rewriting::remove(int file_number, std::size_t begin, std::size_t end)
{
    const std::string& text = tree_.files()[static_cast<std::size_t>(file_number)]->text;
    const std::size_t first = line_begin(text, begin);
    const bool alone_before = text.find_first_not_of(" \t", first) == begin;
    std::size_t last = text.find('\n', end);
    last = last == text.npos ? text.size() : last + 1;
    const std::size_t behind = text.find_first_not_of(" \t\r\n", end);
    // A comment on the same line belongs to the removed code.
    const bool alone_behind = behind == text.npos || behind >= last || text.compare(behind, 2, "//") == 0;
    if (alone_before && alone_behind) {
        begin = first;
        end = last;
    } else if (alone_behind || !alone_before) {
        while (begin > first && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
            --begin;
    }
    replace({file_number, begin}, end - begin, "");
}

void rewriting::remove_statement(const node& statement)
{
    const auto [begin, end] = range_of(statement);
    remove(statement.file, begin, end);
}

// Removes comments above removed lines, up to the next blank line. A comment at the file's begin describes the file and
// stays.
void rewriting::drop_comments()
{
    while (drop_some_comments()) // a removed comment can join two removed regions
        continue;
}

bool rewriting::drop_some_comments()
{
    std::vector<std::pair<place, std::size_t>> grown;
    for (auto at = replacements_.begin(); at != replacements_.end(); ++at) {
        const std::string& text = tree_.file_of(at->first).text;
        const std::size_t begin = at->first.offset;
        if (!is_whole_lines(*at)) continue;
        auto last = at;
        const auto end = [&] { return last->first.offset + last->second.first; };
        for (auto next = std::next(last); next != replacements_.end() && next->first.file == at->first.file &&
                                          next->first.offset == end() && is_whole_lines(*next);
             ++next)
            last = next;
        std::size_t first = begin;
        bool in_block = false;
        while (first > 0) {
            const std::size_t line = line_begin(text, first - 1);
            const std::string_view words = trimmed(std::string_view(text).substr(line, first - line));
            const bool line_comment = words.substr(0, 2) == "//" && words.back() != '\\';
            const bool block_ends = words.size() >= 2 && words.substr(words.size() - 2) == "*/";
            if (!in_block && !line_comment && !block_ends) break;
            if (block_ends || in_block) {
                in_block = words.substr(0, 2) != "/*";
                const std::size_t close = words.find("*/");
                // Other code stands on the comment's line.
                if (in_block ? words.find("/*") != words.npos : close != words.npos && close + 2 < words.size()) {
                    in_block = true;
                    break;
                }
            }
            first = line;
        }
        const bool alone =
            end() >= text.size() || is_blank_line(text, end()) ||
            trimmed(std::string_view(text).substr(end(), text.find('\n', end()) - end())).substr(0, 1) == "}";
        if (!in_block && first > 0 && first != begin && alone) grown.push_back({at->first, first});
        at = last;
    }
    for (const auto& [key, first] : grown) {
        auto entry = replacements_.extract(key);
        entry.mapped().first += key.offset - first;
        entry.key().offset = first;
        replacements_.insert(std::move(entry));
    }
    return !grown.empty();
}

bool rewriting::is_whole_lines(const std::pair<const place, std::pair<std::size_t, std::string>>& one) const
{
    const std::string& text = tree_.file_of(one.first).text;
    return one.second.second.empty() && line_begin(text, one.first.offset) == one.first.offset && one.second.first &&
           text[one.first.offset + one.second.first - 1] == '\n';
}

// Removes one of two blank lines around removed lines.
void rewriting::close_gaps()
{
    for (auto at = replacements_.begin(); at != replacements_.end(); ++at) {
        const std::string& text = tree_.file_of(at->first).text;
        const std::size_t begin = at->first.offset;
        if (!is_whole_lines(*at) || begin == 0 || !is_blank_line(text, line_begin(text, begin - 1))) continue;
        auto last = at;
        const auto end = [&] { return last->first.offset + last->second.first; };
        for (auto next = std::next(last); next != replacements_.end() && next->first.file == at->first.file &&
                                          next->first.offset == end() && is_whole_lines(*next);
             ++next)
            last = next;
        if (const std::size_t line = text.find('\n', end()); line != text.npos && is_blank_line(text, end()))
            last->second.first = line + 1 - last->first.offset;
        at = last;
    }
}

std::vector<file_edit> rewriting::edits()
{
    drop_comments();
    close_gaps();
    std::vector<file_edit> result;
    const auto path = [&](const place& where) { return tree_.file_of(where).path; };
    for (const auto& [where, text] : insertions_)
        result.push_back({path(where), {where.offset, 0, text}});
    for (const auto& [where, text] : last_insertions_)
        result.push_back({path(where), {where.offset, 0, text}});
    for (const auto& [where, change] : replacements_)
        result.push_back({path(where), {where.offset, change.first, change.second}});
    return result;
}

} // namespace scanner
