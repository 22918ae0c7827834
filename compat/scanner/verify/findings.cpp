// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/findings.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

namespace scanner {
namespace {

constexpr const char* by = "cuda_emulator: ";

// Takes the text up to the separator off the front. All of it where there is none.
std::string take(std::string& text, const std::string& separator)
{
    const std::size_t at = text.find(separator);
    std::string out = text.substr(0, at);
    text = at == text.npos ? "" : text.substr(at + separator.size());
    return out;
}

// "k<4>(int*, f(*)(int))" -> "k<4>"
std::string without_arguments(const std::string& name)
{
    int depth = 0;
    for (std::size_t k = name.size(); k-- > 0;) {
        depth += name[k] == ')';
        depth -= name[k] == '(';
        if (depth == 0) return name.substr(0, name[k] == '(' ? k : name.npos);
    }
    return name;
}

// False: a line of another kind.
bool read_finding(std::string line, finding_count& out)
{
    static const std::regex place_of_a_thread("^block \\([0-9,]*\\), thread \\([0-9,]*\\), ");
    if (line.rfind(by, 0) != 0) return false;
    line.erase(0, std::string(by).size());
    if (line.empty() || line[0] == '(' || number_of_findings(by + line + "\n")) return false;
    if (line.rfind("kernel '", 0) == 0) {
        line.erase(0, std::string("kernel '").size());
        out.kernel = without_arguments(take(line, "', "));
        line = std::regex_replace(line, place_of_a_thread, "");
        if (line.rfind("PTX line ", 0) == 0) take(line, ", ");
        const std::string place = take(line, ": ");
        out.place = place.substr(place.rfind('/') + 1);
    }
    out.what = take(line, ": ");
    return !out.what.empty();
}

} // namespace

std::uint64_t number_of_findings(const std::string& errors)
{
    static const std::regex count("cuda_emulator: ([0-9]{1,9}) findings?\n");
    std::smatch found;
    return std::regex_search(errors, found, count) ? std::stoul(found[1]) : 0;
}

std::vector<finding_count> compare_findings(const std::string& old_errors, const std::string& new_errors)
{
    std::vector<finding_count> out;
    for (const std::string* errors : {&old_errors, &new_errors}) {
        if (!number_of_findings(*errors)) continue;
        std::istringstream in(*errors);
        for (std::string line; std::getline(in, line);) {
            // What the program prints may stand before it in the line.
            finding_count one;
            const std::size_t begin = line.find(by);
            if (begin == line.npos || !read_finding(line.substr(begin), one)) continue;
            auto at = std::find_if(out.begin(), out.end(), [&](const finding_count& x) {
                return x.kernel == one.kernel && x.what == one.what;
            });
            if (at == out.end()) at = out.insert(out.end(), one);
            ++(errors == &old_errors ? at->old_count : at->new_count);
        }
    }
    return out;
}

std::string finding_text(const finding_count& f)
{
    return (f.kernel.empty() ? "" : f.kernel + ": ") + f.what + ": old " + std::to_string(f.old_count) + ", new " +
           std::to_string(f.new_count) + (f.place.empty() ? "" : "; the first at " + f.place);
}

} // namespace scanner
