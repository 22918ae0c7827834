// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/coverage.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <utility>

namespace scanner {
namespace {

struct source_counts {
    std::map<int, std::uint64_t> lines;
    std::map<std::string, std::pair<int, std::uint64_t>> functions; // first line, count
    std::map<std::pair<int, std::string>, std::set<bool>> branches; // of a line and a number: ways taken, or not
};

std::uint64_t number_of(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

// The fields between commas. The last one may have commas of its own, such as a function's name.
std::vector<std::string> fields_of(const std::string& text, std::size_t most)
{
    std::vector<std::string> out;
    std::size_t at = 0;
    while (out.size() + 1 < most) {
        const std::size_t comma = text.find(',', at);
        if (comma == text.npos) break;
        out.push_back(text.substr(at, comma - at));
        at = comma + 1;
    }
    out.push_back(text.substr(at));
    out.resize(most);
    return out;
}

void read_line(const std::string& line, source_counts& to)
{
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return;
    const std::string name = line.substr(0, colon), rest = line.substr(colon + 1);
    if (name == "DA") {
        const auto f = fields_of(rest, 2);
        to.lines[static_cast<int>(number_of(f[0]))] += number_of(f[1]);
    } else if (name == "FN") {
        const auto f = fields_of(rest, 2);
        to.functions[f[1]].first = static_cast<int>(number_of(f[0]));
    } else if (name == "FNDA") {
        const auto f = fields_of(rest, 2);
        to.functions[f[1]].second += number_of(f[0]);
    } else if (name == "BRDA") {
        const auto f = fields_of(rest, 4);
        const std::pair<int, std::string> place{static_cast<int>(number_of(f[0])), f[1]};
        to.branches[place].insert(number_of(f[3]) > 0); // "-": no thread came to the branch
    }
}

// Lines [first, end) of functions that never ran.
bool is_in_idle_function(const source_counts& s, int line)
{
    int begin = 0;
    bool is_idle = false;
    for (const auto& [name, f] : s.functions)
        if (f.first <= line && f.first >= begin) {
            is_idle = f.first == begin ? is_idle && f.second == 0 : f.second == 0; // templates share their lines
            begin = f.first;
        }
    return is_idle;
}

std::string short_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Headers of the toolkit are no part of the program.
bool is_of_toolkit(const std::string& path)
{
    for (const char* folder : {"/cuda/", "/cuda-", "/targets/x86_64-linux/include/", "/cu13/include/", "/cccl/"})
        if (path.find(folder) != path.npos) return path.find("/include/") != path.npos;
    return false;
}

void add_source(const std::string& path, const source_counts& s, not_covered& to)
{
    if (is_of_toolkit(path)) return;
    std::vector<std::pair<int, int>> runs;
    bool goes_on = false;
    for (const auto& [line, count] : s.lines) {
        const bool is_missed = count == 0 && !is_in_idle_function(s, line);
        if (is_missed && goes_on)
            runs.back().second = line;
        else if (is_missed)
            runs.push_back({line, line});
        goes_on = is_missed;
    }
    for (const auto& [first, last] : runs)
        to.lines.push_back(short_name(path) + ":" + std::to_string(first) +
                           (last > first ? "-" + std::to_string(last) : ""));
    std::set<int> one_way;
    for (const auto& [place, ways] : s.branches)
        if (ways.size() == 2) one_way.insert(place.first);
    for (const int line : one_way)
        to.branches.push_back(short_name(path) + ":" + std::to_string(line));
}

} // namespace

not_covered read_coverage(const std::string& tracefile)
{
    not_covered out;
    std::map<std::string, source_counts> sources;
    source_counts* current = nullptr;
    std::ifstream in(tracefile);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("SF:", 0) == 0)
            current = &sources[line.substr(3)];
        else if (current)
            read_line(line, *current);
    }
    out.has_source_lines = !sources.empty();
    for (const auto& [path, counts] : sources)
        add_source(path, counts, out);
    return out;
}

} // namespace scanner
