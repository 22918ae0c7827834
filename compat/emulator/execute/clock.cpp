// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/clock.h"

#include "isa/integers.h"
#include "machine/lanes.h"
#include "machine/warp.h"

#include <chrono>

namespace cuda_emulator {

namespace {
// Counts the warp's instructions. The value increases, but it is no GPU's time.
template <class T, int Shift>
void read_clock(warp& w, const instruction& i, u32 m)
{
    const T t = static_cast<T>(w.executed >> Shift);
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
    if (name == "%clock64") return {read_clock<u64, 0>, true};
    if (name == "%clock") return {read_clock<u32, 0>, false};
    if (name == "%clock_hi") return {read_clock<u32, 32>, false};
    if (name == "%globaltimer") return {read_timer<u64, 0>, true};
    if (name == "%globaltimer_lo") return {read_timer<u32, 0>, false};
    if (name == "%globaltimer_hi") return {read_timer<u32, 32>, false};
    return {};
}

} // namespace cuda_emulator
