// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/shuffle.h"

#include "isa/integers.h"
#include "machine/lanes.h"

namespace cuda_emulator {

namespace {

template <shuffle_mode Mode>
shuffle_sources sources(warp& w, const instruction& i)
{
    const u32* b = slot<u32>(w, i.operands[3]);
    const u32* c = slot<u32>(w, i.operands[4]);
    shuffle_sources from;
    for (int lane = 0; lane < warp_size; ++lane) {
        bool ok;
        from.lane[lane] = static_cast<std::uint8_t>(lane::shuffle_source<Mode>(lane, b[lane], c[lane], ok));
    }
    return from;
}

} // namespace

shuffle_sources sources_of_shuffle(warp& w, const instruction& i)
{
    switch (static_cast<shuffle_mode>(i.detail)) {
    case shuffle_mode::up:
        return sources<shuffle_mode::up>(w, i);
    case shuffle_mode::down:
        return sources<shuffle_mode::down>(w, i);
    case shuffle_mode::bfly:
        return sources<shuffle_mode::bfly>(w, i);
    default:
        return sources<shuffle_mode::idx>(w, i);
    }
}

} // namespace cuda_emulator
