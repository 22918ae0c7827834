// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/whole_warp.h"

#include "check/definedness.h"
#include "check/shared_memory.h"
#include "execute/barriers.h"
#include "machine/lanes.h"
#include "machine/translated_code.h"

namespace cuda_emulator {

namespace {

// The translated code for this warp. Null if it is not available, or if the warp has more than one path.
translated_kernel::function code_for(const warp& w)
{
    if (!w.grid->translated || w.grid->lock_step || w.fragments.size() != 1) return nullptr;
    const fragment& f = w.fragments.front();
    if (f.mask != all_lanes || f.state != fragment_state::runnable) return nullptr;
    if (f.at->function != w.grid->code->kernel) return nullptr;
    return w.grid->translated->run.load(std::memory_order_acquire);
}

} // namespace

void part_lanes(warp& w, const parted_lanes& parted)
{
    fragment other = w.fragments.front();
    other.pc = parted.pc;
    other.mask = parted.mask;
    w.fragments.front().mask &= ~parted.mask;
    w.fragments.push_back(other);
}

std::optional<progress> run_whole_warp(warp& w, std::uint64_t end)
{
    const translated_kernel::function run_code = code_for(w);
    if (!run_code) return {};
    const translated_kernel& translated = *w.grid->translated;
    fragment& f = w.fragments.front();
    activation& a = *f.at;
    const decoded_function& function = *a.function;
    w.current = &a;
    w.base[in_registers] = a.registers;
    w.base[in_constants] = function.constants;
    auto is_for_it = [&] {
        const bool is_ready = a.kept_at == no_meeting ||
                              a.kept_at == f.pc; // the saved affine registers are those that this entry expects
        return w.executed < end && translated.is_entry[f.pc] && is_ready && (!w.definedness || w.definedness->idle());
    };
    while (is_for_it()) {
        parted_lanes parted;
        f.pc = run_translated(w, translated, run_code, f.pc, w.shared_check, parted);
        if (parted.mask) {
            part_lanes(w, parted);
            break;
        }
        const instruction& i = function.code[f.pc];
        if (w.slice_end != end || w.executed >= end || i.guard != no_operand) break;
        if (i.kind == flow::exit) {
            w.executed += !i.adapter;
            w.live = 0;
            a.live = 0;
            w.fragments.clear(); // the next block reuses the activation of the lanes
            leave_barriers(*w.owner, warp_size);
            return progress::finished;
        }
        if (i.kind != flow::barrier) break;
        const auto& info = *static_cast<const barrier_info*>(i.extra);
        if (info.op != barrier_info::operation::sync) break;
        w.executed += !i.adapter;
        f.state = fragment_state::at_barrier;
        f.barrier = &info;
        arrive_at_barrier(w, i, all_lanes);
        if (f.state != fragment_state::runnable) return progress::waiting;
    }
    w.slice_end = end;
    return {};
}

} // namespace cuda_emulator
