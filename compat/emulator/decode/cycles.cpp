// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/cycles.h"

#include <algorithm>

namespace cuda_emulator {

namespace {
constexpr std::uint32_t not_visited = 0;
} // namespace

successors successors_of(const decoded_function& f)
{
    const auto count = static_cast<std::uint32_t>(f.code.size());
    successors next(count);
    for (std::uint32_t at = 0; at < count; ++at) {
        const instruction& i = f.code[at];
        bool goes_on = true;
        switch (i.kind) {
        case flow::branch:
            next[at].push_back(i.target);
            goes_on = i.guard != no_operand;
            break;
        case flow::branch_indexed:
            next[at] = static_cast<const branch_table*>(i.extra)->targets;
            goes_on = i.guard != no_operand;
            break;
        case flow::exit:
        case flow::ret:
        case flow::trap:
            goes_on = i.guard != no_operand;
            break;
        default:
            break;
        }
        if (goes_on && at + 1 < count) next[at].push_back(at + 1);
    }
    return next;
}

cycle_finder::cycle_finder(const successors& next, std::vector<bool> cut)
    : next_(next)
    , cut_(std::move(cut))
    , number_(next.size(), not_visited)
    , lowest_(next.size())
    , is_open_(next.size())
    , is_in_cycle_(next.size())
    , cycle_(next.size())
{
    for (std::uint32_t at = 0; at < next.size(); ++at)
        if (number_[at] == not_visited && !cut_[at]) visit(at);
}

void cycle_finder::enter(std::uint32_t at)
{
    number_[at] = lowest_[at] = ++visited_;
    open_.push_back(at);
    is_open_[at] = true;
    path_.push_back({at, 0});
}

void cycle_finder::visit(std::uint32_t first)
{
    enter(first);
    while (!path_.empty()) {
        const std::uint32_t at = path_.back().first;
        if (path_.back().second < next_[at].size()) {
            const std::uint32_t to = next_[at][path_.back().second++];
            if (cut_[to]) continue;
            if (number_[to] == not_visited) {
                enter(to);
            } else if (is_open_[to]) {
                lowest_[at] = std::min(lowest_[at], number_[to]);
            }
            continue;
        }
        path_.pop_back();
        if (!path_.empty()) lowest_[path_.back().first] = std::min(lowest_[path_.back().first], lowest_[at]);
        if (lowest_[at] == number_[at]) close(at);
    }
}

// The instructions that were opened since `first` are a component.
void cycle_finder::close(std::uint32_t first)
{
    const bool is_alone = open_.back() == first;
    const bool repeats = !is_alone || std::count(next_[first].begin(), next_[first].end(), first) != 0;
    std::uint32_t at;
    do {
        at = open_.back();
        open_.pop_back();
        is_open_[at] = false;
        is_in_cycle_[at] = repeats;
        cycle_[at] = first;
    } while (at != first);
}

} // namespace cuda_emulator
