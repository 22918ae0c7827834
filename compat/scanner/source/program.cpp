// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.hpp"

#include <algorithm>

#include "conditions.hpp"
#include "lexer.hpp"

namespace scanner {
namespace {

bool ends_with(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Tests for a type whose variables are recorded by name, because the list of names has its members.
bool is_followed_type(std::string_view name)
{
    return name == "cudaDeviceProp" || name == "cudaPointerAttributes" || name == "textureReference" ||
           name == "surfaceReference" || name == "texture" || name == "surface";
}

// Tests for a word that rules ask for through program::mentions.
bool is_followed_word(std::string_view name)
{
    return name == "cudaMemLocation" || name == "CUmemLocation" || name == "__shared__" || name == "clock" ||
           name == "clock64";
}

} // namespace

void program::read(std::string_view path, std::string_view text, version target, const compile_settings* settings)
{
    path_ = path;
    text_ = text;
    behind_.text = text.substr(text.size());
    functions_.clear();
    functions_are_found_ = false;
    headers_.clear();
    partners_.clear();
    defined_.clear();
    mentioned_.clear();
    variables_.clear();
    named_types_.clear();
    types_are_found_ = false;
    is_cuda_ = ends_with(path, ".cu") || ends_with(path, ".cuh") || (settings && settings->is_cuda);
    tokenize(text, tokens_);
    drop_dead_branches(tokens_, target, settings);
    look_at_words();
}

void program::look_at_words()
{
    const std::vector<token>& all = tokens_.list;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const token& one = all[i];
        if (one.kind == token_kind::directive) {
            if (one.is("define") && i + 1 < all.size()) defined_.insert(all[i + 1].text);
        } else if (one.kind == token_kind::header_name) {
            headers_.push_back(i);
        } else if (one.is_mark("<<<")) {
            is_cuda_ = true;
        } else if (one.is_name()) {
            const char begin = one.text[0];
            if (begin == '_') {
                if (one.is("__global__") || one.is("__device__")) is_cuda_ = true;
                if (is_followed_word(one.text)) mentioned_.insert(one.text);
            } else if (begin == 'c' || begin == 'C' || begin == 't' || begin == 's') {
                if (is_followed_word(one.text)) mentioned_.insert(one.text);
                if (is_followed_type(one.text)) {
                    std::size_t behind = i + 1;
                    if (behind < all.size() && all[behind].is_mark("<")) behind = closing_angle(behind) + 1;
                    if (behind < all.size()) declare(i, behind);
                    if (one.is("struct") || one.is("class")) defined_.insert(all[i + 1].text);
                }
            }
        }
    }
}

const std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>>& program::named_types() const
{
    if (types_are_found_) return named_types_;
    types_are_found_ = true;
    const std::vector<token>& all = tokens_.list;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_name("typedef") && !all[i].is_name("using")) continue;
        for (const declared_type& one : all[i].is("using") ? name_of_alias(all, i + 1) : names_of_typedef(all, i + 1))
            if (const auto [at, added] = named_types_.insert({one.name, {one.first, one.end}}); !added)
                at->second = {0, 0};
    }
    return named_types_;
}

std::optional<std::pair<std::size_t, std::size_t>> program::named_type(std::string_view name) const
{
    const auto found = named_types().find(name);
    if (found == named_types_.end()) return {};
    return found->second;
}

// Records the variables declared after a type: texture<float> a, *b, c[2];
void program::declare(std::size_t type, std::size_t behind)
{
    const std::vector<token>& all = tokens_.list;
    constexpr std::size_t most_of_a_declaration = 2000;
    const std::size_t limit = std::min(all.size(), behind + most_of_a_declaration);
    for (std::size_t i = behind; i < limit; ++i) {
        while (i < all.size() && (all[i].is_mark("*") || all[i].is_mark("&") || all[i].is_name("const") ||
                                  all[i].is_name("__restrict__")))
            ++i;
        if (i >= all.size() || !all[i].is_name()) return;
        variables_[all[i].text] = all[type].text;
        // Skips to the comma after the variable, over the bounds of an array and an initial value.
        int depth = 0;
        for (++i; i < limit; ++i) {
            const token& one = all[i];
            if (one.is_mark("(") || one.is_mark("[") || one.is_mark("{")) ++depth;
            if (one.is_mark(")") || one.is_mark("]") || one.is_mark("}")) --depth;
            if (depth < 0 || one.is_mark(";") || one.kind == token_kind::directive) return;
            if (depth == 0 && one.is_mark(",")) break;
        }
        // In a list of parameters, a type follows the comma: two names in a row.
        if (i + 2 < all.size() && all[i + 1].is_name() && !all[i + 2].is_mark(",") && !all[i + 2].is_mark(";") &&
            !all[i + 2].is_mark("[") && !all[i + 2].is_mark("=") && !all[i + 2].is_mark("("))
            return;
    }
}

