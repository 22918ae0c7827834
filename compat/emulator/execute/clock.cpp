// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/clock.h"

#include "isa/integers.h"
#include "machine/lanes.h"
#include "machine/warp.h"

#include <algorithm>
#include <chrono>

namespace cuda_emulator {

namespace {
// Counts the warp's instructions, and what it waits. The value increases, but it is no GPU's time.
template <class T, int Shift>
void read_clock(warp& w, const instruction& i, u32 m)
{
    w.waited += static_cast<u64>(i.immediate);
    const T t = static_cast<T>((w.executed + w.waited) >> Shift);
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int) { return t; });
}
template <class T, int Shift>
void read_timer(warp& w, const instruction& i, u32 m)
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const T t = static_cast<T>(u64(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()) >> Shift);
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int) { return t; });
}
} // namespace

clock_form find_clock(std::string_view name)
{
    if (name == "%clock64") return {read_clock<u64, 0>, true, 0};
    if (name == "%clock") return {read_clock<u32, 0>, false, 0};
    if (name == "%clock_hi") return {read_clock<u32, 32>, false, 32};
    if (name == "%globaltimer") return {read_timer<u64, 0>, true, 0};
    if (name == "%globaltimer_lo") return {read_timer<u32, 0>, false, 0};
    if (name == "%globaltimer_hi") return {read_timer<u32, 32>, false, 32};
    return {};
}

std::optional<clock_form> instruction_clock(const instruction& i)
{
    for (const char* const name : {"%clock64", "%clock", "%clock_hi"})
        if (const clock_form form = find_clock(name); form.run == i.run) return form;
    return {};
}

void run_sleep(warp& w, const instruction& i, u32 m)
{
    const u32* const nanoseconds = slot<u32>(w, i.operands[0]);
    u32 longest = 0;
    each_lane(m, [&](int l) { longest = std::max(longest, nanoseconds[l]); });
    w.waited += longest; // the device's clock rate is 1 GHz
}

} // namespace cuda_emulator
