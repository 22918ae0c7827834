// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/exchange_across_paths.h"

#include "check/definedness.h"
#include "check/exchange.h"
#include "isa/form.h"
#include "machine/observer.h"

#include <cstring>
#include <string>
#include <utility>

namespace cuda_emulator {

namespace {

// The path's instruction, as decoded.
const instruction& instruction_at(const divergent_path& p) { return p.at->function->code[p.pc]; }

// Whether the instructions differ in their operands only. Exchanges with decoders of their own (products of matrices)
// need all lanes at one place.
bool are_alike(const instruction& a, const instruction& b)
{
    return a.row && b.row && a.row->synchronises && a.row->run == b.row->run && a.row->detail == b.row->detail;
}

bool waits_alike(const instruction& i, const divergent_path& p)
{
    return p.state == path_state::at_sync && are_alike(i, instruction_at(p));
}

// The operand in the activation, which need not be the warp's current one.
template <class T>
T* operand_in(const warp& w, const activation& a, operand_slot o)
{
    char* const base = (o & 3) == in_registers   ? a.registers
                       : (o & 3) == in_constants ? a.function->constants
                                                 : w.base[o & 3];
    return reinterpret_cast<T*>(base + (o & ~3u));
}

// The lanes of the path that execute its instruction.
std::uint32_t executing_lanes(const warp& w, const divergent_path& p)
{
    const instruction& i = instruction_at(p);
    if (i.guard == no_operand) return p.mask;
    return p.mask & (*operand_in<std::uint32_t>(w, *p.at, i.guard) ^ i.guard_invert);
}

// Bytes of a lane's value; 0: the operand is the lane mask of a predicate.
std::uint32_t bytes_of(char letter) { return letter == 'p' ? 0 : letter == 'd' ? 8 : 4; }

void copy_lanes(char* to, const char* from, std::uint32_t bytes, std::uint32_t lanes)
{
    if (bytes == 0) {
        std::uint32_t a, b;
        std::memcpy(&a, to, sizeof a);
        std::memcpy(&b, from, sizeof b);
        a = (a & ~lanes) | (b & lanes);
        std::memcpy(to, &a, sizeof a);
    } else {
        each_lane(lanes, [&](int l) { std::memcpy(to + bytes * l, from + bytes * l, bytes); });
    }
}

// An exchange whose operands are in an activation of its own, where lanes of several paths meet.
class meeting {
public:
    explicit meeting(warp& w, const instruction& i)
        : w_(w)
        , letters_(i.row->operands)
        , together_(i)
    {
        results_ = letters_.find(':');
        letters_.erase(results_, 1);
        place_.function = w.current->function;
        place_.registers = registers_;
        together_.run = i.row->run; // as decoded: step() tracks definedness
        together_.guard = no_operand;
        for (std::size_t k = 0; k < letters_.size(); ++k)
            together_.operands[k] = static_cast<operand_slot>(k * operand_bytes);
        together_.member_mask = together_.operands[letters_.size() - 1];
    }
    meeting(const meeting&) = delete;
    meeting& operator=(const meeting&) = delete;
    ~meeting()
    {
        if (w_.definedness) w_.definedness->forget(&place_);
    }

    void bring(activation& from, const instruction& i, std::uint32_t lanes)
    {
        for (std::size_t k = results_; k < letters_.size(); ++k)
            copy(k, from, i.operands[k], place_, together_.operands[k], lanes);
    }
    void run(const instruction& written, std::uint32_t lanes, std::uint32_t here)
    {
        activation* const before = w_.current;
        char* const registers = w_.base[in_registers];
        w_.current = &place_;
        w_.base[in_registers] = registers_;
        if (w_.definedness && !w_.definedness->idle()) w_.definedness->step(w_, together_, lanes);
        run_exchange(w_, together_, written, lanes, here);
        w_.current = before;
        w_.base[in_registers] = registers;
    }
    void take_results(activation& to, const instruction& i, std::uint32_t lanes)
    {
        for (std::size_t k = 0; k < results_; ++k)
            copy(k, place_, together_.operands[k], to, i.operands[k], lanes);
    }

private:
    static constexpr std::size_t most_operands = 8, operand_bytes = 8 * warp_size;

