// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/whole_block.h"

#include "check/access.h"
#include "check/shared_memory.h"
#include "execute/barriers.h"
#include "execute/hand_over.h"
#include "execute/special_registers.h"
#include "machine/lanes.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator {

namespace {

std::uint32_t number_of(warp& w, const instruction& barrier)
{
    return *slot<std::uint32_t>(w, static_cast<const barrier_info*>(barrier.extra)->number);
}

} // namespace

whole_block::whole_block(block& of)
    : block_(of)
{
}

whole_block::~whole_block() = default;

void whole_block::start()
{
    if (listed_) listed_->start();
}

bool whole_block::can_run() const
{
    const launch& g = block_.grid;
    return g.translated && !block_.races && !g.observer && !g.lock_step && g.block.volume() % warp_size == 0;
}

// An estimate: a replayed access costs what whole-block code saves in eight instructions. Results do not depend on it.
bool whole_block::replays_too_much() const { return left_ >= 4 && 8 * replayed_ > ran_together_; }

void whole_block::watch(translated_warp& t)
{
    t.watched = 1;
    t.listed = listed_.get();
    t.barriers = &barriers_;
    t.barrier = [](translated_warp* of) {
        ++*of->barriers;
        if (of->listed) of->listed->barrier();
    };
    if (listed_) {
        t.access = [](translated_warp* of, const block_access& a) { return of->listed->add(a); };
        t.scattered = [](translated_warp* of, const scattered_access& a) { return of->listed->add(a); };
    }
    t.find = [](translated_warp* of, std::uint32_t pc, std::uint64_t address) {
        const instruction& i = of->code[pc];
        return find_range(*of->w, i, address, i.roles == operand_roles::store);
    };
}

void whole_block::begin(std::uint64_t slice)
{
    if (warps_.empty()) {
        warps_.resize(block_.warps.size());
        for (one_warp& one : warps_)
            states_.push_back(&one.state);
        code_ = block_.grid.code->kernel->code.data();
        if (block_.shared_check) listed_ = std::make_unique<block_accesses>(block_, *block_.shared_check);
    }
    for (std::size_t k = 0; k < warps_.size(); ++k) {
        warp& w = *block_.warps[k];
        one_warp& one = warps_[k];
        one.pc = 0;
        one.why = stop::ready;
        w.slice_end = w.executed + slice;
        one.state.end = w.slice_end;
        if (is_untouched_) continue;
        activation& a = *w.paths.front().at;
        const bool is_known = one.state.w && one.state.registers == a.registers;
        w.current = &a;
        w.base[in_registers] = a.registers; // the previous block may have ended in a called function
        w.base[in_constants] = a.function->constants;
        if (is_known) {
            one.state.executed = w.executed;
            one.state.kept_at = no_pc;
        } else {
            one.state = translated_state(w, block_.grid.translated->kept_values, nullptr);
            one.state.prepare = [](translated_warp* t) { spread_special_of_block(*t->w->owner); };
            if (is_watched_) watch(one.state);
        }
    }
}

bool whole_block::run_together(translated_block::function run)
{
    const translated_warp& first = warps_.front().state;
    const std::uint64_t before = first.executed;
    barriers_ = 0;
    const std::uint32_t pc = run(states_.data(), 0);
    const std::uint64_t ran = first.executed - before; // by each warp; their counts differ if their paths did
    ran_together_ += ran;
    const instruction& i = code_[pc];
    // Definedness tracking is off in whole-block code, so no handler asks to leave.
    const auto diverges = [](const one_warp& one) { return one.state.diverged != 0; };
    if (i.kind == flow::exit && i.guard == no_operand && first.executed < first.end &&
        std::none_of(warps_.begin(), warps_.end(), diverges)) {
        executed_ = (first.executed + !i.adapter - before) * warps_.size();
        warps_.front().state.executed = before; // the next block starts from this count
        if (block_.shared_check) block_.shared_check->finish();
        return true;
    }
    if (listed_) replayed_ += listed_->leave();
    ++left_;
    for (one_warp& one : warps_) {
        one.pc = pc;
        one.state.executed = one.state.w->executed + ran;
    }
    return false;
}

bool whole_block::has_arrived(one_warp& one)
{
    translated_warp& t = one.state;
    const instruction& i = code_[one.pc];
    if (t.w->slice_end != t.end || t.executed >= t.end || i.guard != no_operand) return false;
    if (i.kind == flow::exit) {
        one.why = stop::ended;
    } else if (is_plain_barrier(i)) {
        one.why = stop::at_barrier;
    } else {
        return false;
    }
    t.executed += !i.adapter;
    return true;
}

