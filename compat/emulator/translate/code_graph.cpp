// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/code_graph.h"

#include "machine/lanes.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace cuda_emulator::translation {

namespace {

bool is_full_mask(const decoded_function& f, operand_slot o)
{
    if (o == no_operand || (o & 3) != in_constants) return false;
    std::uint32_t mask;
    std::memcpy(&mask, f.constants + (o & ~3u), sizeof mask);
    return mask == all_lanes;
}

// Translated code looks at the mask in the register.
bool may_name_all(const instruction& i) { return is_register(i.member_mask) && accesses_of(i).known; }

} // namespace

bool is_for_interpreter(const decoded_function& f, const instruction& i)
{
    if (i.kind == flow::none) return !accesses_of(i).known || !i.run;
    if (i.kind == flow::branch || i.kind == flow::clock) return false;
    if (i.kind == flow::synchronise)
        return i.guard != no_operand || !(is_full_mask(f, i.member_mask) || may_name_all(i));
    return true;
}

namespace {

ending ending_of(const decoded_function& f, const instruction& i)
{
    if (i.kind == flow::branch) return ending::branches;
    if (!is_for_interpreter(f, i)) return ending::falls;
    switch (i.kind) {
    case flow::barrier: {
        const auto& info = *static_cast<const barrier_info*>(i.extra);
        return info.result == no_operand ? ending::leaves : ending::leaves_all;
    }
    case flow::warp_barrier:
    case flow::yield:
    case flow::exit:
    case flow::ret:
    case flow::trap:
        return ending::leaves;
    case flow::poll:
    case flow::synchronise:
        return accesses_of(i).known ? ending::leaves : ending::leaves_all;
    default:
        return ending::leaves_all;
    }
}

// Whether control never reaches the next instruction.
bool is_last(const instruction& i)
{
    const bool ends = i.kind == flow::exit || i.kind == flow::ret || i.kind == flow::trap;
    return (ends || i.kind == flow::branch) && i.guard == no_operand;
}

std::vector<operand_slot> operands_of_barrier(const instruction& i)
{
    std::vector<operand_slot> read;
    if (i.kind != flow::barrier) return read;
    const auto& info = *static_cast<const barrier_info*>(i.extra);
    for (const operand_slot o : {info.number, info.threads, info.predicate})
        if (is_register(o)) read.push_back(o);
    return read;
}

void step_back(const decoded_function& f, const instruction& i, register_set& live, const register_set& everything)
{
    const access_lists a = accesses_of(i);
    if ((!a.known && ending_of(f, i) == ending::leaves_all) || i.kind == flow::call || i.kind == flow::branch_indexed) {
        live = everything;
        return;
    }
    if (i.guard == no_operand)
        for (const operand_slot o : a.written)
            live.erase(o);
    for (const operand_slot o : a.read)
        live.insert(o);
    for (const operand_slot o : operands_of_barrier(i))
        live.insert(o);
}

register_list all_registers(const decoded_function& f)
{
    std::vector<operand_slot> all;
    const auto add_all = [&](const std::vector<operand_slot>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    for (const instruction& i : f.code) {
        const access_lists a = accesses_of(i);
        add_all(a.read);
        add_all(a.written);
        add_all(operands_of_barrier(i));
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return std::make_shared<const std::vector<operand_slot>>(std::move(all));
}

register_set live_behind(const code_graph& g, const code_block& b)
{
    register_set live(g.registers);
    for (const std::uint32_t n : b.next)
        live.insert(g.blocks[n].live);
    return live;
}

void find_live(const decoded_function& f, code_graph& g)
{
    const register_set everything = register_set::all_of(g.registers);
    // A block turns a set behind it into `needed`, and those of the set that are in `let_through`.
    struct effect {
        register_set needed, let_through;
    };
    std::vector<effect> effects;
    for (code_block& b : g.blocks) {
        effect e{register_set(g.registers), everything};
        for (std::uint32_t at = b.end; at-- > b.first;) {
            step_back(f, f.code[at], e.needed, everything);
            step_back(f, f.code[at], e.let_through, everything);
        }
        b.live = e.needed;
        effects.push_back(std::move(e));
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t n = g.blocks.size(); n-- > 0;) {
            register_set live = live_behind(g, g.blocks[n]);
            live.keep(effects[n].let_through);
            live.insert(effects[n].needed);
            if (live != g.blocks[n].live) {
                g.blocks[n].live = std::move(live);
                changed = true;
            }
        }
    }
}

} // namespace

code_graph graph_of(const decoded_function& f, bool of_path)
{
    code_graph g;
    const auto count = static_cast<std::uint32_t>(f.code.size());
    std::vector<char> leader(count + 1, 0);
    leader[0] = 1;
    for (std::uint32_t at = 0; at < count; ++at) {
        const instruction& i = f.code[at];
        if (i.kind == flow::branch) leader[i.target] = leader[at + 1] = 1;
        if (is_for_interpreter(f, i) || (of_path && i.kind == flow::synchronise)) leader[at + 1] = 1;
        if (i.kind == flow::branch_indexed)
            for (const std::uint32_t t : static_cast<const branch_table*>(i.extra)->targets)
                leader[t] = 1;
    }
    g.block_at.resize(count);
    for (std::uint32_t at = 0; at < count; ++at) {
        if (leader[at]) {
            g.blocks.emplace_back();
            g.blocks.back().first = at;
        }
        g.blocks.back().end = at + 1;
        g.block_at[at] = static_cast<std::uint32_t>(g.blocks.size()) - 1;
    }
    for (code_block& b : g.blocks) {
        const instruction& last = f.code[b.end - 1];
        b.how = ending_of(f, last);
        if (b.how == ending::branches) b.next.push_back(g.block_at[last.target]);
        if (last.kind == flow::branch_indexed)
            for (const std::uint32_t t : static_cast<const branch_table*>(last.extra)->targets)
                b.next.push_back(g.block_at[t]);
        if (!is_last(last) && b.end < count) b.next.push_back(g.block_at[b.end]);
    }
    g.registers = all_registers(f);
    find_live(f, g);
    return g;
}

std::vector<register_set> live_in_block(const decoded_function& f, const code_graph& g, std::uint32_t block)
{
    const code_block& b = g.blocks[block];
    const register_set everything = register_set::all_of(g.registers);
    std::vector<register_set> all(b.end - b.first);
    register_set live = live_behind(g, b);
    for (std::uint32_t at = b.end; at-- > b.first;) {
        step_back(f, f.code[at], live, everything);
        all[at - b.first] = live;
    }
    return all;
}

} // namespace cuda_emulator::translation
