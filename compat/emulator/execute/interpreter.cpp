// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/interpreter.h"

#include "check/definedness.h"
#include "check/exchange.h"
#include "check/shared_memory.h"
#include "execute/barriers.h"
#include "execute/builtins.h"
#include "execute/fragments.h"
#include "execute/reconvergence.h"
#include "execute/whole_warp.h"
#include "machine/fault.h"
#include "machine/lanes.h"
#include "machine/observer.h"
#include "machine/translated_code.h"
#include "profile/count_instruction.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace cuda_emulator {

namespace {

constexpr std::uint32_t polls_before_yield = 64;

// Resets the activation to the state at the start of a call.
activation* renewed(warp& w, activation* a)
{
    a->kept_at = no_meeting;
    for (const parameter_slot& z : a->function->zeroed)
        std::memset(a->registers + z.offset, 0, z.size);
    if (w.definedness) w.definedness->forget(a);
    return a;
}

activation* new_activation(warp& w, decoded_function* f)
{
    std::unique_ptr<activation> a;
    for (auto p = w.pool.rbegin(); p != w.pool.rend(); ++p)
        if ((*p)->function == f) {
            std::swap(*p, w.pool.back());
            a = std::move(w.pool.back());
            w.pool.pop_back();
            break;
        }
    if (!a) {
        a = std::make_unique<activation>();
        a->function = f;
        a->storage.resize(f->register_bytes + 64);
        const auto address = reinterpret_cast<std::uintptr_t>(a->storage.data());
        a->registers = reinterpret_cast<char*>((address + 63) / 64 * 64);
    }
    w.active.push_back(std::move(a));
    return renewed(w, w.active.back().get());
}

void drop_activation(warp& w, activation* a)
{
    for (auto i = w.active.begin(); i != w.active.end(); ++i)
        if (i->get() == a) {
            w.pool.push_back(std::move(*i));
            w.active.erase(i);
            return;
        }
}

// Removes lanes from the activation and from all its callers.
void leave_all(warp& w, activation* a, std::uint32_t lanes)
{
    while (a) {
        activation* parent = a->parent;
        a->live &= ~lanes;
        if (a->live == 0) drop_activation(w, a);
        a = parent;
    }
}

void copy_parameters(warp& w, std::uint32_t mask, std::uint64_t from_frame, const std::vector<parameter_slot>& from,
                     std::uint64_t to_frame, const std::vector<parameter_slot>& to)
{
    for (std::size_t k = 0; k < from.size(); ++k)
        each_lane(mask, [&](int l) {
            char* stack = w.stack + std::size_t(w.stack_stride) * l;
            const std::uint32_t size = std::min(from[k].size, to[k].size);
            char* const target = stack + to_frame + to[k].offset;
            const char* const source = stack + from_frame + from[k].offset;
            std::memcpy(target, source, size);
            if (w.definedness)
                w.definedness->copied(reinterpret_cast<std::uint64_t>(target), reinterpret_cast<std::uint64_t>(source),
                                      size);
        });
}

void enter(warp& w, const instruction& i, const call_info& call, decoded_function* callee, const fragment& from,
           std::uint32_t return_pc, std::uint32_t mask)
{
    activation* const caller = from.at;
    const int lane = __builtin_ctz(mask);
    if (call.arguments.size() != callee->parameters.size())
        fault(w, i, lane, device_error::launch_failure,
              "a call passes another number of arguments than '" + std::string(callee->source->name) + "' takes");
    activation* a = new_activation(w, callee);
    a->parent = caller;
    a->call = &call;
    a->return_pc = return_pc;
    a->live = mask;
    a->level = from.level;
    a->meeting = from.meeting;
    a->depth = caller->depth + 1;
    a->stack_offset = caller->stack_offset + caller->function->frame_bytes;
    if (a->stack_offset + callee->frame_bytes > w.stack_stride)
        fault(
            w, i, lane, device_error::hardware_stack,
            "the stack of " + std::to_string(w.stack_stride) +
                " bytes per thread is used up by recursion or calls by pointer: cudaDeviceSetLimit(cudaLimitStackSize, "
                "…) gives more");
    copy_parameters(w, mask, caller->stack_offset, call.arguments, a->stack_offset, callee->parameters);
    fragment f;
    f.at = a;
    f.mask = mask;
    w.fragments.push_back(f);
}

// A call by the lanes of `mask`: one activation for each function that they call.
void call(warp& w, const instruction& i, const fragment& from, std::uint32_t return_pc, std::uint32_t mask)
{
    const auto& info = *static_cast<const call_info*>(i.extra);
    if (info.callee) {
        enter(w, i, info, info.callee, from, return_pc, mask);
        return;
    }
    const std::uint64_t* target = slot<std::uint64_t>(w, info.target);
    std::uint64_t targets[warp_size];
    std::copy(target, target + warp_size, targets);
    while (mask) {
        const int first = __builtin_ctz(mask);
        std::uint32_t same = 0;
        each_lane(mask, [&](int l) { same |= std::uint32_t(targets[l] == targets[first]) << l; });
        auto f = w.grid->code->by_address.find(targets[first]);
        if (f == w.grid->code->by_address.end())
            fault(w, i, first, device_error::invalid_pc, "a call through a pointer that is no function");
        enter(w, i, info, f->second, from, return_pc, same);
        mask &= ~same;
    }
}

// Calls f(lanes) for each group of lanes with the same member mask (tiles of a warp).
template <class F>
void each_group(std::uint32_t mask, const std::uint32_t* member, F f)
{
    std::uint32_t masks[warp_size];
    std::copy(member, member + warp_size, masks); // f may overwrite `member`
    while (mask) {
        const int first = __builtin_ctz(mask);
        std::uint32_t same = 0;
        each_lane(mask, [&](int l) { same |= std::uint32_t(masks[l] == masks[first]) << l; });
        f(same);
        mask &= ~same;
    }
}

// Releases the lanes at bar.warp.sync if all live lanes of their mask wait with the same mask. Lanes that wait with
// another mask are at another barrier.
void release_warp_barrier(warp& w)
{
    for (std::size_t k = 0; k < w.fragments.size(); ++k) {
        if (w.fragments[k].state != fragment_state::at_warp_barrier) continue;
        const std::uint32_t member = w.fragments[k].wait & w.live;
        auto with_it = [&](const fragment& f) {
            return f.state == fragment_state::at_warp_barrier && (f.wait & w.live) == member;
        };
        std::uint32_t together = 0;
        for (const fragment& f : w.fragments)
            if (with_it(f)) together |= f.mask;
        if ((member & ~together) != 0) continue;
        for (fragment& f : w.fragments)
            if (with_it(f)) {
                f.state = fragment_state::runnable;
                ++f.pc;
            }
        if (w.shared_check) w.shared_check->warp_barrier(w, together);
    }
}

} // namespace

