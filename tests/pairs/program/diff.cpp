// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "export.hpp"
#include "head.hpp"
#include "side_by_side.hpp"

namespace pairs {
namespace {

constexpr int most_for_prose = 120; // columns: longer lines are hard to read

std::vector<std::string> lines_of(const std::string& path)
{
    std::ifstream file{path};
    if (!file) throw std::runtime_error{"cannot read " + path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        lines.push_back(line);
    }
    return lines;
}

// Keeps only the kernels of a file, with their line numbers.
void keep_kernels(source_text& text)
{
    const auto [first, last] = kernel_lines(text.lines);
    text.first_line = first + 1;
    text.lines = {text.lines.begin() + static_cast<std::ptrdiff_t>(first),
                  text.lines.begin() + static_cast<std::ptrdiff_t>(last)};
}

void print_one(std::ostream& out, const std::string& root, const std::string& left, const std::string& right,
               const diff_options& options)
{
    source_text one{left, lines_of(root + '/' + left)}, other{right, lines_of(root + '/' + right)};
    const head_comment left_head = head_of(one.lines), right_head = head_of(other.lines);
    if (options.kernel) {
        keep_kernels(one);
        keep_kernels(other);
        if (one.lines.empty() && other.lines.empty())
            throw std::runtime_error{left + " and " + right + " have no kernel of their own"};
        print_side_by_side(out, one, other, {options.width, options.colour});
        return;
    }
    if (options.head)
        print_heads(out, {left, left_head}, {right, right_head},
                    {std::min(options.width, most_for_prose), options.colour});
    for (const auto& [text, head] : {std::pair{&one, &left_head}, std::pair{&other, &right_head}}) {
        text->lines.erase(text->lines.begin(), text->lines.begin() + head->lines);
        text->first_line = head->lines + 1;
    }
    print_side_by_side(out, one, other, {options.width, options.colour});
}

} // namespace

std::string diff(const std::string& root, const std::vector<std::string>& slugs, const diff_options& options)
{
    if (options.fast)
        for (const std::string& slug : slugs)
            if (const std::string file = "modern/" + slug + "_fast.cu"; !std::filesystem::exists(root + '/' + file))
                throw std::runtime_error{slug + " has no fast stage: there is no " + file};
    std::ostringstream out;
    for (const std::string& slug : slugs) {
        if (&slug != &slugs.front()) out << '\n';
        const std::string twin = "modern/" + slug + ".cu";
        if (options.fast)
            print_one(out, root, twin, "modern/" + slug + "_fast.cu", options);
        else
            print_one(out, root, "legacy/" + slug + ".cu", twin, options);
    }
    return out.str();
}

} // namespace pairs
