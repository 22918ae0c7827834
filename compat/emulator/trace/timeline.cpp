// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/timeline.h"

namespace cuda_emulator {

void warp_timeline::step(std::uint32_t mask, source_place place, std::size_t& room)
{
    at_barrier = false;
    ++executed;
    ++clock;
    if (!segments.empty()) {
        timeline_segment& last = segments.back();
        if (!last.waits && last.end == clock - 1 && last.mask == mask && last.place == place) {
            last.end = last_shown = clock;
            return;
        }
    }
    add({clock - 1, clock, false, mask, place}, room);
}

void warp_timeline::wait_until(std::uint64_t until, std::size_t& room)
{
    at_barrier = false;
    if (until <= clock) return;
    const source_place place = segments.empty() ? source_place{} : segments.back().place;
    add({clock, until, true, 0, place}, room);
    clock = until;
}

void warp_timeline::take_back()
{
    --executed;
    --clock;
    if (segments.empty() || segments.back().end != clock + 1) return;
    timeline_segment& last = segments.back();
    if (--last.end == last.begin) segments.pop_back();
    last_shown = clock;
}

// After the first omitted segment, all later ones are omitted, too. So a timeline has no holes.
void warp_timeline::add(const timeline_segment& s, std::size_t& room)
{
    if (room == 0 || segments.size() >= most_segments || last_shown != s.begin) return;
    --room;
    segments.push_back(s);
    last_shown = s.end;
}

} // namespace cuda_emulator
