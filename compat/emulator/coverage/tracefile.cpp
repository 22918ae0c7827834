// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coverage/tracefile.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace cuda_emulator {

namespace {

// The fields of a record, from left to right.
class fields {
public:
    fields(std::string_view text, int line)
        : left_(text)
        , line_(line)
    {
    }
    // Up to the next comma, which must be there unless it is the last field.
    template <class T>
    T number(bool last)
    {
        const std::size_t comma = left_.find(',');
        if ((comma == left_.npos) != last) fail();
        const std::string_view text = left_.substr(0, comma);
        T value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || value < T(0)) fail();
        left_.remove_prefix(last ? left_.size() : comma + 1);
        return value;
    }
    std::string rest() const
    {
        if (left_.empty()) fail();
        return std::string(left_);
    }
    [[noreturn]] void fail() const
    {
        throw std::runtime_error("line " + std::to_string(line_) + " is no record of a coverage of kernels");
    }

private:
    std::string_view left_;
    int line_;
};

// Records of sums, which write() computes anew.
bool is_sum(std::string_view name)
{
    for (std::string_view known : {"TN", "FNF", "FNH", "LF", "LH", "BRF", "BRH"})
        if (name == known) return true;
    return false;
}

void read_record(covered_file& into, std::string_view name, fields of)
{
    if (name == "FN") {
        const int line = of.number<int>(false);
        into.functions[of.rest()].line = line;
    } else if (name == "FNDA") {
        const auto count = of.number<std::uint64_t>(false);
        into.functions[of.rest()].count += count;
    } else if (name == "DA") {
        const int line = of.number<int>(false);
        into.lines[line] += of.number<std::uint64_t>(true);
    } else if (name == "BRDA") {
        branch_place place;
        place.line = of.number<int>(false);
        place.block = of.number<std::uint32_t>(false);
        place.way = of.number<int>(false);
        into.branches[place] += of.rest() == "-" ? 0 : of.number<std::uint64_t>(true);
    } else if (!is_sum(name)) {
        of.fail();
    }
}

template <class Map, class Count>
void write_sums(std::string& to, const char* found, const char* hit, const Map& of, Count count)
{
    const auto hits = std::count_if(of.begin(), of.end(), [&](const auto& x) { return count(x.second) > 0; });
    to += std::string(found) + ":" + std::to_string(of.size()) + "\n" + hit + ":" + std::to_string(hits) + "\n";
}

// No thread came to a branch none of whose ways was taken: '-'.
void write_branches(std::string& to, const covered_file& f)
{
    for (auto first = f.branches.begin(); first != f.branches.end();) {
        std::uint64_t all = 0;
        auto end = first;
        for (;
             end != f.branches.end() && end->first.line == first->first.line && end->first.block == first->first.block;
             ++end)
            all += end->second;
        for (; first != end; ++first)
            to += "BRDA:" + std::to_string(first->first.line) + "," + std::to_string(first->first.block) + "," +
                  std::to_string(first->first.way) + "," + (all ? std::to_string(first->second) : "-") + "\n";
    }
}

} // namespace

void tracefile::read(std::istream& text)
{
    covered_file* file = nullptr;
    int number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        if (line == "end_of_record" && file) {
            file = nullptr;
            continue;
        }
        const std::size_t colon = std::min(line.find(':'), line.size());
        const std::string_view name = std::string_view(line).substr(0, colon);
        const fields of(std::string_view(line).substr(std::min(colon + 1, line.size())), number);
        if (name == "SF" && !file) {
            file = &files[of.rest()];
        } else if (file) {
            read_record(*file, name, of);
        } else if (name != "TN") {
            of.fail();
        }
    }
    if (file) fields({}, number).fail();
}

std::string tracefile::write() const
{
    std::string out = "TN:\n";
    for (const auto& [path, f] : files) {
        out += "SF:" + path + "\n";
        for (const auto& [name, x] : f.functions)
            out += "FN:" + std::to_string(x.line) + "," + name + "\n";
        for (const auto& [name, x] : f.functions)
            out += "FNDA:" + std::to_string(x.count) + "," + name + "\n";
        write_sums(out, "FNF", "FNH", f.functions, [](const covered_function& x) { return x.count; });
        write_branches(out, f);
        write_sums(out, "BRF", "BRH", f.branches, [](std::uint64_t n) { return n; });
        for (const auto& [line, count] : f.lines)
            out += "DA:" + std::to_string(line) + "," + std::to_string(count) + "\n";
        write_sums(out, "LF", "LH", f.lines, [](std::uint64_t n) { return n; });
        out += "end_of_record\n";
    }
    return out;
}

} // namespace cuda_emulator
