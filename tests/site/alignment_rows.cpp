// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the rows that the alignment of `pairs diff` makes of two files: the numbers of both lines, from 0 on, or -,
// and whether they are alike; then of such a row each word of both lines that differs.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "alignment.hpp"

namespace {

std::vector<std::string> lines_of(const char* path)
{
    std::ifstream file{path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

void print_changed(const std::string& line, const std::string& other)
{
    const std::vector<std::string> words = pairs::words_of(line);
    const std::vector<bool> changed = pairs::changed_words(words, pairs::words_of(other));
    for (std::size_t i = 0; i < words.size(); i++)
        if (changed[i]) std::cout << "  " << i << ' ' << words[i] << '\n';
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    const std::vector<std::string> left = lines_of(argv[1]), right = lines_of(argv[2]);
    for (const pairs::aligned_row& row : pairs::align(left, right)) {
        std::cout << (row.left ? std::to_string(*row.left) : "-") << ' '
                  << (row.right ? std::to_string(*row.right) : "-") << ' ' << row.related << '\n';
        if (!row.related) continue;
        print_changed(left[*row.left], right[*row.right]);
        print_changed(right[*row.right], left[*row.left]);
    }
}
