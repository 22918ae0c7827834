// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/race_report.h"

#include "check/findings.h"
#include "check/race_order.h"
#include "machine/fault.h"

namespace cuda_emulator {

namespace {

constexpr const char* lock_step_hint = " (both of one warp: migration-notes/warp_functions.md mends what relied on "
                                       "lock-step, and CUDA_EMULATOR_WARP_SYNCHRONOUS=1 runs it as it was meant)";

// Cooperative groups rely on the order of shuffles and votes in a warp, which a GPU provides. A report would not be a
// defect of the program.
bool is_of_cooperative_groups(const program& p, std::size_t offset)
{
    for (const parameter_slot& memory : p.group_memory)
        if (offset - memory.offset < memory.size) return true;
    return false;
}

// Not if it is an asynchronous copy: no warp ever had one in lock-step.
bool is_of_lanes(const instruction& i)
{
    return i.access.kind == access_kind::load || i.access.kind == access_kind::store ||
           i.access.kind == access_kind::atomic;
}

} // namespace

bool report_race(const block& b, warp& w, const instruction& i, const racing_access& access,
                 const access_records& records, u32 earlier)
{
    const program& p = *b.grid.code;
    if (is_of_cooperative_groups(p, access.offset)) return false;
    const access_records::record& r = records.of(earlier);
    if (!is_new_finding(b, {"race", &i, r.at})) return true;
    const bool by_copy = records.is_copy(earlier);
    const u32 thread = earlier & access_records::thread_mask;
    const bool in_warp = !by_copy && thread / warp_size == w.index;
    const auto mine = w.index * warp_size + static_cast<u32>(access.lane);
    const std::string who = by_copy ? "an asynchronous copy" : "thread " + thread_name(b, thread);
    const auto why =
        [sides = race_sides{&p,
                            {r.function, r.at, who, r.writes, by_copy},
                            {w.current->function, &i, "thread " + thread_name(b, mine), access.writes, false},
                            in_warp ? barrier_reach::warp : barrier_reach::block,
                            in_warp ? "Two lanes of one warp are enough:" : "Two threads of one block are enough:",
                            b.warps.size() > 1,
                            false}] { return explain_race(sides); };
    add_finding(b,
                "race " + std::string(p.kernel->source->name) + key_of(p, *w.current->function, i) +
                    key_of(p, *r.function, *r.at),
                place_of(w, i, access.lane) + ": race in shared memory: " + (access.writes ? "write" : "read") +
                    " of " + std::to_string(access.bytes) + " bytes at " + shared_place(b, access.offset) + ", which " +
                    who + (r.writes ? " wrote" : " read") + " at " + line_of(p, *r.function, *r.at) +
                    ", and nothing orders the two" + (in_warp && is_of_lanes(i) ? lock_step_hint : ""),
                why);
    return true;
}

} // namespace cuda_emulator
