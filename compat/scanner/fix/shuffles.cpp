// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shuffles.hpp"

#include <string>
#include <unordered_set>

#include "values.hpp"

namespace scanner {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list)
{
    for (const std::string_view one : list)
        if (word == one) return true;
    return false;
}

// Whether every lane of a warp comes to a place. Where there is doubt the answer is no.
class full_warp {
public:
    explicit full_warp(const program& source)
        : source_(source)
    {
    }

    bool comes_to(std::size_t i, int depth = 0)
    {
        const function* body = source_.function_around(i);
        constexpr int most_calls = 4;
        constexpr std::size_t most_of_a_body = 5000;
        if (!body || !body->device || body->close - body->head > most_of_a_body || depth > most_calls) return false;
        return nothing_leaves(*body, i) && is_unconditional(*body, i) &&
               (is_kernel(*body) || all_calls_are_full(*body, depth));
    }

private:
    bool is_kernel(const function& body) const
    {
        for (std::size_t k = body.head; k < body.open; ++k)
            if (source_.at(k).is_name("__global__")) return true;
        return false;
    }

    // No way out of the function before the place, and no branches of #if that this cannot follow.
    bool nothing_leaves(const function& body, std::size_t i) const
    {
        bool returns = false;
        for (std::size_t k = body.open; k < body.close; ++k) {
            const token& one = source_.at(k);
            if (one.kind == token_kind::directive && (one.is("else") || one.is("elif"))) return false;
            if (k >= i) continue;
            if (one.is_name() && is_one_of(one.text, {"goto", "asm", "__asm__", "throw"})) return false;
            if (one.is_name("return")) returns = true;
            if (returns && one.is_mark(";")) return false; // return f(place); is none that comes before
        }
        return true;
    }

    bool is_unconditional(const function& body, std::size_t i) const
    {
        std::size_t place = i;
        while (true) {
            const std::size_t block = source_.block_around(place);
            if (block == source_.size() || block < body.open) return false;
            if (!is_plain_statement(body, block, place)) return false;
            if (block == body.open) return true;
            place = block;
        }
    }

    // Whether the statement of the block that the place is in is no branch, and a loop only if all lanes count it
    // alike.
    bool is_plain_statement(const function& body, std::size_t block, std::size_t place) const
    {
        std::size_t start = 0;
        for (std::size_t k = place - 1; k >= block; --k) {
            const token& one = source_.at(k);
            if (one.in_directive || one.kind == token_kind::end_of_directive || one.kind == token_kind::directive)
                continue;
            if (!start && (k == block || one.is_mark(";") || one.is_mark("}"))) start = k + 1;
            if (k == block) break;
            if (one.is_mark("(") && is_one_of(source_.at(k - 1).text, {"if", "while", "for", "switch"})) return false;
            if (one.is_mark(")") || one.is_mark("]") || one.is_mark("}")) k = source_.opening(k);
            if (k == source_.size()) return false;
            // Only one side of these may be evaluated.
            if (!start && (one.is_mark("?") || one.is_mark("&") || one.is_mark("|"))) return false;
        }
        while (start < place) {
            const token& one = source_.at(start);
            if (one.in_directive || one.kind == token_kind::end_of_directive || one.kind == token_kind::directive) {
                ++start;
                continue;
            }
            if (!one.is_name()) return true;
            if (one.is("for") && source_.at(start + 1).is_mark("(")) {
                const std::size_t close = source_.closing(start + 1);
                if (close >= place || !is_counted_alike(body, start + 1, close)) return false;
                start = close + 1;
                continue;
            }
            return !is_one_of(one.text, {"if", "else", "while", "do", "switch", "case", "default", "try", "catch"}) &&
                   !source_.at(start + 1).is_mark(":");
        }
        return true;
    }

