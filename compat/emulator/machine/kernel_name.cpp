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

} // namespace

std::string demangled(std::string_view name)
{
    int status = 0;
    char* const text = abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status);
    const std::string readable = text ? text : std::string(name);
    std::free(text);
    return readable;
}

std::string variable_name(const std::string& mangled)
{
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
