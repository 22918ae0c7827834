// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds __syncthreads in a branch or a loop that only some threads of the block take.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "rules.hpp"

namespace scanner {
namespace {

bool is_barrier(const token& one) { return one.is_name("__syncthreads") || one.is_name("syncthreads"); }

// Gives the end of the statement or block at i. A statement of thousands of tokens is cut short.
std::size_t statement_end(const program& source, std::size_t i)
{
    if (i < source.size() && source.at(i).is_mark("{")) return source.closing(i);
    int depth = 0;
    constexpr std::size_t most_of_a_statement = 2000;
    for (const std::size_t limit = std::min(source.size(), i + most_of_a_statement); i < limit; ++i) {
        const token& one = source.at(i);
        if (one.is_mark("(") || one.is_mark("{")) ++depth;
        if (one.is_mark(")") || one.is_mark("}")) --depth;
        if (depth == 0 && one.is_mark("}")) return i;
        if (depth <= 0 && one.is_mark(";")) return i;
    }
    return i;
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
            const bool has_condition = i + 1 < body_.close && source_.at(i + 1).is_mark("(");
            if (has_condition && (one.is_name("if") || one.is_name("while") || one.is_name("for"))) {
                const std::size_t close = source_.closing(i + 1);
                if (close >= body_.close) continue;
                auto [begin, end] = one.is_name("for") ? condition_of_for(i + 2, close) : std::pair(i + 2, close);
                if (depends_on_thread(begin, end)) look_into(one, close + 1);
            } else if (one.is_mark("=")) {
                look_at_assignment(i);
            }
        }
    }

private:
    // Gives the tokens of the condition of for (…; condition; …), after a look at the assignments before it.
    std::pair<std::size_t, std::size_t> condition_of_for(std::size_t begin, std::size_t close)
    {
        const auto end_of_part = [&](std::size_t i) {
            while (i < close && !source_.at(i).is_mark(";"))
                i = source_.at(i).is_mark("(") ? source_.closing(i) + 1 : i + 1;
            return std::min(i, close);
        };
        const std::size_t first = end_of_part(begin);
        for (std::size_t i = begin; i < first; ++i)
            if (source_.at(i).is_mark("=")) look_at_assignment(i);
        return {std::min(first + 1, close), end_of_part(first + 1)};
    }

    void look_at_assignment(std::size_t i)
    {
        if (!is_assignment(i)) return;
        const std::size_t end = statement_end(source_, i);
        if (depends_on_thread(i + 1, std::min(end, body_.close))) of_thread_.insert(source_.at(i - 1).text);
    }

    bool is_assignment(std::size_t i) const
    {
        return i > body_.open && source_.at(i - 1).is_name() && !source_.at(i + 1).is_mark("=");
    }

    bool depends_on_thread(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i) {
            const token& one = source_.at(i);
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

    void look_into(const token& condition, std::size_t begin)
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
                           ", whose condition depends on the thread: undefined where threads of the block differ";
            one->replacement = "a barrier that every thread reaches";
            one->note = "divergent_barrier.md";
            one->pair = "dot_product/divergent_barrier";
        }
    }

    const search& where_;
    const program& source_;
    const function& body_;
    std::unordered_set<std::string_view> of_thread_;
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
