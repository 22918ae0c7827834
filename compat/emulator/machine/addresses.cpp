// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/addresses.h"

#include "machine/integers.h"

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

} // namespace cuda_emulator
