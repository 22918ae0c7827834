// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds __syncthreads in a branch or a loop that only some threads of the block take.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace scanner {
namespace {

constexpr std::size_t most_of_a_statement = 2000; // tokens; longer ones are cut short

bool is_barrier(const token& one) { return one.is_name("__syncthreads") || one.is_name("syncthreads"); }

// Gives the end of the statement or block at i. A statement of thousands of tokens is cut short.
std::size_t statement_end(const program& source, std::size_t i)
{
    if (i < source.size() && source.at(i).is_mark("{")) return source.closing(i);
    int depth = 0;
    for (const std::size_t limit = std::min(source.size(), i + most_of_a_statement); i < limit; ++i) {
        const token& one = source.at(i);
        if (one.is_mark("(") || one.is_mark("{")) ++depth;
        if (one.is_mark(")") || one.is_mark("}")) --depth;
        if (depth == 0 && one.is_mark("}")) return i;
        if (depth <= 0 && one.is_mark(";")) return i;
    }
    return i;
}

// Gives the end of the value that an assignment at i gives: a comma, the ) of a loop's head, or the statement's end.
std::size_t value_end(const program& source, std::size_t i, std::size_t limit)
{
    limit = std::min(limit, i + most_of_a_statement);
    for (++i; i < limit; ++i) {
        const token& one = source.at(i);
        if (one.is_mark(";") || one.is_mark(",") || one.is_mark(")") || one.is_mark("}")) return i;
        if (one.is_mark("(") || one.is_mark("[") || one.is_mark("{")) i = source.closing(i);
    }
    return limit;
}

class body_of_kernel {
public:
    body_of_kernel(const search& where, const function& body)
        : where_(where)
        , source_(where.source)
        , body_(body)
    {
    }

    void run()
    {
        for (std::size_t i = body_.open; i < body_.close; ++i) {
            const token& one = source_.at(i);
            if (one.in_directive) continue;
            if (one.is_mark("{")) ++depth_;
            if (one.is_mark("}")) --depth_;
            restore_before(i);
            const bool has_condition = i + 1 < body_.close && source_.at(i + 1).is_mark("(");
            if (has_condition && (one.is_name("if") || one.is_name("while") || one.is_name("for"))) {
                const std::size_t close = source_.closing(i + 1);
                if (close >= body_.close) continue;
                auto [begin, end] = one.is_name("for") ? condition_of_for(i, close) : std::pair(i + 2, close);
                const bool in_strides = one.is_name("for") && goes_in_strides(i + 2, begin, end, close);
                if (in_strides && is_bound_rounded(end, close)) continue;
                if (depends_on_thread(begin, end) || (!one.is_name("if") && is_set_within(begin, end, close)))
                    look_into(one, close + 1, in_strides);
            } else if (one.is_mark("=")) {
                look_at_assignment(i);
            }
        }
    }

private:
    // Gives the tokens of the condition of for (…; condition; …), after a look at the assignments before it.
    std::pair<std::size_t, std::size_t> condition_of_for(std::size_t loop, std::size_t close)
    {
        const auto end_of_part = [&](std::size_t i) {
            while (i < close && !source_.at(i).is_mark(";"))
                i = source_.at(i).is_mark("(") ? source_.closing(i) + 1 : i + 1;
            return std::min(i, close);
        };
        const std::size_t begin = loop + 2, first = end_of_part(begin);
        const bool always = depth_ == 1 && begins_statement(loop);
        for (std::size_t i = begin; i < first; ++i)
            if (source_.at(i).is_mark("=")) look_at_assignment(i, always && !declares(i) ? body_.close : close + 1);
        return {std::min(first + 1, close), end_of_part(first + 1)};
    }

    bool begins_statement(std::size_t i) const
    {
        const token& before = source_.at(i - 1);
        return before.is_mark(";") || before.is_mark("{") || before.is_mark("}") ||
               before.kind == token_kind::end_of_directive;
    }

    bool declares(std::size_t i) const { return source_.at(i - 2).is_name() || source_.at(i - 2).is_mark("*"); }

    // `behind_loop`: of an assignment that begins a loop, the token behind the loop's head. It is the end of the body
    // where the value stays after the loop.
    void look_at_assignment(std::size_t i, std::size_t behind_loop = 0)
    {
        if (!is_assignment(i)) return look_at_change(i);
        const std::size_t end = value_end(source_, i, body_.close);
        const std::string_view name = source_.at(i - 1).text;
        assigned_[name] = {i + 1, end};
        if (depends_on_thread(i + 1, end)) {
            of_thread_.insert(name);
            return;
        }
        // Another branch may have given the variable its value of a thread.
        if (!behind_loop && (depth_ != 1 || !begins_statement(i - 1))) return;
        if (i < looked_to_ || !of_thread_.erase(name)) return;
        set_anew_.insert(name);
        if (behind_loop && behind_loop != body_.close)
            set_for_loop_.emplace_back(statement_end(source_, behind_loop), name);
    }

