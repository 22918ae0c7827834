// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unified_diff.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scanner {
namespace {

constexpr std::size_t context = 3;

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t length = end == text.npos ? text.size() : end + 1;
        result.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return result;
}

// Replaces the lines first to last of the old text.
struct region {
    std::size_t first, last;
    std::vector<std::string_view> replacement;
};

// Quotes a name as git does, if it contains bytes that would end the name or control a terminal.
std::string header(const char* mark, const char* side, const std::string& path)
{
    std::string name = (path[0] == '/' ? "" : side) + path, quoted;
    bool needs_quotes = false;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
            needs_quotes = true;
        } else if (byte < 0x20 || byte == 0x7f) {
            for (const char digit : {'\\', static_cast<char>('0' + (byte >> 6)),
                                     static_cast<char>('0' + (byte >> 3 & 7)), static_cast<char>('0' + (byte & 7))})
                quoted += digit;
            needs_quotes = true;
        } else {
            quoted += c;
        }
    }
    if (needs_quotes) return mark + ('"' + quoted + "\"\n");
    // A name with blanks ends with a tab, as diff writes it.
    return mark + name + (name.find(' ') == name.npos ? "\n" : "\t\n");
}

void add_line(std::string& result, char mark, std::string_view line)
{
    result += mark;
    result.append(line);
    if (line.empty() || line.back() != '\n') result += "\n\\ No newline at end of file\n";
}

std::string range(std::size_t first, std::size_t count)
{
    // diff identifies an empty range by the line before it.
    const std::string start = std::to_string(count ? first + 1 : first);
    return count == 1 ? start : start + "," + std::to_string(count);
}

} // namespace

std::string unified_diff(const std::string& path, std::string_view text, const edit_list& edits)
{
    const std::vector<std::string_view> before = lines_of(text);
    const auto line_at = [&](std::size_t offset) {
        // Returns the index of the line that holds the byte. At the text's end, returns the line count if the last line
        // ends with a line break.
        const auto behind =
            std::upper_bound(before.begin(), before.end(), offset, [&](std::size_t at, std::string_view line) {
                return at < static_cast<std::size_t>(line.data() - text.data());
            });
        const auto line = static_cast<std::size_t>(behind - before.begin());
        const bool at_end = offset == text.size() && (text.empty() || text.back() == '\n');
        return at_end ? before.size() : line - 1;
    };
    const auto start_of = [&](std::size_t line) {
        return line < before.size() ? static_cast<std::size_t>(before[line].data() - text.data()) : text.size();
    };

    // Edits on the same lines form one region.
    const std::vector<edit>& list = edits.in_order();
    std::vector<std::string> texts; // owns the text that the regions refer to
    texts.reserve(list.size());
    std::vector<region> regions;
    for (std::size_t i = 0; i < list.size();) {
        const std::size_t first = line_at(list[i].offset);
        std::size_t last = first, k = i;
        for (; k < list.size() && (k == i || line_at(list[k].offset) < last); ++k)
            last = std::max(last, std::min(line_at(list[k].offset + list[k].length) + 1, before.size()));
        std::string& changed = texts.emplace_back();
        std::size_t at = start_of(first);
        for (; i < k; ++i) {
            changed.append(text, at, list[i].offset - at).append(list[i].replacement);
            at = list[i].offset + list[i].length;
        }
        changed.append(text, at, start_of(last) - at);
        // Keeps the unchanged parts of the first and the last line.
        region one{first, last, lines_of(changed)};
        std::vector<std::string_view>& lines = one.replacement;
        std::size_t same = 0;
        for (; one.first < one.last && same < lines.size() && before[one.first] == lines[same]; ++same)
            ++one.first;
        lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(same));
        for (; one.first < one.last && !lines.empty() && before[one.last - 1] == lines.back(); --one.last)
            lines.pop_back();
        if (one.first < one.last || !lines.empty()) regions.push_back(std::move(one));
    }
    if (regions.empty()) return {};

    std::string result = header("--- ", "a/", path) + header("+++ ", "b/", path);
    std::ptrdiff_t shift = 0;
    for (std::size_t i = 0; i < regions.size();) {
        std::size_t k = i + 1;
        while (k < regions.size() && regions[k].first <= regions[k - 1].last + 2 * context)
            ++k;
        const std::size_t first = regions[i].first > context ? regions[i].first - context : 0;
        const std::size_t last = std::min(regions[k - 1].last + context, before.size());
        std::string hunk;
        std::size_t at = first, added = 0, removed = 0;
        const auto same_to = [&](std::size_t end) {
            for (; at < end; ++at)
                add_line(hunk, ' ', before[at]);
        };
        const std::ptrdiff_t old_shift = shift;
        for (; i < k; ++i) {
            same_to(regions[i].first);
            for (; at < regions[i].last; ++at, ++removed)
                add_line(hunk, '-', before[at]);
            for (const std::string_view line : regions[i].replacement)
                add_line(hunk, '+', line);
            added += regions[i].replacement.size();
        }
        same_to(last);
        shift += static_cast<std::ptrdiff_t>(added) - static_cast<std::ptrdiff_t>(removed);
        result += "@@ -" + range(first, last - first) + " +" +
                  range(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(first) + old_shift),
                        last - first + added - removed) +
                  " @@\n" + hunk;
    }
    return result;
}

} // namespace scanner
