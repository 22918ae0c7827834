// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "constants.hpp"

#include <cstdlib>
#include <functional>

#include "device_names.hpp"

namespace scanner {
namespace {

using list = std::vector<token>;

void add(file_constants& all, std::string_view name, const warp_value& value)
{
    const auto [found, added] = all.emplace(name, value);
    if (!added) found->second = joined(found->second, value);
}

warp_value value_of(const token& one)
{
    char* end = nullptr;
    const std::string text(one.text);
    const long long number = std::strtoll(text.c_str(), &end, 0);
    const std::string_view rest = end;
    if (!text.empty() && rest.find_first_not_of("uUlL") == rest.npos) return number_value(number);
    return uniform_value();
}

// Example: const unsigned width = 32;
void read_constant(const list& code, std::size_t i, bool only_numbers, file_constants& all)
{
    bool integer = false, plain = false;
    const bool device = code[i].is("__constant__");
    for (std::size_t k = i + 1; k + 1 < code.size() && k < i + 8; ++k) {
        const token& one = code[k];
        if (!one.is_name()) return;
        if (is_builtin_type(one.text)) {
            plain = true;
            integer = !one.is("float") && !one.is("double") && !one.is("char") && !one.is("short") && !one.is("bool");
            continue;
        }
        if (one.is("const") || one.is("constexpr") || one.is("static") || one.is("__device__") ||
            one.is("__constant__"))
            continue;
        if (!plain) return;
        const token& next = code[k + 1];
        warp_value value = uniform_value();
        if (next.is_mark("=") && k + 3 < code.size() && code[k + 2].kind == token_kind::number &&
            code[k + 3].is_mark(";")) {
            if (integer) value = value_of(code[k + 2]);
            if (!device) return add(all, one.text, value);
        }
        if (only_numbers || !(next.is_mark("=") || (device && next.is_mark(";")))) return;
        value = uniform_value();
        value.integer = integer;
        return add(all, one.text, value);
    }
}

void read_enumerators(const list& code, std::size_t i, file_constants& all)
{
    std::size_t k = i + 1;
    while (k < code.size() && k < i + 6 && !code[k].is_mark("{"))
        ++k;
    if (k >= code.size() || !code[k].is_mark("{")) return;
    warp_value value = uniform_value();
    value.integer = true;
    for (int depth = 1; ++k < code.size() && depth > 0;) {
        if (code[k].is_mark("{") || code[k].is_mark("(")) ++depth;
        if (code[k].is_mark("}") || code[k].is_mark(")")) --depth;
        if (depth != 1 || !code[k].is_name() || !(code[k - 1].is_mark("{") || code[k - 1].is_mark(","))) continue;
        const bool number = k + 3 < code.size() && code[k + 1].is_mark("=") && code[k + 2].kind == token_kind::number &&
                            (code[k + 3].is_mark(",") || code[k + 3].is_mark("}"));
        add(all, code[k].text, number ? value_of(code[k + 2]) : value);
    }
}

void read_list(const list& code, bool only_numbers, const std::function<bool(std::size_t)>& counts, file_constants& all)
{
    for (std::size_t i = 0; i < code.size(); ++i) {
        const token& one = code[i];
        if (!one.is_name() || one.in_directive) continue;
        const bool constant = one.is("const") || one.is("constexpr") || one.is("__constant__");
        if (!constant && !one.is("enum")) continue;
        if (i > 0 &&
            (code[i - 1].is_name("const") || code[i - 1].is_name("constexpr") || code[i - 1].is_name("__constant__")))
            continue;
        if (!counts(i)) continue;
        if (constant)
            read_constant(code, i, only_numbers, all);
        else
            read_enumerators(code, i, all);
    }
}

} // namespace

file_constants constants_of(const program& source, const std::deque<tokens>& headers)
{
    file_constants result;
    read_list(
        source.list(), false, [&](std::size_t i) { return !source.function_around(i); }, result);
    for (const tokens& one : headers)
        read_list(
            one.list, true, [](std::size_t) { return true; }, result);
    return result;
}

} // namespace scanner