bool whole_block::run_to_barrier(one_warp& one, translated_kernel::function run)
{
    one.pc = run_translated(one.state, run, one.pc);
    return has_arrived(one);
}

bool whole_block::leave_barrier()
{
    const translated_kernel& translated = *block_.grid.translated;
    const auto waits = [](const one_warp& one) { return one.why == stop::at_barrier; };
    const auto first = std::find_if(warps_.begin(), warps_.end(), waits);
    const std::uint32_t at = first->pc, next = at + 1;
    const instruction& barrier = code_[at];
    const std::uint32_t number = number_of(*first->state.w, barrier);
    if (number >= barrier_count || !translated.is_entry[next]) return false;
    for (one_warp& one : warps_) {
        if (!waits(one)) continue;
        const translated_warp& t = one.state;
        const bool is_ready = t.kept_at == no_pc || t.kept_at == next;
        if (one.pc != at || number_of(*t.w, barrier) != number || !is_ready || t.executed >= t.end) return false;
    }
    for (one_warp& one : warps_)
        if (waits(one)) {
            one.pc = next;
            one.why = stop::ready;
        }
    return true;
}

void whole_block::count_executed()
{
    for (one_warp& one : warps_) {
        warp& w = *one.state.w;
        executed_ += one.state.executed - w.executed;
        w.executed = one.state.executed;
    }
}

// Puts each warp into the state that the interpreter would have left.
void whole_block::hand_over()
{
    if (barriers_) block_.has_met = true;
    std::uint32_t ended = 0;
    for (one_warp& one : warps_) {
        warp& w = *one.state.w;
        activation& a = *w.current;
        a.kept_at = one.state.kept_at;
        w.paths.front().pc = one.pc;
        if (const std::uint32_t diverged = std::exchange(one.state.diverged, 0); diverged == all_lanes) {
            w.paths.front().pc = one.state.diverged_at;
        } else if (diverged) {
            split_path(w, {diverged, one.state.diverged_at});
        }
        if (one.why != stop::ended) continue;
        w.live = 0;
        a.live = 0;
        w.paths.clear();
        ended += warp_size;
    }
    if (ended) leave_barriers(block_, ended);
    for (one_warp& one : warps_) {
        if (one.why != stop::at_barrier) continue;
        const instruction& i = code_[one.pc];
        divergent_path& p = one.state.w->paths.front();
        p.state = path_state::at_barrier;
        p.barrier = static_cast<const barrier_info*>(i.extra);
        arrive_at_barrier(*one.state.w, i, all_lanes);
    }
}

bool whole_block::run_at_once(std::uint64_t slice)
{
    executed_ = 0;
    const launch& g = block_.grid;
    is_watched_ = block_.shared_check || block_.undefined || g.check.barriers || g.check.exited;
    run_ = g.translated ? g.translated->run.load(std::memory_order_acquire) : nullptr;
    const auto run = g.together ? g.together->run.load(std::memory_order_acquire) : nullptr;
    can_run_ = can_run() && (run || (run_ && !is_watched_)) && !replays_too_much();
    if (!can_run_) {
        is_untouched_ = has_begun_ = false;
        return false;
    }
    if (!has_begun_) begin(slice);
    is_untouched_ = has_begun_ = run && run_together(run);
    return is_untouched_;
}

bool whole_block::run_by_warps()
{
    stopped_at_ = 0;
    if (!can_run_) return false;
    const bool has_diverged =
        std::any_of(warps_.begin(), warps_.end(), [](const one_warp& one) { return one.state.diverged != 0; });
    if (is_watched_ || has_diverged || !run_ || !block_.grid.translated->is_entry[0]) {
        count_executed();
        is_untouched_ = false;
        hand_over();
        stopped_at_ = warps_.size() - 1 - (barriers_ + warps_.size() - 1) % warps_.size();
        return false;
    }
    bool any_diverges = false;
    for (;;) {
        bool any_waits = false;
        const std::size_t first = stopped_at_;
        for (std::size_t k = 0; k < warps_.size() && !any_diverges; ++k) {
            const std::size_t which = (first + k) % warps_.size();
            one_warp& one = warps_[which];
            if (one.why != stop::ready) continue;
            stopped_at_ = which; // the warp that arrived last continues first, as in the interpreter
            any_diverges = !run_to_barrier(one, run_);
            any_waits |= one.why == stop::at_barrier;
        }
        if (!any_diverges && any_waits && leave_barrier()) continue;
        count_executed();
        is_untouched_ = !any_diverges && !any_waits;
        if (!is_untouched_) hand_over();
        return is_untouched_;
    }
}

} // namespace cuda_emulator
