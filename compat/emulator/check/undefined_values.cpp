// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/undefined_values.h"

#include "check/block_findings.h"
#include "check/findings.h"
#include "check/shared_memory.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/fault.h"
#include "memory/device_memory.h"

#include <cstdio>

namespace cuda_emulator {

namespace {

std::string unwritten_place(u64 address, u32 bytes)
{
    allocation a;
    bool inside = false;
    device_memory::instance().find(address, a, inside);
    char hexadecimal[32];
    std::snprintf(hexadecimal, sizeof hexadecimal, "0x%llx", static_cast<unsigned long long>(address));
    const cell* const cells = device_memory::instance().cells_of(a);
    bool copied = false;
    for (u32 k = 0; cells && k < bytes; k += 4)
        copied |= (cells[(address + k) / 4] & copied_cell) && (cells[(address + k) / 4] & whole_cell) != whole_cell;
    return "read of " + std::to_string(bytes) + " bytes of global memory at " + hexadecimal + " (offset " +
           std::to_string(address - a.address) + " of an allocation of " + std::to_string(a.size) + " bytes), " +
           (copied ? "to which a kernel copied what nothing has written" : "which nothing has written");
}
} // namespace

undefined_values::undefined_values(block& b)
    : block_(b)
    , earlier_(b.grid.reported_loads)
    , reported_(earlier_)
{
}
undefined_values::~undefined_values() = default;

void undefined_values::start()
{
    if (block_.grid.findings && block_.grid.findings->has_loads()) {
        earlier_ = block_.grid.reported_loads;
        block_.grid.findings->append_loads_of_lower_blocks(block_.linear_index, earlier_);
        reported_ = earlier_;
    }
    // In most blocks nothing is undefined. The loop over the warps would then take longer than a short block runs.
    if (origins_.empty() && !used_trackers_) return;
    for (const origin& o : origins_)
        if (o.cell != no_cell) last_of_cell_[o.cell] = 0;
    origins_.clear();
    first_of_epoch_ = 0;
    held_.clear();
    shuffles_.clear();
    matrix_reads_.clear();
    global_reads_.clear();
    reported_ = earlier_;
    memory.clear();
    for (auto& w : block_.warps)
        w->definedness = nullptr;
    for (std::size_t k = 0; k < used_trackers_; ++k)
        trackers_[k]->start();
    used_trackers_ = 0;
}

u32 undefined_values::new_origin(warp& w, const instruction& i, int lane, u32 cell)
{
    origins_.emplace_back();
    const auto number = static_cast<u32>(origins_.size());
    origin& o = origins_.back();
    o.at = &i;
    o.function = w.current->function;
    o.thread = w.index * warp_size + static_cast<u32>(lane);
    o.cell = cell;
    if (cell != no_cell) {
        o.epoch = block_.shared_check->epoch();
        if (o.epoch != epoch_) first_of_epoch_ = number - 1;
        epoch_ = o.epoch;
        if (cell >= last_of_cell_.size()) last_of_cell_.resize(cell + 1);
        o.earlier = std::exchange(last_of_cell_[cell], number);
    }
    return number - 1;
}

void undefined_values::read(warp& w, const instruction& i, int lane, u32 cell, u32 offset, u32 bytes,
                            bool may_be_padding)
{
    if (i.roles == operand_roles::listed) matrix_read_ = true;
    if (i.roles != operand_roles::load || has(earlier_, i)) return;
    const operand_slot result = i.operands[1 + offset / i.element];
    if (result == no_operand) return;
    const u64 bits = i.element == 16  ? all_bits
                     : i.sign_extends ? 0xffff
                                      : (all_bits >> (64 - 8 * std::min(bytes, 8u))) << 8 * (offset % i.element);
    track(w).add(w.current, result, lane, new_origin(w, i, lane, cell), bits, may_be_padding ? bits : 0);
}

bool undefined_values::was_read_at(u32 origin, u32 offset, u32 bytes) const
{
    const u32 cell = origins_[origin].cell;
    return cell != no_cell && block_.shared_check->offset_of(cell) - offset < bytes;
}

u32 undefined_values::element_origin(warp& w, const instruction& i, int lane, u32 cell)
{
    const u32 thread = w.index * warp_size + static_cast<u32>(lane);
    const auto [known, fresh] = matrix_reads_.try_emplace({&i, thread, cell}, 0);
    // A read after a barrier may come too early, though one before it did not.
    if (fresh || origins_[known->second].epoch != block_.shared_check->epoch())
        known->second = new_origin(w, i, lane, cell);
    return known->second;
}

void undefined_values::add_element(warp& w, operand_slot o, int lane, u32 origin, u64 bits)
{
    track(w).add(w.current, o, lane, origin, bits, 0);
}

// One origin for each thread and instruction, so that loops do not add more.
u32 undefined_values::global_origin(warp& w, const instruction& i, int lane, u64 address, u32 bytes)
{
    u32& number = global_reads_.try_emplace({&i, w.index}).first->second[static_cast<std::size_t>(lane)];
    if (!number) number = new_origin(w, i, lane, no_cell) + 1;
    origin& o = origins_[number - 1];
    const u64 end = std::max(o.lowest + o.size, address + bytes);
    o.lowest = o.size ? std::min(o.lowest, address) : address;
    o.size = end - o.lowest;
    o.address = address;
    o.bytes = bytes;
    return number - 1;
}

void undefined_values::read_global(warp& w, const instruction& i, int lane, u64 address, u32 bytes, const u64* bits,
                                   accessed_allocation& last)
{
    if (address - last.begin >= last.size) {
        allocation a;
        bool inside = false;
        device_memory::instance().find(address, a, inside);
        last = {a.address, inside ? a.size : 0, !a.first_writer || a.first_writer > block_.grid.id};
    }
    const u32 from = global_origin(w, i, lane, address, bytes);
    origins_[from].copy_is_use = last.is_fresh || block_.grid.memory_check.uninitialised_copies;
    for (u32 k = 0; k < bytes / i.element; ++k)
        if (const operand_slot result = i.operands[1 + k]; bits[k] && result != no_operand)
            track(w).add(w.current, result, lane, from, bits[k], bits[k]);
}

void undefined_values::atomic_global(warp& w, const instruction& i, int lane, u64 address, u32 bytes)
{
    used(w, i, lane, global_origin(w, i, lane, address, bytes), "it is the operand of an atomic operation");
}

void undefined_values::shuffled(warp& w, const instruction& i, operand_slot result, int lane, int from, absence why,
                                u32 members)
{
    const u32 thread = w.index * warp_size + static_cast<u32>(lane);
    const auto [known, fresh] = shuffles_.try_emplace({&i, thread, from}, 0);
    if (fresh) {
        known->second = new_origin(w, i, lane, no_cell);
        origin& o = origins_.back();
        o.from = from;
        o.why = why;
        o.members = members;
    }
    track(w).add(w.current, result, lane, known->second, all_bits, 0);
}

definedness_tracker& undefined_values::track(warp& w)
{
    if (!w.definedness) {
        if (used_trackers_ == trackers_.size()) trackers_.push_back(std::make_unique<definedness_tracker>(*this));
        w.definedness = trackers_[used_trackers_++].get();
    }
    if (w.definedness->idle()) w.slice_end = 0; // makes the warp continue in the tracked copy of its code
    return *w.definedness;
}

void undefined_values::track_all()
{
    for (auto& w : block_.warps)
        if (!w->definedness) track(*w);
}

void undefined_values::atomic(warp& w, const instruction& i, int lane, u32 cell)
{
    used(w, i, lane, new_origin(w, i, lane, cell), "it is the operand of an atomic operation");
}

bool undefined_values::may_race_with_writes() const
{
    return epoch_ == block_.shared_check->epoch() && origins_.size() > first_of_epoch_;
}

void undefined_values::written_by(u32 cell, u32 thread)
{
    if (cell >= last_of_cell_.size() || !may_race_with_writes()) return;
    for (u32* number = &last_of_cell_[cell]; *number > first_of_epoch_;) {
        origin& o = origins_[*number - 1];
        if (o.thread == thread || (block_.grid.lock_step && o.thread / warp_size == thread / warp_size)) {
            number = &o.earlier;
        } else {
            o.raced = true;
            *number = o.earlier;
        }
    }
}

void undefined_values::used(warp& w, const instruction& i, int lane, u32 n, const char* how)
{
    origin& o = origins_[n];
    if (o.raced || o.is_reported || o.is_held || (o.address && is_reported(*o.at))) return;
    const bool may_race = o.cell != no_cell && o.epoch == block_.shared_check->epoch();
    if (!may_race && !is_new(o)) return;
    std::string use = how + std::string(" at ") + line_of(w, i);
    if (const u32 user = w.index * warp_size + static_cast<u32>(lane); user != o.thread)
        use += " in thread " + thread_name(block_, user);
    if (!may_race) return report(o, use);
    o.is_held = true;
    held_.emplace_back(n, std::move(use));
}

void undefined_values::settle()
{
    for (const auto& [n, use] : held_)
        if (!origins_[n].raced && !origins_[n].is_reported && is_new(origins_[n])) report(origins_[n], use);
    held_.clear();
}

const char* undefined_values::kind_of(const origin& o)
{
    return o.cell == no_cell && !o.address ? "shuffle " : "uninitialised ";
}

std::string undefined_values::defect_text(const origin& o) const
{
    if (o.cell != no_cell)
        return "read of shared memory at " + shared_place(block_, block_.shared_check->offset_of(o.cell)) +
               ", which no thread has written";
    if (o.address) return unwritten_place(o.address, o.bytes);
    const u32 first = o.thread / warp_size * warp_size;
    if (o.why == absence::never_there)
        return "a shuffle takes the value of lane " + std::to_string(o.from) + ", which this warp has not";
    const std::string text =
        "a shuffle takes the value of thread " + thread_name(block_, first + static_cast<u32>(o.from)) + ", which ";
    if (o.why == absence::returned) return text + "has returned";
    if (o.why == absence::elsewhere) return text + "is not there with the same mask";
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", o.members);
    return text + "its mask " + mask + " does not name";
}

// Notes that the origin is reported. Returns whether the block must do so.
bool undefined_values::is_new(origin& o)
{
    o.is_reported = true;
    if (o.address) reported_.push_back(o.at);
    if (!is_new_finding(block_, {kind_of(o), o.at, nullptr})) return false;
    if (o.address || o.cell != no_cell) block_.grid.findings->add_load(block_.linear_index, o.at);
    return true;
}

void undefined_values::report(const origin& o, const std::string& use)
{
    add_finding(block_,
                kind_of(o) + std::string(block_.grid.code->kernel->source->name) +
                    key_of(*block_.grid.code, *o.function, *o.at),
                place_of(block_, o.thread, *o.function, *o.at) + ": " + defect_text(o) + ", and " + use);
}

} // namespace cuda_emulator
