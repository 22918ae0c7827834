// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "differences.hpp"

#include "linear.hpp"

namespace scanner {
namespace {

constexpr double coarsest = 1.001e-3; // seconds; a coarser time cannot measure a kernel

class differences {
public:
    differences(const program& source, const reading& start, const reading& stop)
        : source_(source)
        , start_(start)
        , stop_(stop)
        , terms_(source, start, stop)
    {
    }

    difference at_place(std::size_t i) const
    {
        if (start_.kind == clock_kind::chrono) return duration(i);
        // Searches from the innermost brackets outwards. The code around a time with a known unit stays unchanged.
        while (true) {
            const bounds here = bounds_of(i);
            difference found;
            if (const auto all = terms_.whole(here.first, here.end); all && take(*all, here.first, here.end, found))
                return found;
            const bounds term = term_of(i, here);
            const auto factors = terms_.factors(term.first, term.end);
            for (auto one = factors.rbegin(); one != factors.rend(); ++one)
                if (one->second > i && take(one->first, term.first, one->second, found)) return found;
            if (!here.bracket) break;
            i = here.bracket;
        }
        return {0, 0, "", " is used in a way whose unit this fix does not know"};
    }

private:
    struct bounds {
        std::size_t first, end; // a range of operands joined by arithmetic operators
        std::size_t bracket;    // the opening bracket around the range, or 0
    };

    const token& at(std::size_t i) const { return source_.at(i); }
    bool is(std::size_t i, std::string_view mark) const { return i < source_.size() && at(i).is_mark(mark); }

    // Tests for an operator that binds weaker than + and -, or for the end of an expression.
    bool is_limit(std::size_t i) const
    {
        if (at(i).is_name("return") || at(i).kind == token_kind::directive ||
            at(i).kind == token_kind::end_of_directive)
            return true;
        for (const char* mark : {"=", ",", ";", "?", ":", "<", ">", "&", "|", "{", "}", "(", ")", "[", "]"})
            if (is(i, mark)) return true;
        return false;
    }

    // Returns the first token of a conversion such as static_cast<double> that ends at i, or i without one. Its < and >
    // are not comparisons.
    std::size_t begin_of_conversion(std::size_t i) const
    {
        if (!is(i, ">")) return i;
        for (std::size_t k = i - 1; k > 0 && k + 5 > i; --k)
            if (is(k, "<")) return at(k - 1).is_name("static_cast") ? k - 1 : i;
        return i;
    }

    bounds bounds_of(std::size_t i) const
    {
        std::size_t first = i, end = i;
        while (end < source_.size() && (!is_limit(end) || is(end, "(")))
            end = is(end, "(") ? source_.closing(end) + 1 : end + 1;
        while (first > 0) {
            std::size_t before = first - 1;
            if (is(before, ")"))
                before = source_.opening(before);
            else if (is(before, ">"))
                before = begin_of_conversion(before);
            if (before >= source_.size() || (is_limit(before) && !is(before, "("))) break;
            if (is(before, "(") && before == first - 1) break; // opens around the term
            first = before;
        }
        std::size_t bracket = first;
        while (bracket > 0 && !is(bracket - 1, "(") && !is(bracket - 1, "{") && !is(bracket - 1, "}") &&
               !is(bracket - 1, ";")) {
            --bracket;
            if (is(bracket, ")") || is(bracket, "]")) bracket = source_.opening(bracket);
            if (bracket >= source_.size()) return {first, end, 0};
        }
        return {first, end, bracket > 0 && is(bracket - 1, "(") ? bracket - 1 : 0};
    }

    bool is_operand_end(std::size_t i) const
    {
        return at(i).is_name() || at(i).kind == token_kind::number || is(i, ")") || is(i, "]");
    }

    // Returns the term between + and - that contains token i.
    bounds term_of(std::size_t i, const bounds& all) const
    {
        bounds result = all;
        for (std::size_t k = all.first; k < all.end; ++k) {
            if (is(k, "(")) {
                k = source_.closing(k);
            } else if ((is(k, "+") || is(k, "-")) && k > all.first && is_operand_end(k - 1)) {
                if (k > i) {
                    result.end = k;
                    return result;
                }
                result.first = k + 1;
            }
        }
        return result;
    }

    // Returns whether the value is a time. Sets the replacement in `result`, or the reason against one.
    bool take(const linear_value& value, std::size_t first, std::size_t end, difference& result) const
    {
        const auto time = elapsed(value, start_.kind);
        if (!time) return false;
        if (time->resolution > coarsest) {
            result.why_not = " is part of a time in whole seconds: too coarse for a kernel";
            return true;
        }
        result.first = first;
        result.last = end - 1;
        const bool seconds = time->per_second == 1, milliseconds = time->per_second == 1e3;
        std::string text = milliseconds              ? "%s"
                           : seconds                 ? "(%s / 1000.0)"
                           : time->per_second == 1e6 ? "(%s * 1000.0)"
                                                     : "(%s * 1e6)";
        if (is_whole(time->type))
            text = std::string("(") + name_of(time->type) + ")" + text;
        else if (milliseconds)
            text = "(double)" + text;
        result.text = text;
        return true;
    }

    // Handles duration_cast<…>(end - start), duration<double>(end - start) and duration<double> time = end - start;
    difference duration(std::size_t place) const
    {
        const difference none{0, 0, "", " is used in a way whose unit this fix does not know"};
        if (!at(place).is_name(stop_.name) || !is(place + 1, "-") || !at(place + 2).is_name(start_.name)) return none;
        std::size_t close = place - 2; // the > of the type
        const bool in_brackets =
            (is(place - 1, "(") && is(place + 3, ")")) || (is(place - 1, "{") && is(place + 3, "}"));
        const bool initial = is(place - 1, "=") && at(place - 2).is_name() && is(place + 3, ";");
        const bool named = in_brackets && at(place - 2).is_name(); // duration<double> time(end - start);
        if (initial || named) close = place - 3;
        if ((!in_brackets && !initial) || !is(close, ">")) return none;
        std::size_t open = close;
        for (int depth = 0; open > start_.last; --open) {
            depth += is(open, ">") - is(open, "<");
            if (depth == 0) break;
        }
        const bool floating = at(open + 1).is_name("double") || at(open + 1).is_name("float");
        const bool cast = in_brackets && !named && at(open - 1).is_name("duration_cast");
        if (!cast && !(at(open - 1).is_name("duration") && floating)) return none;
        // braces, because duration<double> time(duration<…>(x)); would declare a function
        return {place, place + 2, std::string("std::chrono::duration<double, std::milli>") + (named ? "{%s}" : "(%s)"),
                ""};
    }

    const program& source_;
    const reading &start_, &stop_;
    const linear_expression terms_;
};

} // namespace

difference difference_at(const program& source, std::size_t i, const reading& start, const reading& stop)
{
    return differences(source, start, stop).at_place(i);
}

} // namespace scanner
