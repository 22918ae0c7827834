// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes postdominators by the dominator algorithm of Cooper, Harvey and Kennedy, on the reversed graph of basic
// blocks.
#include "machine/reconvergence.h"

#include "isa/integers.h"
#include "machine/warp.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

constexpr u32 none = no_pc;

bool ends_lanes(const instruction& i) { return i.kind == flow::exit || i.kind == flow::ret || i.kind == flow::trap; }
bool ends_block(const instruction& i)
{
    return i.kind == flow::branch || i.kind == flow::branch_indexed || ends_lanes(i);
}
bool is_guarded(const instruction& i) { return i.guard != no_operand; }

std::vector<u32> targets_of(const instruction& i)
{
    if (i.kind == flow::branch) return {i.target};
    if (i.kind == flow::branch_indexed) return static_cast<const branch_table*>(i.extra)->targets;
    return {};
}

struct graph {
    std::vector<u32> first;                      //!< PC of each block
    std::vector<std::vector<u32>> after, before; //!< without edges to an unconditional end
    std::vector<char> ends;                      //!< lanes may end after the block
};

graph blocks_of(const std::vector<instruction>& code, std::vector<u32>& block_of)
{
    std::vector<char> leads(code.size() + 1, 0);
    leads[0] = 1;
    for (u32 pc = 0; pc < code.size(); ++pc) {
        if (ends_block(code[pc])) leads[pc + 1] = 1;
        for (const u32 t : targets_of(code[pc]))
            leads[t] = 1;
    }
    graph g;
    block_of.resize(code.size());
    for (u32 pc = 0; pc < code.size(); ++pc) {
        if (leads[pc]) g.first.push_back(pc);
        block_of[pc] = static_cast<u32>(g.first.size()) - 1;
    }
    g.after.resize(g.first.size());
    g.before.resize(g.first.size());
    g.ends.resize(g.first.size());
    auto link = [&](u32 from, u32 pc) {
        if (pc >= code.size() || (ends_lanes(code[pc]) && !is_guarded(code[pc]))) {
            g.ends[from] = 1;
            return;
        }
        g.after[from].push_back(block_of[pc]);
        g.before[block_of[pc]].push_back(from);
    };
    for (u32 b = 0; b < g.first.size(); ++b) {
        const u32 next = b + 1 < g.first.size() ? g.first[b + 1] : static_cast<u32>(code.size());
        const instruction& last = code[next - 1];
        g.ends[b] |= ends_lanes(last);
        for (const u32 t : targets_of(last))
            link(b, t);
        if (!ends_block(last) || is_guarded(last)) link(b, next);
    }
    return g;
}

// Blocks that can reach `root`, in postorder of the reversed graph, so that `root` comes last.
std::vector<u32> ways_to(const graph& g, u32 root, const std::vector<char>& taken)
{
    std::vector<char> seen = taken;
    std::vector<std::pair<u32, std::size_t>> stack = {{root, 0}};
    std::vector<u32> order;
    seen[root] = 1;
    while (!stack.empty()) {
        auto& [block, next] = stack.back();
        if (next == g.before[block].size()) {
            order.push_back(block);
            stack.pop_back();
        } else if (const u32 b = g.before[block][next++]; !seen[b]) {
            seen[b] = 1;
            stack.emplace_back(b, 0);
        }
    }
    return order;
}

// The immediate postdominator of each block in `order`, with respect to the last one.
void postdominators(const graph& g, const std::vector<u32>& order, std::vector<u32>& result)
{
    std::vector<u32> number(g.first.size(), none);
    for (u32 n = 0; n < order.size(); ++n)
        number[order[n]] = n;
    const auto root = static_cast<u32>(order.size()) - 1;
    std::vector<u32> passes(order.size(), none); // by number
    passes[root] = root;
    auto common = [&](u32 a, u32 b) {
        while (a != b)
            (a < b ? a : b) = passes[a < b ? a : b];
        return a;
    };
    for (bool changes = true; changes;) {
        changes = false;
        for (u32 n = root; n-- > 0;) {
            u32 meet = none;
            for (const u32 s : g.after[order[n]])
                if (const u32 x = number[s]; x != none && passes[x] != none) meet = meet == none ? x : common(meet, x);
            changes |= meet != passes[n];
            passes[n] = meet;
        }
    }
    for (u32 n = 0; n < root; ++n)
        result[order[n]] = g.first[order[passes[n]]];
}

} // namespace

reconvergence_points::reconvergence_points(const std::vector<instruction>& code)
{
    const graph g = blocks_of(code, block_of_);
    point_.resize(g.first.size(), none);
    // A function may have several final blocks. The block that most paths reach is the exit; the other final blocks
    // count as early returns.
    std::vector<char> taken(g.first.size(), 0);
    for (;;) {
        std::vector<u32> most;
        for (u32 b = 0; b < g.first.size(); ++b) {
            if (!g.ends[b] || taken[b]) continue;
            std::vector<u32> ways = ways_to(g, b, taken);
            if (ways.size() >= most.size()) most = std::move(ways);
        }
        if (most.empty()) return;
        postdominators(g, most, point_);
        for (const u32 b : most)
            taken[b] = 1;
    }
}

const reconvergence_points& reconvergence_of(decoded_function& f)
{
    std::call_once(f.reconvergence_made, [&] { f.reconvergence = std::make_shared<reconvergence_points>(f.code); });
    return *f.reconvergence;
}

} // namespace cuda_emulator