void start_warp(warp& w)
{
    decoded_function* const kernel = w.grid->code->kernel;
    activation* a = nullptr;
    if (w.active.size() == 1 && w.active.front()->function == kernel) {
        // The activation of the previous block, see run_whole_warp().
        a = renewed(w, w.active.front().get());
    } else {
        while (!w.active.empty()) {
            w.pool.push_back(std::move(w.active.back()));
            w.active.pop_back();
        }
        a = new_activation(w, kernel);
    }
    w.fragments.clear();
    a->parent = nullptr;
    a->call = nullptr;
    a->live = w.present;
    a->depth = 0;
    a->stack_offset = 0;
    w.live = w.present;
    w.carry = 0;
    w.polls = 0;
    w.turns = 0;
    add_fragment(w, a, 0, w.present);
}

namespace {
// Two instances: the one that counts, and one without the cost of counting.
template <bool Counting>
progress run(warp& w, std::uint64_t end)
{
    const bool lock_step = w.grid->lock_step;
    bool forced = false;
    for (;;) {
        if (lock_step) leave_meetings(w);
        int k = choose(w);
        if (k < 0) {
            if (w.fragments.empty()) return progress::finished;
            // Lanes at a .sync wait for lanes that will not come. They continue without them, the lowest PC first.
            for (int j = 0; j < int(w.fragments.size()); ++j)
                if (w.fragments[j].state == fragment_state::at_sync && (k < 0 || w.fragments[j].pc < w.fragments[k].pc))
                    k = j;
            if (k < 0) return progress::waiting;
            w.fragments[k].state = fragment_state::runnable;
            forced = true;
        }
        // Take the path off the list, and merge the paths at the same PC into it.
        fragment f = w.fragments[k];
        if (w.fragments.size() == 1) {
            w.fragments.clear();
        } else {
            w.fragments.erase(w.fragments.begin() + k);
        }
        if (f.pc == f.meeting) continue; // its lanes are part of the path that waits there
        std::uint32_t limit = f.meeting > f.pc ? f.meeting : no_meeting;
        bool others = false;
        for (std::size_t j = 0; j < w.fragments.size();) {
            fragment& o = w.fragments[j];
            const bool ready = o.state == fragment_state::runnable;
            if (o.at == f.at && o.level == f.level && o.meeting == f.meeting &&
                (ready || o.state == fragment_state::at_sync)) {
                if (o.pc == f.pc) {
                    f.mask |= o.mask;
                    f.turn = std::max(f.turn, o.turn);
                    w.fragments.erase(w.fragments.begin() + j);
                    continue;
                }
                if (o.pc > f.pc) limit = std::min(limit, o.pc);
            }
            others |= ready;
            ++j;
        }
        activation* const at = f.at;
        decoded_function& function = *at->function;
        const instruction* const code =
            w.definedness && !w.definedness->idle() ? tracked_code(function) : function.code.data();
        w.current = at;
        w.base[in_registers] = at->registers;
        w.base[in_constants] = function.constants;
        std::uint32_t pc = f.pc;
        std::uint32_t mask = f.mask;
        std::uint64_t executed = w.executed;
        std::uint64_t threads = 0;
        // Puts the path, or a part of its lanes, back on the list at the given PC.
        auto put_back = [&](std::uint32_t where, std::uint32_t lanes, fragment_state state = fragment_state::runnable) {
            if (!lanes) return;
            fragment& r = add_fragment(w, at, where, lanes);
            r.state = state;
            r.turn = f.turn;
            r.level = f.level;
            r.meeting = f.meeting;
        };
        // A divergent branch. In lock-step mode the lanes wait at the reconvergence point.
        auto part = [&] {
            if (!lock_step) return;
            const std::uint32_t meeting = reconvergence_of(function).of(pc);
            if (meeting == no_meeting || meeting == f.meeting) return;
            put_back(meeting, mask, fragment_state::at_meeting);
            ++f.level;
            f.meeting = meeting;
        };
        auto leave = [&] {
            w.executed = executed;
            w.thread_instructions += threads;
        };
        // A whole warp continues in translated code as far as possible.
        const translated_kernel* const translated = Counting ? nullptr : w.grid->translated;
        translated_kernel::function run_code = nullptr;
        if (translated && &function == w.grid->code->kernel && code == function.code.data())
            run_code = translated->run.load(std::memory_order_acquire);
        // Returns false if the lanes have diverged in translated code, and both paths are on the list.
        auto hand_over = [&] {
            if (!run_code || mask != all_lanes || executed >= w.slice_end || !translated->is_entry[pc]) return true;
            w.executed = executed;
            parted_lanes parted;
            pc = run_translated(w, *translated, run_code, pc, w.shared_check, parted);
            executed = w.executed;
            if (!parted.mask) return true;
            leave();
            w.slice_end = end;
            put_back(parted.pc, parted.mask);
            put_back(pc, mask & ~parted.mask);
            return false;
        };
        if (at->kept_at != no_meeting) {
            const bool goes_on = run_code && at->kept_at == pc && mask == all_lanes && executed < w.slice_end;
            if (!goes_on || !translated->is_entry[pc]) expand_kept(w, *translated);
        }
        if (!hand_over()) continue;
        for (;;) {
            if (pc >= limit || executed >= w.slice_end) {
                leave();
                w.slice_end = end;
                if (executed >= end && others && !lock_step) f.turn = ++w.turns;
                put_back(pc, mask);
                if (executed >= end) return progress::yielded;
                break;
            }
            const instruction* now = code + pc;
            if (!Counting && now->straight > 1 && now->straight <= limit - pc &&
                now->straight_counted <= w.slice_end - executed) {
                const instruction* const last = now + now->straight;
                const instruction* const next = run_straight(w, now, last, mask);
                const unsigned counted = now->straight_counted - (next == last ? 0u : next->straight_counted);
                executed += counted;
                threads += counted * static_cast<unsigned>(__builtin_popcount(mask));
                pc += static_cast<std::uint32_t>(next - now);
                if (next != last || pc >= limit || executed >= w.slice_end) continue;
                now = last;
            }
            const instruction& i = *now;
            std::uint32_t m = mask;
            if (i.guard != no_operand) m &= *slot<std::uint32_t>(w, i.guard) ^ i.guard_invert;
            if (!i.adapter) {
                ++executed;
                threads += static_cast<unsigned>(__builtin_popcount(m));
            }
            if constexpr (Counting) count_instruction(w, i, mask, m);
            if (i.kind == flow::none) {
                if (m) i.run(w, i, m);
                ++pc;
                continue;
            }
            if (i.kind == flow::branch) {
            take_branch:
                if (m == mask) {
                    // The path had the lowest PC: after a backward jump it still has, and a forward jump past `limit`
                    // is detected above. A reconvergence point that lies ahead again limits the path again, whether the
                    // jump reaches it or falls short of it.
                    pc = i.target;
                    if (pc <= f.meeting) limit = std::min(limit, f.meeting);
                    if (!hand_over()) break;
                } else if (m == 0) {
                    ++pc;
                } else {
                    leave();
                    part();
                    put_back(i.target, m);
                    put_back(pc + 1, mask & ~m);
                    break;
                }
                continue;
            }
            if (i.kind == flow::synchronise) {
                if (m) {
                    const std::uint32_t* member = slot<std::uint32_t>(w, i.member_mask);
                    std::uint32_t wanted = 0, common = all_lanes;
                    each_lane(m, [&](int l) {
                        wanted |= member[l];
                        common &= member[l];
                    });
                    const std::uint32_t missing = wanted & w.live & ~mask;
                    if (missing != 0 && !forced) {
                        --executed;
                        threads -= static_cast<unsigned>(__builtin_popcount(m));
                        if (Counting && w.grid->observer) w.grid->observer->takes_back(w, i, m);
                        leave();
                        put_back(pc, mask, fragment_state::at_sync);
                        break;
                    }
                    const bool checks = w.grid->check.barriers;
                    if (missing != 0 && checks) report_missing_lanes(w, i, m, missing);
                    if ((m & ~common) != 0 && checks) check_membership(w, i, m, member);
                    forced = false;
                    const auto exchange = [&](std::uint32_t together) {
                        if (checks && together != all_lanes && i.roles == operand_roles::shuffle) {
                            run_partial_shuffle(w, i, together, mask);
                        } else {
                            i.run(w, i, together);
                        }
                    };
                    if (wanted == common) { // all lanes have the same mask
                        exchange(m);
                    } else {
                        each_group(m, member, exchange);
                    }
                }
                ++pc;
                continue;
            }
            if (i.kind == flow::poll || i.kind == flow::yield) {
                w.executed = executed; // clock registers read it
                if (m) i.run(w, i, m);
                ++pc;
                if (++w.polls < polls_before_yield && i.kind == flow::poll) continue;
                w.polls = 0;
                leave();
                if (!lock_step) f.turn = ++w.turns;
                put_back(pc, mask);
                if (others && !lock_step) break; // other paths of this warp go first
                return progress::yielded;
            }
            if (i.kind == flow::tracked_branch) {
                if (w.definedness) w.definedness->branch(w, i, mask);
                goto take_branch;
            }
            if (m == 0) {
                ++pc;
                continue;
            }
            w.executed = executed;
            switch (i.kind) {
            case flow::branch_indexed: {
                const auto& table = static_cast<const branch_table*>(i.extra)->targets;
                const std::uint32_t* index = slot<std::uint32_t>(w, i.operands[0]);
                leave();
                part();
                put_back(pc + 1, mask & ~m);
                for (std::uint32_t left = m; left;) {
                    const int first = __builtin_ctz(left);
                    if (index[first] >= table.size())
                        fault(w, i, first, device_error::launch_failure, "brx.idx past the end of its list");
                    std::uint32_t same = 0;
                    each_lane(left, [&](int l) { same |= std::uint32_t(index[l] == index[first]) << l; });
                    put_back(table[index[first]], same);
                    left &= ~same;
                }
                goto reschedule;
            }
            case flow::call: {
                const auto& info = *static_cast<const call_info*>(i.extra);
                if (info.system != builtin::none) {
                    call_builtin(w, i, info, m);
                    ++pc;
                    continue;
                }
                leave();
                put_back(pc + 1, mask & ~m);
                call(w, i, f, pc + 1, m);
                goto reschedule;
            }
            case flow::ret: {
                leave();
                put_back(pc + 1, mask & ~m);
                activation* parent = at->parent;
                const call_info& info = *at->call;
                if (!info.results.empty()) {
                    if (function.results.size() != info.results.size())
                        fault(w, i, __builtin_ctz(m), device_error::launch_failure,
                              "a call expects another number of results");
                    copy_parameters(w, m, at->stack_offset, function.results, parent->stack_offset, info.results);
                }
                fragment r;
                r.at = parent;
                r.pc = at->return_pc;
                r.mask = m;
                r.turn = f.turn;
                r.level = at->level;
                r.meeting = at->meeting;
                w.fragments.push_back(r);
                at->live &= ~m;
                if (lock_step) leave_early(w, at, m);
                if (at->live == 0) drop_activation(w, at);
                goto reschedule;
            }
            case flow::exit: {
                leave();
                put_back(pc + 1, mask & ~m);
                w.live &= ~m;
                if (lock_step) leave_early(w, nullptr, m);
                leave_all(w, at, m);
                release_warp_barrier(w);
                leave_barriers(*w.owner, static_cast<unsigned>(__builtin_popcount(m)));
                goto reschedule;
            }
            case flow::barrier: {
                leave();
                put_back(pc + 1, mask & ~m);
                const auto& info = *static_cast<const barrier_info*>(i.extra);
                if (info.op == barrier_info::operation::arrive) {
                    put_back(pc + 1, m);
                } else {
                    put_back(pc, m, fragment_state::at_barrier);
                    w.fragments.back().barrier = &info;
                }
                arrive_at_barrier(w, i, m);
                goto reschedule;
            }
            case flow::warp_barrier: {
                const std::uint32_t* const member = slot<std::uint32_t>(w, i.member_mask);
                if (w.grid->check.barriers) check_membership(w, i, m, member);
                std::uint32_t wanted = 0;
                each_lane(m, [&](int l) { wanted |= member[l]; });
                if ((wanted & w.live & ~mask) == 0) {
                    if (w.shared_check)
                        each_group(m, member,
                                   [&](std::uint32_t together) { w.shared_check->warp_barrier(w, together); });
                    ++pc;
                    continue;
                }
                leave();
                put_back(pc + 1, mask & ~m);
                each_group(m, member, [&](std::uint32_t together) {
                    put_back(pc, together, fragment_state::at_warp_barrier);
                    w.fragments.back().wait = member[__builtin_ctz(together)];
                });
                release_warp_barrier(w);
                goto reschedule;
            }
            default:
                fault(w, i, __builtin_ctz(m), device_error::launch_failure, "trap");
            }
        }
    reschedule:;
    }
}
} // namespace

progress run_warp(warp& w, std::uint64_t slice)
{
    const std::uint64_t end = w.executed + slice;
    w.slice_end = end;
    if (w.counters) return run<true>(w, end);
    const auto came_to = run_whole_warp(w, end);
    return came_to ? *came_to : run<false>(w, end);
}

} // namespace cuda_emulator