    // a += b
    void look_at_change(std::size_t i)
    {
        if (!is_change(i)) return;
        const std::string_view name = source_.at(i - 2).text;
        assigned_.erase(name);
        if (depends_on_thread(i + 1, value_end(source_, i, body_.close))) of_thread_.insert(name);
    }

    // A variable that only a loop set anew has its old value behind it: another one of its name, or no turn of a
    // branch.
    void restore_before(std::size_t i)
    {
        while (!set_for_loop_.empty() && set_for_loop_.back().first < i) {
            of_thread_.insert(set_for_loop_.back().second);
            set_for_loop_.pop_back();
        }
    }

    // Whether a loop itself makes a variable of its condition depend on the thread again.
    bool is_set_within(std::size_t begin, std::size_t end, std::size_t close) const
    {
        if (set_anew_.empty()) return false;
        const std::size_t last =
            std::min({statement_end(source_, close + 1), body_.close, close + 4 * most_of_a_statement});
        for (std::size_t k = begin; k < end; ++k) {
            const std::string_view name = source_.at(k).text;
            if (!set_anew_.count(name)) continue;
            for (std::size_t i = end; i < last; ++i) {
                if (!source_.at(i).is_mark("=")) continue;
                const std::size_t variable = is_assignment(i) ? i - 1 : is_change(i) ? i - 2 : 0;
                if (!variable || source_.at(variable).text != name) continue;
                if (depends_on_thread(i + 1, value_end(source_, i, last))) return true;
            }
        }
        return false;
    }

    bool is_same(std::size_t a, std::size_t b, std::size_t count) const
    {
        for (std::size_t k = 0; k < count; ++k)
            if (source_.at(a + k).text != source_.at(b + k).text) return false;
        return true;
    }

    // Whether it is a loop of (i = threadIdx.x; i < bound; i += step), with a name for the bound, and the same step for
    // all threads.
    bool goes_in_strides(std::size_t first, std::size_t begin, std::size_t end, std::size_t close)
    {
        if (end != begin + 3 || !source_.at(begin + 1).is_mark("<") || end + step_from_end >= close) return false;
        const std::string_view name = source_.at(begin).text;
        const std::size_t semicolon = begin - 1, from = semicolon - 3; // threadIdx . x
        const bool starts = from > first + 1 && source_.at(from).is_name("threadIdx") &&
                            source_.at(from + 1).is_mark(".") && source_.at(from - 1).is_mark("=") &&
                            source_.at(from - 2).text == name;
        return starts && source_.at(end + 1).text == name && source_.at(end + 2).is_mark("+") &&
               source_.at(end + 3).is_mark("=") && source_.at(end + step_from_end).text.size() > 1 &&
               !depends_on_thread(end + step_from_end, close);
    }

    // Whether the bound of such a loop was rounded to a multiple of its step: all threads then take equally many turns.
    bool is_bound_rounded(std::size_t end, std::size_t close) const
    {
        const auto found = assigned_.find(source_.at(end - 1).text);
        if (found == assigned_.end()) return false;
        const auto [low, high] = found->second;
        const std::size_t step = end + step_from_end, count = close - step;
        if (high < low + count + 2) return false;
        std::size_t minus = high; // the last - outside of brackets
        bool adds = false;
        for (std::size_t i = low; i < high; ++i) {
            if (source_.at(i).is_mark("(")) i = source_.closing(i);
            adds |= source_.at(i).is_mark("+");
            if (source_.at(i).is_mark("-")) minus = i;
        }
        if (adds) return false;
        const std::size_t last = high - count;
        if (minus == high) // … * step, or round_up(n, step), where a cast may stand before the step
            return (source_.at(last - 1).is_mark("*") && is_same(last, step, count)) ||
                   (source_.at(high - 1).is_mark(")") && is_same(last - 1, step, count) &&
                    (source_.at(last - 2).is_mark(",") || source_.at(last - 2).is_mark(")")) && is_rounding(low, high));
        // n - n % step, n - (n & (step - 1))
        std::size_t rest = minus + 1, behind = high;
        if (source_.at(rest).is_mark("(") && source_.closing(rest) == high - 1) ++rest, --behind;
        const std::size_t size = minus - low, mark = rest + size;
        if (mark >= behind || !is_same(low, rest, size)) return false;
        if (source_.at(mark).is_mark("%")) return behind - mark - 1 == count && is_same(mark + 1, step, count);
        return source_.at(mark).is_mark("&") && behind - mark == count + 5 && source_.at(mark + 1).is_mark("(") &&
               is_same(mark + 2, step, count) && source_.at(mark + 2 + count).is_mark("-") &&
               source_.at(mark + 3 + count).is("1");
    }

