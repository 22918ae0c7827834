// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/exchange.h"

#include "check/findings.h"
#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/fault.h"
#include "machine/lanes.h"
#include "machine/shuffle.h"

namespace cuda_emulator {

void check_membership(warp& w, const instruction& i, u32 mask, const u32* members)
{
    u32 unnamed = 0;
    each_lane(mask, [&](int l) { unnamed |= (~members[l] >> l & 1) << l; });
    if (!unnamed || !is_new_finding(*w.owner, {"membership", &i, nullptr})) return;
    add_finding(*w.owner, "membership " + std::string(w.grid->code->kernel->source->name) + line_of(w, i),
                place_of(w, i, __builtin_ctz(unnamed)) +
                    ": the mask of this warp synchronisation does not name the thread itself");
}

void report_missing_lanes(warp& w, const instruction& i, u32 mask, u32 missing)
{
    if (!is_new_finding(*w.owner, {"missing", &i, nullptr})) return;
    add_finding(*w.owner, "missing " + std::string(w.grid->code->kernel->source->name) + line_of(w, i),
                place_of(w, i, __builtin_ctz(mask)) + ": divergent exchange: its mask names thread " +
                    thread_name(*w.owner, w.index * warp_size + static_cast<u32>(__builtin_ctz(missing))) +
                    " of the warp, which does not come");
}

void run_partial_shuffle(warp& w, const instruction& i, const instruction& written, u32 together, u32 here)
{
    // The result may overwrite the operand that selects the source lane.
    const shuffle_sources from = sources_of_shuffle(w, i);
    const u32 members = slot<u32>(w, i.member_mask)[__builtin_ctz(together)];
    i.run(w, i, together);
    using absence = undefined_values::absence;
    each_lane(together, [&](int l) {
        const int source = from.lane[l];
        const u32 bit = 1u << source;
        if (together & bit) return;
        const absence why = !(members & bit)     ? absence::not_named
                            : !(w.present & bit) ? absence::never_there
                            : !(w.live & bit)    ? absence::returned
                                                 : absence::elsewhere;
        if (why == absence::elsewhere && !(here & bit)) return; // already reported as a missing lane
        w.owner->undefined->shuffled(w, written, i.operands[0], l, source, why, members);
    });
}

} // namespace cuda_emulator
