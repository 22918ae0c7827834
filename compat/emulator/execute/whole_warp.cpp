// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/whole_warp.h"

#include "check/definedness.h"
#include "check/shared_memory.h"
#include "execute/barriers.h"
#include "execute/hand_over.h"
#include "machine/lanes.h"
#include "machine/translated_code.h"

namespace cuda_emulator {

namespace {

// The translated code for this warp. Null if it is not available, or if the warp has more than one path.
translated_kernel::function code_for(const warp& w)
{
    if (!w.grid->translated || w.grid->lock_step || w.paths.size() != 1) return nullptr;
    const divergent_path& p = w.paths.front();
    if (p.mask != all_lanes || p.state != path_state::runnable) return nullptr;
    if (p.at->function != w.grid->code->kernel) return nullptr;
    return w.grid->translated->run.load(std::memory_order_acquire);
}

} // namespace

std::optional<progress> run_whole_warp(warp& w, std::uint64_t end)
{
    const translated_kernel::function run = code_for(w);
    if (!run) return {};
    const translated_kernel& translated = *w.grid->translated;
    divergent_path& p = w.paths.front();
    activation& a = *p.at;
    const decoded_function& function = *a.function;
    w.current = &a;
    w.base[in_registers] = a.registers;
    w.base[in_constants] = function.constants;
    auto is_for_it = [&] {
        const bool is_ready =
            a.kept_at == no_pc || a.kept_at == p.pc; // the saved affine registers are those that this entry expects
        return w.executed < end && translated.is_entry[p.pc] && is_ready && (!w.definedness || w.definedness->idle());
    };
    while (is_for_it()) {
        diverged_lanes diverged;
        p.pc = run_translated(w, translated, run, p.pc, w.shared_check, diverged);
        if (diverged.mask) {
            split_path(w, diverged);
            break;
        }
        const instruction& i = function.code[p.pc];
        if (w.slice_end != end || w.executed >= end || i.guard != no_operand) break;
        if (i.kind == flow::exit) {
            w.executed += !i.adapter;
            w.live = 0;
            a.live = 0;
            w.paths.clear(); // the next block reuses the activation of the lanes
            leave_barriers(*w.owner, warp_size);
            return progress::finished;
        }
        if (i.kind != flow::barrier) break;
        const auto& info = *static_cast<const barrier_info*>(i.extra);
        if (info.op != barrier_info::operation::sync) break;
        w.executed += !i.adapter;
        p.state = path_state::at_barrier;
        p.barrier = &info;
        arrive_at_barrier(w, i, all_lanes);
        if (p.state != path_state::runnable) return progress::waiting;
    }
    w.slice_end = end;
    return {};
}

} // namespace cuda_emulator
