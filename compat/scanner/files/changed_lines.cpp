// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "changed_lines.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace scanner {
namespace {

namespace fs = std::filesystem;

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

// The number in front, which is taken away.
bool take_number(std::string_view& text, std::uint32_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

// " -1,2 +3,4 @@": how many lines of each side follow, and the first one of the new side.
struct hunk {
    std::uint32_t old_lines = 1, new_lines = 1, new_first = 0;
};

bool read_hunk(std::string_view text, hunk& result)
{
    std::uint32_t old_first = 0;
    if (!begins(text, "@@ -")) return false;
    text.remove_prefix(4);
    if (!take_number(text, old_first)) return false;
    if (begins(text, ",") && (text.remove_prefix(1), !take_number(text, result.old_lines))) return false;
    if (!begins(text, " +")) return false;
    text.remove_prefix(2);
    if (!take_number(text, result.new_first)) return false;
    if (begins(text, ",") && (text.remove_prefix(1), !take_number(text, result.new_lines))) return false;
    return begins(text, " @@");
}

// A name with characters that are not plain stands in quotes, with C's escapes.
std::string unquoted(std::string_view text)
{
    std::string result;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] != '\\') {
            result += text[i];
        } else if (text[++i] >= '0' && text[i] <= '3' && i + 3 < text.size()) {
            result += static_cast<char>((text[i] - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
            i += 2;
        } else {
            result += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
        }
    }
    return result;
}

// The folder that git's paths begin in.
fs::path top_folder()
{
    std::error_code error;
    const fs::path here = fs::current_path(error);
    for (fs::path folder = here; !error; folder = folder.parent_path()) {
        if (fs::exists(folder / ".git", error)) return folder;
        if (folder == folder.root_path() || folder.empty()) break;
    }
    return here;
}

std::string whole(const fs::path& path)
{
    std::error_code error;
    const fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
    return (error ? path : result).string();
}

// The name behind "+++ ": empty where the file is gone.
std::string file_of(std::string_view text, const fs::path& top)
{
    std::string name(text.substr(0, text.find('\t'))); // diff -u writes a time behind a tab
    if (begins(name, "\"")) name = unquoted(name);
    if (name == "/dev/null") return {};
    if (begins(name, "b/")) name.erase(0, 2);
    return whole(fs::path(name).is_absolute() ? fs::path(name) : top / name);
}

} // namespace

std::string changed_lines::read(std::string_view diff)
{
    const fs::path top = top_folder();
    std::vector<range>* file = nullptr;
    bool any_file = false;
    hunk left;
    left.old_lines = left.new_lines = 0;
    std::uint32_t number = 0;
    while (!diff.empty()) {
        std::string_view line = diff.substr(0, diff.find('\n'));
        diff.remove_prefix(std::min(diff.size(), line.size() + 1));
        ++number;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (left.old_lines != 0 || left.new_lines != 0) {
            const char mark = line.empty() ? ' ' : line[0];
            if (mark == '\\') continue; // "\ No newline at end of file"
            if (mark != '+' && left.old_lines != 0) --left.old_lines;
            if (mark == '-' || left.new_lines == 0) continue;
            if (mark == '+' && file) {
                if (file->empty() || file->back().second != left.new_first)
                    file->emplace_back(left.new_first, left.new_first);
                ++file->back().second;
            }
            ++left.new_first;
            --left.new_lines;
        } else if (begins(line, "+++ ")) {
            const std::string name = file_of(line.substr(4), top);
            file = name.empty() ? nullptr : &files_[name];
            any_file = true;
        } else if (begins(line, "@@ ") && any_file) {
            if (!read_hunk(line, left)) return "line " + std::to_string(number) + " is no head of a diff's hunk";
        }
    }
    if (left.old_lines != 0 || left.new_lines != 0) return "it ends in the middle of a hunk";
    return {};
}

bool changed_lines::has(const std::string& path, std::uint32_t line) const
{
    const auto found = files_.find(whole(path));
    if (found == files_.end()) return false;
    for (const auto& [first, behind] : found->second)
        if (line >= first && line < behind) return true;
    return false;
}

} // namespace scanner
