// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch_marks.hpp"

#include "source/lexer.hpp"

namespace scanner {
namespace {

// Three equal characters, possibly separated by blanks. The lexer returns each character as one token.
bool is_torn(const std::vector<token>& list, std::size_t i, std::string_view mark)
{
    if (i + 2 >= list.size()) return false;
    for (std::size_t k = i; k < i + 3; ++k)
        if (!list[k].is_mark(mark)) return false;
    for (std::size_t k = i; k < i + 2; ++k)
        for (const char* at = list[k].text.data() + 1; at != list[k + 1].text.data(); ++at)
            if (*at != ' ' && *at != '\t') return false;
    return true;
}

} // namespace

bool is_launch_mark(const std::vector<token>& list, std::size_t i)
{
    return list[i].is_mark("<<<") || is_torn(list, i, "<");
}

bool join_launch_marks(std::string& text)
{
    const std::string before = text;
    tokens code;
    tokenize(before, code);
    const std::vector<token>& list = code.list;
    const auto offset = [&](std::size_t i) { return static_cast<std::size_t>(list[i].text.data() - before.data()); };
    const auto join = [&](std::size_t i, const std::string& mark) {
        if (!is_torn(list, i, mark)) return false;
        const std::size_t begin = offset(i), length = offset(i + 2) + 1 - begin;
        text.replace(begin, length, std::string(3, mark[0]) + std::string(length - 3, ' '));
        return true;
    };
    int open = 0;
    bool any = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].is_mark("<<<")) ++open;
        if (list[i].is_mark(">>>") && open) --open;
        if (list[i].is_mark(";")) open = 0;
        if (join(i, "<")) {
            ++open;
            i += 2;
            any = true;
        } else if (open && join(i, ">")) {
            --open;
            i += 2;
            any = true;
        }
    }
    return any;
}

} // namespace scanner
