// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "list_ends.hpp"

#include <set>

namespace scanner {
namespace {

bool leaves_the_list(const token& one)
{
    for (const char* each : {"return", "break", "continue", "goto", "throw"})
        if (one.is_name(each)) return true;
    return false;
}

bool ends_the_program(const token& one)
{
    for (const char* each : {"exit", "_exit", "abort", "quick_exit", "_Exit"})
        if (one.is_name(each)) return true;
    return false;
}

// Tests whether the token begins a statement. A macro that includes a semicolon may precede it.
bool begins_statement(const std::vector<token>& code, std::size_t i)
{
    if (i == 0) return false;
    const token& before = code[i - 1];
    return before.is_mark(";") || before.is_mark("::") || before.is_mark("}") ||
           (before.is_name() && !goes_before_a_call(before));
}

// What follows the current token, while the tokens are read backwards.
struct tokens_behind {
    int depth = 0;       // open braces, counted backwards from the end
    std::set<int> exits; // depths at which a call that ends the program comes before anything else that counts
};

} // namespace

bool goes_before_a_call(const token& one)
{
    for (const char* each : {"return", "else", "do", "throw", "new", "delete", "case", "and", "or", "not", "sizeof"})
        if (one.is_name(each)) return true;
    return false;
}

list_ends::list_ends(const std::vector<token>& code)
    : closing_(code.size(), code.empty() ? 0 : code.size() - 1)
    , statement_end_(code.size() + 1, code.size())
    , brace_or_semicolon_(code.size() + 1, code.size())
    , exits_(code.size())
{
    read_brackets(code);
    read_exits(code);
    read_statements(code);
}

void list_ends::read_brackets(const std::vector<token>& code)
{
    std::vector<std::size_t> open[2]; // of code and of directives
    for (std::size_t i = 0; i < code.size(); ++i) {
        std::vector<std::size_t>& here = open[code[i].in_directive];
        if (code[i].is_mark("(") || code[i].is_mark("[") || code[i].is_mark("{")) here.push_back(i);
        if (!code[i].is_mark(")") && !code[i].is_mark("]") && !code[i].is_mark("}")) continue;
        if (here.empty()) continue;
        closing_[here.back()] = i;
        here.pop_back();
    }
}

void list_ends::read_exits(const std::vector<token>& code)
{
    tokens_behind behind[2]; // code and directives
    for (std::size_t i = code.size(); i-- > 0;) {
        const token& one = code[i];
        tokens_behind& here = behind[one.in_directive];
        if (one.kind == token_kind::end_of_directive) here.exits.clear();
        exits_[i] = here.exits.count(here.depth) != 0;
        if (leaves_the_list(one)) {
            here.exits.clear();
        } else if (one.is_mark("}")) { // ends the list before it
            here.exits.erase(++here.depth);
        } else if (one.is_mark("{")) {
            here.exits.erase(here.depth--);
        } else if (ends_the_program(one)) {
            if (begins_statement(code, i))
                here.exits.insert(here.depth);
            else
                here.exits.erase(here.depth);
        }
    }
}

// An else continues the statement before it.
void list_ends::read_statements(const std::vector<token>& code)
{
    for (std::size_t i = code.size(); i-- > 0;) {
        const bool brace = code[i].is_mark("{"), semicolon = code[i].is_mark(";");
        brace_or_semicolon_[i] = brace || semicolon ? i : brace_or_semicolon_[i + 1];
        const bool bracket = code[i].is_mark("(") || code[i].is_mark("[");
        const std::size_t last = brace || bracket ? closing_[i] : i;
        const bool ends = (brace || semicolon) && !(last + 1 < code.size() && code[last + 1].is_name("else"));
        statement_end_[i] = ends ? last : statement_end_[last + 1];
    }
}

} // namespace scanner
