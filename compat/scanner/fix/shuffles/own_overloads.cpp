// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "own_overloads.hpp"

#include <algorithm>

#include "device_names.hpp"

namespace scanner {
namespace {

bool is_declaration_word(std::string_view word)
{
    return word == "const" || word == "volatile" || word == "register" || word == "struct" || word == "static" ||
           word == "__restrict__" || word == "constexpr";
}

// Parameter types of the built-in functions.
bool is_scalar(const std::vector<std::string_view>& type)
{
    for (const std::string_view word : type)
        if (word != "int" && word != "unsigned" && word != "float" && word != "long" && word != "double" &&
            word != "uint" && word != "half" && word != "__half" && word != "__half2" && word != "half2" &&
            word != "int32_t" && word != "uint32_t" && word != "int64_t" && word != "uint64_t")
            return false;
    return !type.empty();
}

} // namespace

const own_overloads::overloads& own_overloads::of(std::string_view name) const
{
    const auto [found, added] = known_.emplace(name, overloads{});
    overloads& result = found->second;
    if (!added) return result;
    for (std::size_t i = 1; i + 1 < source_.size(); ++i) {
        const token& one = source_.at(i);
        if (!one.is_name(name)) continue;
        if (source_.at(i - 1).kind == token_kind::directive && source_.at(i - 1).is("define")) result.macro = true;
        if (one.in_directive || !source_.at(i + 1).is_mark("(")) continue;
        // A declaration has a type before the name, and a { or a ; after the parameters.
        const token& before = source_.at(i - 1);
        const std::size_t close = source_.closing(i + 1);
        const bool type = (before.is_name() && !before.is("return") && !before.is("else") && !before.is("do")) ||
                          before.is_mark("*") || before.is_mark("&") || before.is_mark(">");
        const bool ends =
            source_.at(close + 1).is_mark("{") || (source_.at(close + 1).is_mark(";") && !source_.function_around(i));
        if (close >= source_.size() || !type || !ends) continue;
        const auto parameters = source_.arguments(i + 1);
        words first;
        if (!parameters.empty())
            for (std::size_t k = parameters[0].first; k < parameters[0].second; ++k) {
                const token& word = source_.at(k);
                const bool name_of_it =
                    k > parameters[0].first && k + 1 == parameters[0].second && !is_builtin_type(word.text);
                if (word.is_name() && !is_declaration_word(word.text) && !name_of_it) first.push_back(word.text);
            }
        result.names.push_back(i);
        if (is_scalar(first))
            result.scalar = true;
        else if (first.size() == 1 && first[0].size() <= 2)
            result.generic = true; // a template parameter such as T
        std::size_t head = i;
        while (head > 0 && !source_.at(head).is_mark(";") && !source_.at(head).is_mark("}") && i - head < 60) {
            if (source_.at(--head).is_name("template")) result.generic = true;
        }
        result.types.push_back(std::move(first));
    }
    return result;
}

own_overloads::words own_overloads::declared_type(std::string_view name, std::size_t place) const
{
    const function* around = source_.function_around(place);
    if (!around) return {};
    for (std::size_t k = place; k > around->head; --k) {
        if (!source_.at(k).is_name(name) || source_.at(k - 1).is_mark(".") || source_.at(k - 1).is_mark("->")) continue;
        // Skips back over the declaration's other names.
        std::size_t type = k - 1;
        const bool follows = source_.at(type).is_mark(","); // an earlier declarator with its initializer
        for (int steps = 0; type > around->head && steps < 40; ++steps, --type) {
            const token& one = source_.at(type);
            if (one.is_mark(")") || one.is_mark("]")) type = source_.opening(type);
            if (one.is_mark("(") || one.is_mark(";") || one.is_mark("{") || one.is_mark("}") ||
                (one.is_mark("=") && !follows))
                break;
            if (one.is_name() && is_builtin_type(one.text)) break;
            if (one.is_name() && source_.at(type + 1).is_name() && !is_declaration_word(one.text) && !one.is("return"))
                break;
        }
        words result;
        while (type > around->head && source_.at(type).is_name() && source_.at(type - 1).is_name())
            --type;
        for (; type < k && source_.at(type).is_name(); ++type)
            if (!is_declaration_word(source_.at(type).text)) result.push_back(source_.at(type).text);
        // The first declarator follows the type.
        if (follows && result.size() > 1 && !source_.at(type).is_mark("*") && !source_.at(type).is_mark("&"))
            result.pop_back();
        if (!result.empty() && !source_.at(k - 1).is("return")) return result;
    }
    return {};
}

// Handles v, v[i], v.x, *v and plain calls. Returns no words for any other expression.
own_overloads::words own_overloads::type_of_argument(std::size_t first, std::size_t behind) const
{
    if (source_.at(first).is_mark("*")) ++first;
    if (first >= behind) return {};
    const token& one = source_.at(first);
    if (one.kind == token_kind::number) return {one.text.find('.') == one.text.npos ? "int" : "float"};
    if (one.is_mark("(")) { // (float)v
        const std::size_t close = source_.closing(first);
        words cast;
        for (std::size_t k = first + 1; k < close && close < behind; ++k)
            if (source_.at(k).is_name() && is_builtin_type(source_.at(k).text)) cast.push_back(source_.at(k).text);
        return cast;
    }
    if (!one.is_name()) return {};
    std::string_view name = one.text;
    if (source_.at(first + 1).is_mark("(")) {
        if (name == "__double2loint" || name == "__double2hiint" || name == "__float_as_int") return {"int"};
        if (name == "__hiloint2double") return {"double"};
        if (name == "__int_as_float") return {"float"};
        if (name.substr(0, 5) == "make_") return {name.substr(5)};
        return is_builtin_type(name) ? words{name} : words{};
    }
    words type = declared_type(name, first);
    for (std::size_t k = first + 1; k < behind; ++k) {
        if (source_.at(k).is_mark("[")) {
            k = source_.closing(k);
        } else if ((source_.at(k).is_mark(".") || source_.at(k).is_mark("->")) && k + 1 < behind) {
            // A member of a built-in vector is a scalar.
            const std::string_view vector = type.size() == 1 ? type[0] : std::string_view();
            const bool known =
                vector.size() > 1 && is_builtin_type(vector) && vector.back() >= '1' && vector.back() <= '4';
            if (!known) return {};
            type = {vector.substr(0, vector.size() - 1)};
            if (type[0] == "uint" || type[0] == "uchar" || type[0] == "char" || type[0] == "short" ||
                type[0] == "ushort")
                type = {"int"};
            ++k;
        }
    }
    return type;
}

own_overloads::words own_overloads::type_of_call(std::size_t i) const
{
    if (!source_.at(i + 1).is_mark("(")) return {};
    const auto arguments = source_.arguments(i + 1);
    return arguments.empty() ? words() : type_of_argument(arguments[0].first, arguments[0].second);
}

bool own_overloads::may_be_own(std::size_t i) const
{
    const overloads& own = of(source_.at(i).text);
    return own.macro || is_own(i) || (!own.names.empty() && !is_scalar(type_of_call(i)));
}

bool own_overloads::is_own(std::size_t i) const
{
    const overloads& own = of(source_.at(i).text);
    if (own.macro) return true;
    if (own.names.empty()) return false;
    if (std::find(own.names.begin(), own.names.end(), i) != own.names.end()) return true;
    const words type = type_of_call(i);
    if (std::find(own.types.begin(), own.types.end(), type) != own.types.end()) return true;
    if (type.empty()) return own.generic || own.scalar;
    return own.generic && !is_scalar(type);
}

} // namespace scanner
