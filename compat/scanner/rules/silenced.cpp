// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "silenced.hpp"

#include <algorithm>
#include <map>

#include "pages.hpp"

namespace scanner {
namespace {

// What a comment silences.
struct silence {
    std::uint32_t stands_in = 0; // its own line
    bool all = false;
    std::vector<std::string_view> rules;
    bool used = false;

    bool has(std::string_view rule) const { return all || std::find(rules.begin(), rules.end(), rule) != rules.end(); }
};

// Whether one of these silences the rule. All that do count as used.
bool takes(std::vector<silence>& all, std::string_view rule)
{
    bool any = false;
    for (silence& one : all)
        if (one.has(rule)) any = one.used = true;
    return any;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

// Tests whether these words are at the beginning of a comment.
bool begins_comment(std::string_view text, std::size_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        --at;
    return at > 0 &&
           (text[at - 1] == '#' || (at > 1 && text[at - 2] == '/' && (text[at - 1] == '/' || text[at - 1] == '*')));
}

} // namespace

std::size_t drop_silenced(std::string_view text, std::vector<finding>& found, std::vector<std::string>& wrong,
                          std::vector<std::string>* unused)
{
    constexpr std::string_view words = "cuda-legacy: ignore";
    std::map<std::uint32_t, std::vector<silence>> lines; // by the line that they silence
    std::vector<silence> file;
    std::size_t counted = 0;
    std::uint32_t line = 1;
    for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
        line += static_cast<std::uint32_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                      text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        counted = at;
        if (!begins_comment(text, at)) continue;
        std::string_view rest = text.substr(at + words.size());
        rest = rest.substr(0, rest.find('\n'));
        std::vector<silence>* target = nullptr;
        constexpr std::string_view next = "-next-line", whole = "-file";
        if (rest.substr(0, next.size()) == next) {
            target = &lines[line + 1];
            rest.remove_prefix(next.size());
        } else if (rest.substr(0, whole.size()) == whole) {
            target = &file;
            rest.remove_prefix(whole.size());
        } else {
            target = &lines[line];
        }
        const std::size_t close = rest.find(']');
        if (rest.empty() || rest[0] != '[') {
            if (!rest.empty() && (rest[0] == '-' || rest[0] == '_')) {
                wrong.push_back(std::to_string(line) + ": cuda-legacy: ignore" +
                                std::string(rest.substr(0, rest.find(' '))) + ": no such comment");
                continue;
            }
            target->push_back({line, true, {}, false});
        } else if (close == rest.npos) {
            wrong.push_back(std::to_string(line) + ": cuda-legacy: ignore[ has no ]");
        } else {
            std::string_view names = rest.substr(1, close - 1);
            silence read{line, false, {}, false};
            while (true) {
                const std::size_t comma = names.find(',');
                const std::string_view name = trimmed(names.substr(0, comma));
                if (find_rule(name))
                    read.rules.push_back(name);
                else
                    wrong.push_back(std::to_string(line) + ": cuda-legacy: ignore: no rule is called " +
                                    (name.empty() ? "nothing" : std::string(name)));
                if (comma == names.npos) break;
                names.remove_prefix(comma + 1);
            }
            if (!read.rules.empty()) target->push_back(std::move(read));
        }
    }
    if (lines.empty() && file.empty()) return 0;
    const std::size_t before = found.size();
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&](const finding& one) {
                                   const auto there = lines.find(one.line);
                                   const bool by_line = there != lines.end() && takes(there->second, one.rule);
                                   return takes(file, one.rule) || by_line;
                               }),
                found.end());
    if (unused) {
        lines[0] = std::move(file); // no line has this number
        for (const auto& [line_of_finding, all] : lines)
            for (const silence& one : all)
                if (!one.used)
                    unused->push_back(std::to_string(one.stands_in) +
                                      ": cuda-legacy: ignore: the comment silences nothing");
    }
    return before - found.size();
}

} // namespace scanner
