// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/barrier_paths.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

bool is_barrier(const instruction& i, barrier_reach reach)
{
    if (reach > barrier_reach::block) return false;
    if (i.kind == flow::warp_barrier) return reach == barrier_reach::warp;
    if (i.kind != flow::barrier) return false;
    const auto op = static_cast<const barrier_info*>(i.extra)->op;
    using operation = barrier_info::operation;
    return op != operation::arrive && op != operation::product && op != operation::products_wait;
}

std::vector<std::uint32_t> successors(const std::vector<instruction>& code, std::uint32_t pc)
{
    const instruction& i = code[pc];
    std::vector<std::uint32_t> next;
    if (i.kind == flow::branch) next.push_back(i.target);
    if (i.kind == flow::branch_indexed) next = static_cast<const branch_table*>(i.extra)->targets;
    const bool leaves = i.kind == flow::branch || i.kind == flow::branch_indexed || i.kind == flow::exit ||
                        i.kind == flow::ret || i.kind == flow::trap;
    if ((!leaves || i.guard != no_operand) && pc + 1 < code.size()) next.push_back(pc + 1);
    return next;
}

} // namespace

bool leads_without_barrier(const decoded_function& f, int from, int to, barrier_reach reach)
{
    std::vector<char> seen(f.code.size(), 0);
    std::vector<std::uint32_t> open;
    const auto visit_behind = [&](std::uint32_t pc) {
        for (const std::uint32_t next : successors(f.code, pc))
            if (!seen[next]) {
                seen[next] = 1;
                open.push_back(next);
            }
    };
    for (std::uint32_t pc = 0; pc < f.code.size(); ++pc)
        if (f.code[pc].line == from && f.code[pc].access.kind != access_kind::none) visit_behind(pc);
    while (!open.empty()) {
        const std::uint32_t pc = open.back();
        open.pop_back();
        if (f.code[pc].line == to && f.code[pc].access.kind != access_kind::none) return true;
        if (!is_barrier(f.code[pc], reach)) visit_behind(pc);
    }
    return false;
}

bool signals_elsewhere(const decoded_function& f, int one, int other, barrier_reach reach)
{
    const memory_order least = reach > barrier_reach::block ? memory_order::volatile_ : memory_order::relaxed;
    return std::any_of(f.code.begin(), f.code.end(), [&](const instruction& i) {
        return i.order >= least && i.access.kind != access_kind::none && i.line != one && i.line != other;
    });
}

} // namespace cuda_emulator
