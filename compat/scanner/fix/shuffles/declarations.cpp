// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_names.hpp"
#include "source/words.hpp"
#include "walker.hpp"

namespace scanner {
namespace {

bool is_qualifier(std::string_view word)
{
    return is_one_of(word, {"const", "constexpr", "static", "volatile", "register", "extern", "inline", "mutable",
                            "typename", "__shared__", "__constant__", "__device__", "__restrict__", "__restrict",
                            "thread_local", "struct", "class", "enum", "union"});
}

bool is_keyword(std::string_view word)
{
    return is_one_of(word,
                     {"return", "delete", "new", "sizeof", "throw", "goto", "case", "else", "operator", "template"});
}

} // namespace

bool warp_walker::is_type_word(std::size_t i) const { return is_builtin_type(at(i).text) || is_qualifier(at(i).text); }

// Returns the index after a type and its qualifiers, or i if no type begins at i. Sets `memory` if other threads see
// the variable, or if the compiler may not cache its value. Sets `object` if the type may be a class.
std::size_t warp_walker::type_behind(std::size_t i, std::size_t end, bool& memory, bool& object) const
{
    const std::size_t begin = i;
    bool type = false;
    while (i < end) {
        const token& one = at(i);
        if (one.is_mark("[") && mark(i + 1, "[")) {
            i = closing(i) + 1;
            continue;
        }
        if (one.is_mark("::") && !type && at(i + 1).is_name()) {
            ++i;
            continue;
        }
        if (!one.is_name()) break;
        if (is_one_of(one.text, {"alignas", "__align__", "__attribute__"}) && mark(i + 1, "(")) {
            i = closing(i + 1) + 1;
        } else if (is_qualifier(one.text)) {
            if (is_one_of(one.text, {"static", "volatile", "extern", "__shared__"})) memory = true;
            ++i;
        } else if (is_builtin_type(one.text)) {
            type = true;
            ++i;
        } else if (type || is_keyword(one.text) || variable(one.text) >= 0) {
            break;
        } else { // a::b<c>::d
            while (true) {
                object = !is_builtin_type(at(i).text) && !ask_.is_plain_type(at(i).text);
                ++i;
                if (mark(i, "<")) {
                    const std::size_t angle = closing_angle(i, end);
                    if (angle >= end) return begin;
                    i = angle + 1;
                }
                if (!mark(i, "::") || !at(i + 1).is_name()) break;
                ++i;
            }
            type = true;
        }
    }
    return type ? i : begin;
}

// Consumes a declaration at at_. Returns false if at_ does not begin a declaration.
bool warp_walker::declaration()
{
    bool memory = false, object = false;
    const std::size_t type = at_, behind = type_behind(at_, end_, memory, object);
    if (behind == type) return false;
    std::size_t name = behind;
    while (name < end_ && (mark(name, "*") || mark(name, "&") || word(name, "const") || word(name, "__restrict__") ||
                           word(name, "__restrict")))
        ++name;
    if (name >= end_ || !at(name).is_name() || is_keyword(at(name).text)) return false;
    const token& next = at(name + 1);
    std::size_t length = 0;
    const bool declares = name + 1 == end_ || (next.is_mark("=") && operator_at(name + 1, length) == "=") ||
                          next.is_mark("(") || next.is_mark("{") || next.is_mark("[") || next.is_mark(",");
    if (!declares) return false;
    // The name in the type's place may be a macro of a header that was not found.
    for (std::size_t k = type; k < behind; ++k) {
        if (mark(k, "<"))
            k = closing_angle(k, end_);
        else if (at(k).is_name() && !is_type_word(k) && !mark(k - 1, "::") && !mark(k + 1, "::") &&
                 !ask_.is_declared(at(k).text) && !ask_.is_class(at(k).text))
            result_.unknown.insert(at(k).text);
    }
    at_ = behind;
    declarators(type, behind, memory, object);
    return true;
}

void warp_walker::declarators(std::size_t type, std::size_t type_end, bool memory, bool object)
{
    while (!failed_ && at_ < end_) {
        bool reference = false;
        while (at_ < end_ && !at(at_).is_name()) {
            if (mark(at_, "&"))
                reference = true;
            else if (!mark(at_, "*"))
                return fail();
            ++at_;
        }
        while (at_ < end_ && (word(at_, "const") || word(at_, "__restrict__") || word(at_, "__restrict")))
            ++at_;
        if (at_ >= end_ || !at(at_).is_name()) return fail();
        const std::size_t name = at_++;
        bool array = false;
        while (mark(at_, "[")) {
            array = true;
            const std::size_t close = closing(at_);
            if (close >= end_) return fail();
            ++at_;
            if (at_ < close) all_expressions();
            if (at_ != close) return fail();
            ++at_;
        }
        std::vector<operand> given;
        bool direct = true;
        if (mark(at_, "=") && at_ < end_) {
            ++at_;
            if (mark(at_, "{"))
                given = arguments_behind(), direct = given.size() == 1;
            else
                given.push_back(assignment());
        } else if (at_ < end_ && (mark(at_, "(") || mark(at_, "{"))) {
            given = arguments_behind();
            direct = given.size() == 1 && is_type_word(type);
            for (const operand& one : given)
                if (object || !is_type_word(type)) escape(one.variable);
        }
        if (failed_) return;
        for (const operand& one : given)
            if (reference) escape(one.variable);
        const int made = declare(name, type, type_end);
        const bool unknown = memory || object || array || reference || !direct;
        if (unknown)
            assign(made, differing_value());
        else if (!given.empty())
            assign(made, given[0].value);
        declared_value_ = given.empty() || unknown ? differing_value() : given[0].value;
        if (at_ < end_ && !mark(at_, ",")) return fail();
        if (at_ < end_) ++at_;
    }
}

} // namespace scanner