    void copy(std::size_t k, activation& from, operand_slot source, activation& to, operand_slot target,
              std::uint32_t lanes)
    {
        copy_lanes(operand_in<char>(w_, to, target), operand_in<char>(w_, from, source), bytes_of(letters_[k]), lanes);
        if (w_.definedness) w_.definedness->copy(&from, source, &to, target, lanes);
    }

    warp& w_;
    std::string letters_; // of the operands, see form
    std::size_t results_ = 0;
    instruction together_;
    activation place_;
    alignas(64) char registers_[most_operands * operand_bytes] = {};
};

// The lanes of the path that are released continue. The others wait on.
void release(warp& w, std::size_t path, std::uint32_t released, std::uint32_t executed)
{
    const instruction& i = instruction_at(w.paths[path]);
    if (!i.adapter) {
        ++w.executed;
        w.thread_instructions += static_cast<unsigned>(__builtin_popcount(executed));
        activation* const before = std::exchange(w.current, w.paths[path].at); // whose function the observer counts
        if (w.grid->observer) w.grid->observer->executes(w, i, released, executed);
        w.current = before;
    }
    divergent_path rest = w.paths[path];
    rest.mask &= ~released;
    w.paths[path].mask = released;
    w.paths[path].state = path_state::runnable;
    ++w.paths[path].pc;
    if (rest.mask) w.paths.push_back(rest);
}

} // namespace

member_masks masks_of(std::uint32_t lanes, const std::uint32_t* member)
{
    member_masks all;
    each_lane(lanes, [&](int l) {
        all.wanted |= member[l];
        all.common &= member[l];
    });
    return all;
}

void run_exchange(warp& w, const instruction& i, const instruction& written, std::uint32_t m, std::uint32_t here)
{
    const std::uint32_t* const member = slot<std::uint32_t>(w, i.member_mask);
    const member_masks masks = masks_of(m, member);
    const bool checks = w.grid->check.barriers;
    if ((m & ~masks.common) != 0 && checks) check_membership(w, written, m, member);
    const auto run = [&](std::uint32_t together) {
        if (checks && together != all_lanes && i.roles == operand_roles::shuffle) {
            run_partial_shuffle(w, i, written, together, here);
        } else {
            i.run(w, i, together);
        }
    };
    if (masks.are_equal()) {
        run(m);
    } else {
        each_member_group(m, member, run);
    }
}

std::uint32_t lanes_that_wait_alike(const warp& w, const instruction& i, std::uint32_t member_mask)
{
    std::uint32_t alike = 0;
    for (const divergent_path& p : w.paths) {
        if (!waits_alike(i, p)) continue;
        const std::uint32_t executing = executing_lanes(w, p);
        const std::uint32_t* const member = operand_in<std::uint32_t>(w, *p.at, instruction_at(p).member_mask);
        std::uint32_t same = 0;
        each_lane(executing, [&](int l) { same |= std::uint32_t(member[l] == member_mask) << l; });
        // Lanes whose guard is false have arrived, too.
        alike |= same == executing ? p.mask : same;
    }
    return alike;
}

void exchange_across_paths(warp& w, const running_path& r, const instruction& i, std::uint32_t m, std::uint32_t others)
{
    meeting all(w, i);
    all.bring(*r.at, i, m);
    std::uint32_t executing = m;
    const std::size_t paths = w.paths.size();
    for (std::size_t k = 0; k < paths; ++k) {
        const divergent_path& p = w.paths[k];
        if (!waits_alike(i, p)) continue;
        const std::uint32_t lanes = executing_lanes(w, p) & others;
        if (!lanes) continue;
        all.bring(*p.at, instruction_at(p), lanes);
        executing |= lanes;
    }
    all.run(i, executing, r.mask | others);
    all.take_results(*r.at, i, m);
    for (std::size_t k = 0; k < paths; ++k) {
        if (!waits_alike(i, w.paths[k])) continue;
        const std::uint32_t may = executing_lanes(w, w.paths[k]), lanes = may & others;
        if (!lanes) continue; // a mask may name lanes whose guard is false alone
        all.take_results(*w.paths[k].at, instruction_at(w.paths[k]), lanes);
        release(w, k, lanes == may ? w.paths[k].mask : lanes, lanes);
    }
}

} // namespace cuda_emulator
