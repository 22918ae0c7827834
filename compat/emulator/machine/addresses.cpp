// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/addresses.h"

#include "isa/integers.h"
#include "memory/address_window.h"

namespace cuda_emulator {

void addresses_of(warp& w, const instruction& i, u64* out)
{
    const bool wide = i.detail & 8;
    switch (static_cast<window>(i.detail & 7)) {
    case window::flat:
        compute_addresses<window::flat, u64>(w, i, out);
        break;
    case window::shared:
        if (wide) {
            compute_addresses<window::shared, u64>(w, i, out);
        } else {
            compute_addresses<window::shared, u32>(w, i, out);
        }
        break;
    case window::local:
        compute_addresses<window::local, u64>(w, i, out);
        break;
    case window::frame:
        compute_addresses<window::frame, u64>(w, i, out);
        break;
    case window::parameter:
        compute_addresses<window::parameter, u64>(w, i, out);
        break;
    }
}

lanes_by_space spaces_of(const warp& w, u32 mask, const u64* at)
{
    lanes_by_space lanes;
    const u64 parameters = reinterpret_cast<u64>(w.grid->parameter_base);
    const address_window &shared = address_window::shared(), &local = address_window::local();
    each_lane(mask, [&](int l) {
        const u32 bit = 1u << l;
        if (shared.holds(at[l])) lanes.shared |= bit;
        if (local.holds(at[l])) lanes.local |= bit;
        if (at[l] - parameters < w.grid->code->parameter_bytes) lanes.parameter |= bit;
    });
    lanes.global = mask & ~(lanes.shared | lanes.local | lanes.parameter);
    return lanes;
}

} // namespace cuda_emulator
