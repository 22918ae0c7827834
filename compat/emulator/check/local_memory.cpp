// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/local_memory.h"

#include "check/findings.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/fault.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

// A range of bytes in a lane's stack.
struct byte_range {
    u64 low, bytes;
    bool holds(u64 at, u32 count) const { return at - low < bytes && at - low + count <= bytes; }
};

byte_range of(const activation& a, const parameter_slot& p) { return {u64{a.stack_offset} + p.offset, p.size}; }

// The variable of an active function that holds the access; empty if there is none.
byte_range variable_at(const warp& w, u64 at, u32 bytes)
{
    for (const activation* a = w.current; a; a = a->parent)
        for (const parameter_slot& p : a->function->objects)
            if (const byte_range s = of(*a, p); s.holds(at, bytes)) return s;
    return {0, 0};
}

} // namespace

void check_local(warp& w, const instruction& i, u32 mask, const u64* at, u32 bytes, bool writes)
{
    if (!w.grid->memory_check.local) return;
    const u64 stack = reinterpret_cast<u64>(w.stack);
    // Fast path: all lanes access one variable of the running function. Otherwise a difference is negative, and the
    // sign bit of `outside` is set.
    for (const parameter_slot& p : w.current->function->objects) {
        const byte_range s = of(*w.current, p);
        if (s.bytes < bytes) continue;
        const u64 low = stack + s.low, room = s.bytes - bytes, stride = w.stack_stride;
        u64 outside = 0;
        for (u32 l = 0; l < warp_size; ++l) {
            const u64 x = at[l] - low - stride * l;
            outside |= (x | (room - x)) & (0 - u64(mask >> l & 1));
        }
        if (!(outside >> 63)) return;
    }
    byte_range last{0, 0}; // the variable of the previous lane
    each_lane(mask, [&](int l) {
        const u64 offset = at[l] - stack - u64{w.stack_stride} * static_cast<u32>(l);
        if (last.holds(offset, bytes)) return;
        const byte_range s = variable_at(w, offset, bytes);
        if (s.bytes) {
            last = s;
            return;
        }
        std::string variables;
        for (const parameter_slot& p : w.current->function->objects) {
            const byte_range o = of(*w.current, p);
            variables +=
                (variables.empty() ? "" : ", ") + std::to_string(o.low) + " to " + std::to_string(o.low + o.bytes - 1);
        }
        add_finding(*w.owner,
                    "local " + std::string(w.grid->code->kernel->source->name) +
                        key_of(*w.grid->code, *w.current->function, i),
                    place_of(w, i, l) + ": " + (writes ? "write" : "read") + " of " + std::to_string(bytes) +
                        " bytes at byte " + std::to_string(static_cast<std::int64_t>(offset)) +
                        " of the thread's local memory, where no variable is (the function " +
                        (variables.empty() ? "has none)" : "has bytes " + variables + ")"));
    });
}

} // namespace cuda_emulator
