// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds values of clock() that a block stores for the host or for other blocks. Each multiprocessor has a counter of
// its own, so such values cannot be compared.
#include <unordered_set>

#include "rules.hpp"

namespace scanner {
namespace {

// Tests whether the tokens name the block: blockIdx, or a variable computed from it.
bool names_a_block(const program& source, std::size_t begin, std::size_t end,
                   const std::unordered_set<std::string_view>& of_block)
{
    for (std::size_t k = begin; k < end; ++k)
        if (source.at(k).is_name("blockIdx") || (source.at(k).is_name() && of_block.count(source.at(k).text)))
            return true;
    return false;
}

} // namespace

void find_block_clocks(const search& where)
{
    const program& source = where.source;
    if (!source.mentions("clock") && !source.mentions("clock64")) return;
    for (const function& body : source.functions()) {
        if (!body.device) continue;
        constexpr std::size_t most_of_an_expression = 100;
        std::unordered_set<std::string_view> of_block, shared;
        for (std::size_t i = body.open; i + 3 < body.close; ++i) {
            const token& one = source.at(i);
            // Recognises const int bid = blockIdx.x; and variables computed from such a variable.
            if (one.is_mark("=") && source.at(i - 1).is_name()) {
                std::size_t end = i + 1;
                while (end < body.close && end < i + most_of_an_expression && !source.at(end).is_mark(";"))
                    ++end;
                if (names_a_block(source, i + 1, end, of_block)) of_block.insert(source.at(i - 1).text);
            }
            if (one.is_name("__shared__"))
                for (std::size_t k = i + 1; k < body.close && k < i + 12 && !source.at(k).is_mark(";"); ++k)
                    if (source.at(k).is_name()) shared.insert(source.at(k).text);
            // Recognises time[bid] = clock();
            const bool reads = (one.is_name("clock") || one.is_name("clock64")) && source.at(i + 1).is_mark("(") &&
                               source.at(i + 2).is_mark(")") && source.at(i + 3).is_mark(";") && !one.in_directive;
            if (!reads || i < body.open + 4 || !source.at(i - 1).is_mark("=") || !source.at(i - 2).is_mark("]"))
                continue;
            const std::size_t open = source.opening(i - 2);
            if (open >= i || open <= body.open || !source.at(open - 1).is_name() ||
                shared.count(source.at(open - 1).text) || i - open > most_of_an_expression ||
                !names_a_block(source, open + 1, i - 2, of_block))
                continue;
            finding* found = where.advise(one, "block-clocks", one.text);
            if (!found) return;
            found->message = "a clock that each block keeps: those of different multiprocessors cannot be compared";
            found->replacement = "two events around the launch, or a difference within the block";
            found->note = "clock_timing.md";
            found->pair = "reduction/sum_of_squares_tree";
            found->effort = effort_of_change::medium;
            break; // one for each function
        }
    }
}

} // namespace scanner