std::string_view program::type_of_variable(std::string_view name) const
{
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::string_view() : found->second;
}

// Brackets are counted for each branch: a bracket that both #if and #else open counts once. The open brackets are a
// linked list, from the innermost outwards. So an #if only saves the end of the list.
void program::find_functions() const
{
    if (functions_are_found_) return;
    functions_are_found_ = true;
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct opened {
        std::size_t outer, depth;
        std::size_t function; // the index of the function whose body it opens, or none
        bool in_function;
    };
    const std::vector<token>& all = tokens_.list;
    std::vector<opened> brackets;
    std::size_t innermost = none;
    std::vector<std::size_t> saved;
    std::size_t head = 0;
    const auto in_function = [&] { return innermost != none && brackets[innermost].in_function; };
    const auto depth = [&](std::size_t bracket) { return bracket == none ? 0 : brackets[bracket].depth; };
    for (std::size_t i = 0; i < all.size(); ++i) {
        const token& one = all[i];
        if (one.kind == token_kind::directive) {
            if (one.is("if") || one.is("ifdef") || one.is("ifndef")) {
                saved.push_back(innermost);
            } else if ((one.is("else") || one.is("elif")) && !saved.empty()) {
                for (; depth(innermost) > depth(saved.back()); innermost = brackets[innermost].outer)
                    if (brackets[innermost].function != none) functions_[brackets[innermost].function].close = i;
                innermost = saved.back();
                head = i + 1;
            } else if (one.is("endif") && !saved.empty()) {
                saved.pop_back();
            }
            continue;
        }
        if (one.in_directive) {
            if (one.kind == token_kind::end_of_directive && !in_function()) head = std::max(head, i + 1);
            continue;
        }
        if (one.kind == token_kind::end_of_directive) {
            if (!in_function()) head = i + 1;
            continue;
        }
        if (one.kind != token_kind::punctuation) continue;
        if (one.is("{")) {
            opened next{innermost, depth(innermost) + 1, none, in_function()};
            if (!in_function()) {
                bool bracket = false, type = false, device = false, value = false;
                std::string_view name;
                for (std::size_t k = head; k < i; ++k) {
                    const token& word = all[k];
                    if (word.is_mark("(")) {
                        if (!bracket && k > head && all[k - 1].is_name()) name = all[k - 1].text;
                        bracket = true;
                    }
                    if (word.is_mark("=") && !bracket) value = true;
                    if (word.is_name("__device__") || word.is_name("__global__")) device = true;
                    const bool parameter = k > head && (all[k - 1].is_mark("<") || all[k - 1].is_mark(","));
                    if (!parameter && !bracket &&
                        (word.is_name("struct") || word.is_name("class") || word.is_name("union") ||
                         word.is_name("enum") || word.is_name("namespace"))) {
                        type = true;
                        if (k + 1 < i && all[k + 1].is_name() && !word.is("namespace"))
                            defined_.insert(all[k + 1].text);
                    }
                }
                // In `struct __align__(8) point {` no function begins. A function that returns a struct has its ) at
                // the end.
                if (bracket && !value && (!type || all[i - 1].is_mark(")"))) {
                    next.function = functions_.size();
                    next.in_function = true;
                    functions_.push_back({head, i, all.size(), device});
                    if (!name.empty()) defined_.insert(name);
                }
            }
            innermost = brackets.size();
            brackets.push_back(next);
            if (!in_function()) head = i + 1;
        } else if (one.is("}")) {
            if (innermost != none) {
                if (brackets[innermost].function != none) functions_[brackets[innermost].function].close = i;
                const std::size_t closed = innermost;
                innermost = brackets[closed].outer;
                if (saved.empty()) brackets.resize(closed); // no #if has saved this bracket or a later one
            }
            if (!in_function()) head = i + 1;
        } else if (one.is(";") && !in_function()) {
            head = i + 1;
        } else if (one.is(":") && !in_function() && i > 0 &&
                   (all[i - 1].is_name("public") || all[i - 1].is_name("private") || all[i - 1].is_name("protected"))) {
            head = i + 1;
        }
    }
}

