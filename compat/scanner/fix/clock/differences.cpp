// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "differences.hpp"

#include <cstdlib>

namespace scanner {
namespace {

class differences {
public:
    differences(const program& source, const function& body)
        : source_(source)
        , body_(body)
    {
    }

    // The last token of a difference from i on whose unit is certain, or 0.
    std::size_t end_of_difference(std::size_t i, const reading& start, const reading& stop,
                                  std::vector<replacement>& all) const
    {
        if (start.kind == clock_kind::time_of_day) return sum_of_parts(i, start, stop, all);
        if (!at(i).is_name(stop.name) || !is(i + 1, "-") || !at(i + 2).is_name(start.name)) return 0;
        return (start.kind == clock_kind::ticks ? seconds(i, all) : duration(i, all)) ? i + 2 : 0;
    }

private:
    const token& at(std::size_t i) const { return source_.at(i); }
    bool is(std::size_t i, std::string_view mark) const { return i < source_.size() && at(i).is_mark(mark); }

    static bool is_floating(const token& one) { return one.is("double") || one.is("float"); }

    // Takes brackets and conversions to double or float around the tokens in. Whether there is a conversion.
    bool widen(std::size_t& first, std::size_t& last) const
    {
        bool floating = false;
        while (true) {
            if (is(first - 1, "(") && source_.closing(first - 1) == last + 1) {
                if (is_floating(at(first - 2))) {
                    floating = true;
                    first -= 2;
                } else if (is(first - 2, ">") && is_floating(at(first - 3)) && at(first - 5).is_name("static_cast")) {
                    floating = true;
                    first -= 5;
                } else if (at(first - 2).is_name() && !at(first - 2).is_name("return")) {
                    return floating; // an argument
                } else {
                    --first;
                }
                ++last;
            } else if (is(first - 1, ")") && is_floating(at(first - 2)) && is(first - 3, "(")) {
                floating = true;
                first -= 3;
            } else {
                return floating;
            }
        }
    }

    // (double)(end - start) / CLOCKS_PER_SEC, and what means the same: seconds.
    bool seconds(std::size_t place, std::vector<replacement>& all) const
    {
        std::size_t first = place, last = place + 2;
        bool floating = widen(first, last);
        if (last == place + 2) return false; // end - start / CLOCKS_PER_SEC is something else
        std::size_t sign = last + 1;
        const auto is_fraction = [&](std::size_t i) {
            return at(i).kind == token_kind::number && at(i).text.find('.') != std::string_view::npos;
        };
        if (is(sign, "*") && at(sign + 1).kind == token_kind::number) {
            floating |= is_fraction(sign + 1);
            sign += 2;
        }
        if (is(first - 1, "*")) {
            if (!is_fraction(first - 2) || is(first - 3, "/") || is(first - 3, "%")) return false;
            floating = true;
        } else if (is(first - 1, "/") || is(first - 1, "%")) {
            return false;
        }
        if (!is(sign, "/")) return false;
        std::size_t behind = sign + 1;
        while (behind < body_.close && !at(behind).is_name("CLOCKS_PER_SEC") &&
               (is(behind, "(") || is(behind, ")") || is_floating(at(behind))))
            ++behind;
        if (!at(behind).is_name("CLOCKS_PER_SEC")) return false;
        std::size_t first_of_divisor = behind;
        floating |= widen(first_of_divisor, behind);
        if (first_of_divisor != sign + 1 || !floating) return false; // whole seconds are no time of a kernel
        all.push_back({first, last, "(%s / 1000.0)"});
        all.push_back({sign, behind, ""});
        return true;
    }

    // The tokens of stop.part - start.part from i on, in brackets where there are any: the one behind them, or 0.
    std::size_t behind_part(std::size_t i, const reading& start, const reading& stop, std::string_view part) const
    {
        const bool brackets = is(i, "(");
        if (brackets) ++i;
        if (!at(i).is_name(stop.name) || !is(i + 1, ".") || !at(i + 2).is_name(part) || !is(i + 3, "-") ||
            !at(i + 4).is_name(start.name) || !is(i + 5, ".") || !at(i + 6).is_name(part))
            return 0;
        if (!brackets) return i + 7;
        return is(i + 7, ")") ? i + 8 : 0;
    }

    // A number with a fraction or an exponent, and no suffix: a double of that value.
    bool is_double(std::size_t i, double value) const
    {
        const std::string text(at(i).text);
        if (at(i).kind != token_kind::number || text.find_first_of(".eE") == text.npos ||
            text.find_first_not_of("0123456789.eE+-") != text.npos)
            return false;
        return std::strtod(text.c_str(), nullptr) == value;
    }

    // (stop.tv_sec - start.tv_sec) + (stop.tv_usec - start.tv_usec) / 1e6, or milliseconds: its last token, or 0.
    std::size_t sum_of_parts(std::size_t place, const reading& start, const reading& stop,
                             std::vector<replacement>& all) const
    {
        const std::size_t first = is(place - 1, "(") && is(place + 7, ")") ? place - 1 : place;
        std::size_t i = behind_part(first, start, stop, "tv_sec");
        if (!i) return 0;
        bool milliseconds = false;
        if (is(i, "*")) {
            if (first == place || !is_double(i + 1, 1000)) return 0;
            milliseconds = true;
            i += 2;
        }
        if (!is(i, "+") || !is(i + 1, "(")) return 0;
        i = behind_part(i + 1, start, stop, "tv_usec");
        if (!i || !((is(i, "/") && is_double(i + 1, milliseconds ? 1e3 : 1e6)) ||
                    (is(i, "*") && is_double(i + 1, milliseconds ? 1e-3 : 1e-6))))
            return 0;
        if (!is(first - 1, "=") && !is(first - 1, "(") && !is(first - 1, ",") && !at(first - 1).is_name("return"))
            return 0;
        if (!is(i + 2, ";") && !is(i + 2, ")") && !is(i + 2, ",")) return 0;
        all.push_back({first, i + 1, milliseconds ? "(double)%s" : "(%s / 1000.0)"});
        return i + 1;
    }

    // duration_cast<…>(end - start), duration<double>(end - start), duration<double> time = end - start;
    bool duration(std::size_t place, std::vector<replacement>& all) const
    {
        std::size_t close = place - 2; // the > of the type
        const bool in_brackets = is(place - 1, "(") && is(place + 3, ")");
        const bool initial = is(place - 1, "=") && at(place - 2).is_name() && is(place + 3, ";");
        if (initial) close = place - 3;
        if ((!in_brackets && !initial) || !is(close, ">")) return false;
        std::size_t open = close;
        for (int depth = 0; open > body_.open; --open) {
            depth += is(open, ">") - is(open, "<");
            if (depth == 0) break;
        }
        const bool floating = is_floating(at(open + 1));
        if (!(in_brackets && at(open - 1).is_name("duration_cast")) && !(at(open - 1).is_name("duration") && floating))
            return false;
        all.push_back({place, place + 2, "std::chrono::duration<double, std::milli>(%s)"});
        return true;
    }

    const program& source_;
    const function& body_;
};

} // namespace

std::size_t end_of_difference(const program& source, const function& body, std::size_t i, const reading& start,
                              const reading& stop, std::vector<replacement>& all)
{
    return differences(source, body).end_of_difference(i, start, stop, all);
}

} // namespace scanner
