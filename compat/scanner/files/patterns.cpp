// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "patterns.hpp"

namespace scanner {
namespace {

constexpr std::size_t no_place = static_cast<std::size_t>(-1);

// Tests whether c is in the set that begins after the [ at i. Moves i past the set's ].
bool in_set(std::string_view pattern, std::size_t& i, char c)
{
    bool negated = false, found = false;
    if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) negated = true, ++i;
    for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false, ++i) {
        char low = pattern[i];
        if (low == '\\' && i + 1 < pattern.size()) low = pattern[++i];
        char high = low;
        if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') high = pattern[i += 2];
        if (low <= c && c <= high) found = true;
    }
    if (i < pattern.size()) ++i;
    return found != negated && c != '/';
}

} // namespace

// Backtracks to one position for * and to one for **, so the cost is at most pattern length times path length.
bool matches(std::string_view pattern, std::string_view path)
{
    std::size_t p = 0, t = 0;
    std::size_t star = no_place, star_text = 0, stars = no_place, stars_text = 0;
    while (true) {
        bool one = false;
        if (p < pattern.size() && pattern[p] == '*') {
            if (p + 1 < pattern.size() && pattern[p + 1] == '*') {
                p += 2;
                // a/**/b also matches a/b: the slash after the stars may match nothing.
                if (p < pattern.size() && pattern[p] == '/' && (p == 2 || pattern[p - 3] == '/')) { ++p; }
                stars = p;
                stars_text = t;
                star = no_place;
            } else {
                star = ++p;
                star_text = t;
            }
            continue;
        }
        if (t == path.size() && p == pattern.size()) return true;
        if (t < path.size() && p < pattern.size()) {
            if (pattern[p] == '?') {
                one = path[t] != '/';
                if (one) ++p;
            } else if (pattern[p] == '[') {
                std::size_t behind = p + 1;
                one = in_set(pattern, behind, path[t]);
                if (one) p = behind;
            } else {
                const std::size_t escaped = pattern[p] == '\\' && p + 1 < pattern.size() ? 1 : 0;
                one = pattern[p + escaped] == path[t];
                if (one) p += 1 + escaped;
            }
            if (one) {
                ++t;
                continue;
            }
        }
        if (star != no_place && star_text < path.size() && path[star_text] != '/') {
            p = star;
            t = ++star_text;
        } else if (stars != no_place && stars_text < path.size()) {
            // Stars after a slash of the pattern match whole folders only.
            const bool whole = stars > 0 && pattern[stars - 1] == '/';
            ++stars_text;
            while (whole && stars_text < path.size() && path[stars_text - 1] != '/')
                ++stars_text;
            p = stars;
            t = stars_text;
            star = no_place;
        } else {
            return false;
        }
    }
}

void ignore_rules::add_line(std::string_view line)
{
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n'))
        line.remove_suffix(1);
    while (!line.empty() && line.back() == ' ' && (line.size() < 2 || line[line.size() - 2] != '\\'))
        line.remove_suffix(1);
    if (line.empty() || line[0] == '#') return;
    rule one{{}, false, false, false};
    if (line[0] == '!') {
        one.keeps = true;
        line.remove_prefix(1);
    }
    if (!line.empty() && line.back() == '/') {
        one.folders_only = true;
        line.remove_suffix(1);
    }
    if (line.empty()) return;
    one.anchored = line.find('/') != line.npos;
    if (line[0] == '/') line.remove_prefix(1);
    one.pattern = line;
    rules_.push_back(one);
}

ignore_rules::answer ignore_rules::of(std::string_view relative, bool is_folder) const
{
    const std::string_view name = relative.substr(relative.rfind('/') + 1);
    for (auto one = rules_.rbegin(); one != rules_.rend(); ++one) {
        if (one->folders_only && !is_folder) continue;
        if (matches(one->pattern, one->anchored ? relative : name)) return one->keeps ? answer::kept : answer::ignored;
    }
    return answer::none;
}

} // namespace scanner