const function* program::function_around(std::size_t i) const
{
    find_functions();
    auto behind = std::upper_bound(functions_.begin(), functions_.end(), i,
                                   [](std::size_t at, const function& one) { return at < one.open; });
    return behind != functions_.begin() && i < (--behind)->close ? &*behind : nullptr;
}

bool program::in_device_code(std::size_t i) const
{
    const function* around = function_around(i);
    return around && around->device;
}

// A single pass finds all partners. A search from each bracket would take quadratic time in nested code.
const std::vector<std::uint32_t>& program::partners() const
{
    if (!partners_.empty() || size() == 0) return partners_;
    partners_.assign(size(), 0);
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (at(i).kind != token_kind::punctuation) continue;
        const char mark = at(i).text[0];
        if (mark == '(' || mark == '[' || mark == '{') {
            open.push_back(i);
        } else if ((mark == ')' || mark == ']' || mark == '}') && !open.empty()) {
            partners_[i] = open.back();
            partners_[open.back()] = i;
            open.pop_back();
        }
    }
    return partners_;
}

std::size_t program::closing(std::size_t i) const
{
    if (i >= size()) return size();
    const std::uint32_t found = partners()[i];
    return found > i ? found : size();
}

std::size_t program::opening(std::size_t i) const
{
    if (i >= size()) return size();
    const std::uint32_t found = partners()[i];
    return found < i && closing(found) == i ? found : size();
}

std::size_t program::block_around(std::size_t i) const
{
    constexpr std::size_t far = 20000; // counts steps: a closed block is one step
    for (std::size_t steps = 0; i > 0 && steps < far; ++steps) {
        const token& one = at(--i);
        if (one.kind != token_kind::punctuation) continue;
        if (one.is("{")) return i;
        if (one.is("}") || one.is(")") || one.is("]")) {
            i = opening(i);
            if (i == size()) return size();
        }
    }
    return size();
}

bool program::is_in_text(std::size_t i) const
{
    const std::string_view text = at(i).text;
    return text.data() >= text_.data() && text.data() + text.size() <= text_.data() + text_.size();
}

std::size_t program::closing_angle(std::size_t i) const
{
    int depth = 0;
    const std::size_t limit = std::min(size(), i + 64); // longer ones are comparisons
    for (; i < limit; ++i) {
        const token& one = at(i);
        if (one.is_mark("<")) {
            ++depth;
        } else if (one.is_mark(">")) {
            if (--depth == 0) return i;
        } else if (one.is_mark(">>>")) {
            if ((depth -= 3) <= 0) return i;
        } else if (one.kind == token_kind::punctuation && !one.is(",") && !one.is("::") && !one.is("*") &&
                   !one.is("(") && !one.is(")") && !one.is("+")) {
            return size();
        } else if (one.kind == token_kind::string || one.kind == token_kind::directive) {
            return size();
        }
    }
    return size();
}

std::vector<std::pair<std::size_t, std::size_t>> program::arguments(std::size_t i) const
{
    std::vector<std::pair<std::size_t, std::size_t>> result;
    const std::size_t close = closing(i);
    std::size_t begin = i + 1;
    if (close == size() || begin == close) return result;
    for (std::size_t k = begin; k <= close; ++k) {
        const token& one = at(k);
        if (k == close || one.is_mark(",")) {
            result.emplace_back(begin, k);
            begin = k + 1;
        } else if (one.is_mark("(") || one.is_mark("[") || one.is_mark("{")) {
            k = closing(k); // an argument list exists; the call ends after it
        } else if (one.is_mark("<") && k > begin && at(k - 1).is_name()) {
            const std::size_t angle = closing_angle(k);
            if (angle < close &&
                (at(angle + 1).is_mark("(") || at(angle + 1).is_mark("::") || at(angle + 1).is_mark("{")))
                k = angle; // f<a, b>(c)
        }
    }
    return result;
}

} // namespace scanner
