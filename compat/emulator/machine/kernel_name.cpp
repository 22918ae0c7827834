// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/kernel_name.h"

#include <cstdlib>
#include <cxxabi.h>

namespace cuda_emulator {

namespace {

// The last `wanted` before `end` that is outside of brackets, or npos. Searches from the right.
std::size_t last_outside_brackets(const std::string& s, std::size_t end, char wanted)
{
    int depth = 0;
    for (std::size_t k = end; k-- > 0;) {
        const char c = s[k];
        if (c == ')' || c == '>' || c == ']') ++depth;
        if (c == '(' || c == '<' || c == '[') --depth;
        if (depth == 0 && c == wanted) return k;
    }
    return std::string::npos;
}

// The name with "..." for what is in more than `most` brackets.
std::string without_brackets_inside(const std::string& s, int most)
{
    std::string r;
    int depth = 0;
    for (const char c : s) {
        const bool opens = c == '<' || c == '(', closes = c == '>' || c == ')';
        if (closes && depth-- > most) continue;
        if (depth <= most) r += c;
        if (opens && ++depth == most + 1) r += std::string("...") + (c == '<' ? '>' : ')');
    }
    return r;
}

constexpr std::size_t longest_in_message = 200;
constexpr int most_brackets = 8;

} // namespace

std::string demangled(std::string_view name)
{
    int status = 0;
    char* const text = abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status);
    const std::string readable = text ? text : std::string(name);
    std::free(text);
    return readable;
}

std::string name_in_message(std::string_view mangled)
{
    const std::string name = demangled(mangled);
    std::string shorter = name;
    for (int most = most_brackets; shorter.size() > longest_in_message && most >= 0; --most)
        shorter = without_brackets_inside(name, most);
    return shorter;
}

std::string variable_name(const std::string& mangled)
{
    if (mangled.rfind("_Z", 0) != 0) return mangled; // 'c' would be the type char
    const std::string name = demangled(mangled);
    const std::size_t colons = name.rfind("::");
    return colons == std::string::npos ? name : name.substr(colons + 2);
}

std::string kernel_name(const std::string& mangled)
{
    std::string name = demangled(mangled);
    if (!name.empty() && name.back() == ')') {
        const std::size_t arguments = last_outside_brackets(name, name.size(), '(');
        if (arguments != std::string::npos) name.resize(arguments);
    }
    // Demangled templates begin with their result type.
    const std::size_t space = last_outside_brackets(name, name.size(), ' ');
    return space == std::string::npos ? name : name.substr(space + 1);
}

} // namespace cuda_emulator