    // for (int offset = 16; offset > 0; offset /= 2): from numbers and what a block has in common, and nobody leaves
    // early.
    bool is_counted_alike(const function& body, std::size_t open, std::size_t close) const
    {
        const values known(source_, body);
        std::string_view counter;
        for (std::size_t k = open + 1; k < close && counter.empty(); ++k)
            if (source_.at(k).is_mark("=") && source_.at(k - 1).is_name()) counter = source_.at(k - 1).text;
        if (counter.empty()) return false;
        int parts = 0;
        for (std::size_t k = open + 1; k < close; ++k) {
            const token& one = source_.at(k);
            if (one.is_mark(";")) ++parts;
            if (one.is_mark("(") && source_.at(k - 1).is_name()) return false; // a call may say anything
            if (one.is_mark("[")) return false;
            if (!one.is_name() || one.text == counter) continue;
            if (is_one_of(one.text,
                          {"int", "unsigned", "short", "long", "size_t", "const", "warpSize", "auto", "uint"}))
                continue;
            if (is_one_of(one.text, {"blockDim", "gridDim", "blockIdx"})) continue;
            if (is_one_of(one.text, {"x", "y", "z"}) && source_.at(k - 1).is_mark(".")) continue;
            if (is_number_by_define(one.text) || (is_kernel(body) && is_parameter(body, one.text))) continue;
            return false;
        }
        if (parts != 2) return false;
        // The whole statement behind the header: a block, or up to its semicolon.
        std::size_t end = close + 1;
        while (end < body.close &&
               (source_.at(end).in_directive || source_.at(end).kind == token_kind::end_of_directive))
            ++end;
        if (source_.at(end).is_mark("{"))
            end = source_.closing(end);
        else
            while (end < body.close && !source_.at(end).is_mark(";"))
                end = source_.at(end).is_mark("{") || source_.at(end).is_mark("(") ? source_.closing(end) + 1 : end + 1;
        for (std::size_t k = close + 1; k < end && k < body.close; ++k) {
            const token& one = source_.at(k);
            if (!one.is_name()) continue;
            if (is_one_of(one.text, {"break", "continue", "return", "goto"})) return false;
            if (one.text == counter && known.may_change_at(k)) return false;
        }
        return true;
    }

    bool is_number_by_define(std::string_view name) const
    {
        if (source_.size() > values::most_of_a_file) return false;
        bool found = false;
        for (std::size_t k = 1; k + 2 < source_.size(); ++k) {
            if (!source_.at(k).is_name(name) || source_.at(k - 1).kind != token_kind::directive) continue;
            if (!source_.at(k - 1).is("define") || source_.at(k + 1).kind != token_kind::number ||
                source_.at(k + 2).kind != token_kind::end_of_directive)
                return false;
            found = true;
        }
        return found;
    }

    // A kernel's own, by value, that keeps its value: the same for all threads.
    bool is_parameter(const function& body, std::string_view name) const
    {
        bool found = false;
        for (std::size_t k = body.head + 1; k < body.open; ++k)
            if (source_.at(k).is_name(name) && source_.at(k - 1).is_name() &&
                (source_.at(k + 1).is_mark(",") || source_.at(k + 1).is_mark(")")))
                found = true;
        return found && values(source_, body).keeps_value(name, body.open);
    }

    // A function of this file alone, all of whose calls are at places where every lane comes.
    bool all_calls_are_full(const function& body, int depth)
    {
        const std::string& path = source_.path();
        if (path.size() < 3 || path.compare(path.size() - 3, 3, ".cu") != 0) return false; // of a header
        std::size_t name = 0;
        bool local = false;
        for (std::size_t k = body.head; k < body.open; ++k) {
            const token& one = source_.at(k);
            if (!name && one.is_mark("(") && k > body.head && source_.at(k - 1).is_name()) name = k - 1;
            if (is_one_of(one.text, {"static", "inline", "__inline__", "__forceinline__", "template"}) && one.is_name())
                local = true;
        }
        if (!name || !local || source_.size() > values::most_of_a_file || source_.at(name - 1).is_mark("::"))
            return false;
        const std::string_view called = source_.at(name).text;
        if (!asked_.insert(called).second) return false; // it calls itself
        bool any = false;
        for (std::size_t k = 1; k < source_.size(); ++k) {
            if (!source_.at(k).is_name(called) || k == name) continue;
            std::size_t behind = k + 1;
            if (behind < source_.size() && source_.at(behind).is_mark("<")) behind = source_.closing_angle(behind) + 1;
            const bool calls =
                behind < source_.size() && source_.at(behind).is_mark("(") && !source_.at(k).in_directive;
            if (!calls || !comes_to(k, depth + 1)) return false;
            any = true;
        }
        asked_.erase(called);
        return any;
    }

    const program& source_;
    std::unordered_set<std::string_view> asked_;
};

} // namespace

std::vector<edit> shuffle_at(const program& source, std::size_t i, const api_name& row)
{
    // any, all and ballot may be a program's own.
    if (source.at(i).text.substr(0, 2) != "__" || i + 1 >= source.size() || !source.at(i + 1).is_mark("(")) return {};
    if (source.at(i).in_directive || !source.is_in_text(i) || !source.is_in_text(i + 1)) return {};
    if (source.arguments(i + 1).empty() || !full_warp(source).comes_to(i)) return {};
    return {{source.offset(i), source.at(i).text.size(), row.replacement},
            {source.offset(i + 1) + 1, 0, "0xffffffff, "}};
}

} // namespace scanner