    // Whether the value is one call of a function whose name says that it rounds: min(n, step) does not.
    bool is_rounding(std::size_t low, std::size_t high) const
    {
        for (std::size_t i = low; i < high; ++i) {
            if (source_.at(i).is_mark("(")) return false;
            const std::string_view name = source_.at(i).text;
            const bool rounds = name.find("ound") != name.npos || name.find("OUND") != name.npos ||
                                name.find("lign") != name.npos || name.find("LIGN") != name.npos;
            if (rounds && source_.at(i + 1).is_mark("(")) return source_.closing(i + 1) == high - 1;
        }
        return false;
    }

    // A member is no variable.
    bool is_variable(std::size_t i) const
    {
        return source_.at(i).is_name() && !source_.at(i - 1).is_mark(".") && !source_.at(i - 1).is_mark("->");
    }

    bool is_assignment(std::size_t i) const
    {
        return i > body_.open && is_variable(i - 1) && !source_.at(i + 1).is_mark("=");
    }

    bool is_change(std::size_t i) const // += and the like; no == <= >= !=
    {
        if (i < body_.open + 2 || !is_variable(i - 2)) return false;
        for (const char* mark : {"+", "-", "*", "/", "%", "&", "|", "^"})
            if (source_.at(i - 1).is_mark(mark)) return true;
        return false;
    }

    bool depends_on_thread(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i) {
            const token& one = source_.at(i);
            if (i > begin && (source_.at(i - 1).is_mark(".") || source_.at(i - 1).is_mark("->"))) continue; // a member
            // An array element may be the same for all threads, even if its index depends on the thread. So may the
            // result of a call.
            if (one.is_mark("[")) {
                i = source_.closing(i);
                continue;
            }
            if (one.is_name() && i + 1 < end && source_.at(i + 1).is_mark("(")) {
                i = source_.closing(i + 1);
                continue;
            }
            if (one.is_name("threadIdx") || (one.is_name() && of_thread_.count(one.text))) return true;
        }
        return false;
    }

    void look_into(const token& condition, std::size_t begin, bool in_strides)
    {
        std::size_t end = statement_end(source_, begin);
        if (end + 2 < body_.close && source_.at(end + 1).is_name("else") && !source_.at(end + 2).is_name("if"))
            end = statement_end(source_, end + 2);
        // Tokens that belong to an outer branch have been examined already.
        begin = std::max(begin, looked_to_);
        looked_to_ = std::max(looked_to_, end);
        for (std::size_t k = begin; k < end && k < body_.close; ++k) {
            if (!is_barrier(source_.at(k)) || !reported_.insert(k).second) continue;
            finding* one = where_.add(source_.at(k), "divergent-barrier", source_.at(k).text, 9000, 0);
            if (!one) continue;
            one->level = severity::warning;
            one->message = std::string("a barrier in the ") + (condition.is_name("if") ? "branch" : "loop") +
                           " of line " + std::to_string(condition.line) +
                           ", whose condition depends on the thread: undefined where threads of the block differ" +
                           (in_strides ? ", which is so unless the bound is a multiple of the step" : "");
            one->replacement = "a barrier that every thread reaches";
            one->note = "divergent_barrier.md";
            one->pair = "dot_product/divergent_barrier";
        }
    }

    const search& where_;
    const program& source_;
    const function& body_;
    std::unordered_set<std::string_view> of_thread_;
    std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> assigned_; // tokens of the last value
    std::unordered_set<std::string_view> set_anew_;                      // variables that depended on the thread before
    std::vector<std::pair<std::size_t, std::string_view>> set_for_loop_; // the loop's end, the variable
    int depth_ = 0;
    static constexpr std::size_t step_from_end = 4; // ; i + = step
    std::unordered_set<std::size_t> reported_;
    std::size_t looked_to_ = 0;
};

} // namespace

void find_divergent_barriers(const search& where)
{
    for (const function& body : where.source.functions())
        if (body.device) body_of_kernel(where, body).run();
}

} // namespace scanner
