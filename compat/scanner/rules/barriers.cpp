// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds __syncthreads in a branch that only some threads of the block take.
#include <algorithm>
#include <unordered_set>

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
            if (one.is_name("if") && i + 1 < body_.close && source_.at(i + 1).is_mark("(")) {
                const std::size_t close = source_.closing(i + 1);
                if (close < body_.close && depends_on_thread(i + 2, close)) look_into_branch(source_.at(i), close + 1);
            } else if (one.is_mark("=") && is_assignment(i)) {
                const std::size_t end = statement_end(source_, i);
                if (depends_on_thread(i + 1, std::min(end, body_.close))) of_thread_.insert(source_.at(i - 1).text);
            }
        }
    }

private:
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

    void look_into_branch(const token& condition, std::size_t begin)
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
            one->message = "a barrier in the branch of line " + std::to_string(condition.line) +
                           ", whose condition is not the same for all threads of the block: undefined";
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
