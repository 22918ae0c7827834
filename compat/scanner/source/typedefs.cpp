// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "typedefs.hpp"

#include <algorithm>

namespace scanner {
namespace {

constexpr std::size_t most_of_a_type = 2000; // tokens; the limit is needed because a nested typedef is read twice
constexpr std::size_t none = static_cast<std::size_t>(-1);

// Tests for a word that takes brackets and is no declarator.
bool takes_brackets(const token& one)
{
    return one.is_name("__attribute__") || one.is_name("__align__") || one.is_name("__builtin_align__") ||
           one.is_name("__declspec") || one.is_name("alignas") || one.is_name("decltype") || one.is_name("typeof") ||
           one.is_name("__typeof__");
}

bool is_qualifier(const token& one)
{
    return one.is_name("const") || one.is_name("volatile") || one.is_name("__restrict__") || one.is_name("restrict");
}

class typedef_reader {
public:
    typedef_reader(const std::vector<token>& all, std::size_t first)
        : all_(all)
        , first_(first)
        , limit_(std::min(all.size(), first + most_of_a_type))
    {
    }

    std::vector<declared_type> run()
    {
        for (std::size_t i = first_; i < limit_;) {
            const std::size_t begin = i;
            i = end_of_declarator(i);
            if (i == none) return {};
            add(begin, i);
            if (mark(i, ";")) return std::move(result_);
            ++i; // skips the comma
        }
        return {};
    }

private:
    bool mark(std::size_t i, std::string_view text) const { return i < limit_ && all_[i].is_mark(text); }

    // Gives the token after the bracket that closes the one at i, or the end.
    std::size_t behind(std::size_t i) const
    {
        int depth = 0;
        for (; i < limit_; ++i) {
            if (all_[i].kind != token_kind::punctuation) continue;
            const char one = all_[i].text[0];
            depth += one == '(' || one == '[' || one == '{';
            depth -= one == ')' || one == ']' || one == '}';
            if (depth == 0) return i + 1;
        }
        return limit_;
    }

    // Does the same for the brackets of template arguments.
    std::size_t behind_angle(std::size_t i) const
    {
        int depth = 0;
        for (; i < limit_ && !mark(i, ";"); ++i) {
            depth += mark(i, "<") - mark(i, ">");
            if (mark(i, ">>>")) depth -= 3;
            if (depth <= 0) return i + 1;
        }
        return limit_;
    }

    bool is_open(std::size_t i) const { return mark(i, "(") || mark(i, "[") || mark(i, "{"); }
    bool is_angle(std::size_t i) const { return mark(i, "<") && i > first_ && all_[i - 1].is_name(); }

    // Gives the , or ; after the declarator.
    std::size_t end_of_declarator(std::size_t i) const
    {
        while (i < limit_ && !mark(i, ",") && !mark(i, ";")) {
            if (all_[i].kind == token_kind::directive || all_[i].kind == token_kind::end_of_directive) return none;
            i = is_open(i) ? behind(i) : is_angle(i) ? behind_angle(i) : i + 1;
        }
        return i < limit_ ? i : none;
    }

    // Gives the name in *a, b[4], (*c)(int), (*d[2])(int), e(int). Sets `plain` if the declarator is only a name.
    std::size_t name_in(std::size_t i, std::size_t end, bool& plain) const
    {
        std::size_t name = none;
        while (i < end) {
            if (takes_brackets(all_[i]) && mark(i + 1, "(")) {
                i = behind(i + 1);
            } else if (mark(i, "[") && mark(i + 1, "[")) { // an attribute
                i = behind(i);
            } else if (mark(i, "[")) {
                plain = false;
                return name;
            } else if (mark(i, "(")) {
                plain = false;
                const std::size_t close = behind(i) - 1;
                return mark(close + 1, "(") || mark(close + 1, "[") || name == none ? name_in(i + 1, close, plain)
                                                                                    : name;
            } else if (mark(i, "{")) {
                plain = false;
                i = behind(i);
            } else if (is_angle(i)) {
                plain = false;
                i = behind_angle(i);
            } else {
                if (all_[i].is_name() && !is_qualifier(all_[i])) name = i;
                if (all_[i].kind == token_kind::punctuation) plain = false;
                ++i;
            }
        }
        return name;
    }

    void add(std::size_t begin, std::size_t end)
    {
        bool plain = begin == first_; // after a comma, the type is not adjacent
        const std::size_t name = name_in(begin, end, plain);
        if (name == none || name == first_) return;
        for (std::size_t i = first_; i < end;) {
            if (i != name && all_[i].is_name(all_[name].text) && !has_body(i)) return;
            i = mark(i, "{") ? behind(i) : i + 1;
        }
        result_.push_back({all_[name].text, plain ? first_ : 0, plain ? name : 0});
    }

    // Recognises a body, as in struct double4 { … }.
    bool has_body(std::size_t i) const { return mark(i + 1, "{"); }

    const std::vector<token>& all_;
    const std::size_t first_, limit_;
    std::vector<declared_type> result_;
};

} // namespace

std::vector<declared_type> names_of_typedef(const std::vector<token>& all, std::size_t first)
{
    return typedef_reader(all, first).run();
}

std::vector<declared_type> name_of_alias(const std::vector<token>& all, std::size_t name)
{
    if (name + 1 >= all.size() || !all[name].is_name() || !all[name + 1].is_mark("=")) return {};
    const std::size_t first = name + 2, limit = std::min(all.size(), first + most_of_a_type);
    bool plain = true;
    for (std::size_t i = first; i < limit; ++i) {
        if (all[i].is_mark(";")) return {{all[name].text, plain ? first : 0, plain ? i : 0}};
        if (all[i].is_name(all[name].text) || all[i].kind == token_kind::directive) return {};
        plain &= all[i].is_name();
    }
    return {};
}

} // namespace scanner
