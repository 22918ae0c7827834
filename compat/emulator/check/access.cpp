// Is an address one that the lane may touch? Nearly always it lies in an allocation seen just before.
#include "execute/block.h"
#include "execute/memory_access.h"
#include "memory/device_memory.h"

#include <cstdio>

namespace cuda_emulator {

namespace {

[[noreturn]] void report(warp& w, const instruction& i, int lane, std::uint64_t at, std::uint32_t bytes, bool writes,
                         int code, const std::string& why)
{
    char address[32];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(at));
    fault(w, i, lane, code,
          std::string(writes ? "write" : "read") + " of " + std::to_string(bytes) + " bytes at " + address + ": " + why);
}

// The slow way: who owns the address?
void look_up(warp& w, const instruction& i, int lane, std::uint64_t at, std::uint32_t bytes, bool writes)
{
    auto inside = [&](std::uint64_t base, std::uint64_t size) { return at - base < size && at - base + bytes <= size; };
    if (w.shared_size && inside(reinterpret_cast<std::uint64_t>(w.shared), w.shared_size)) return;
    if (w.stack) {
        const std::uint64_t stack = reinterpret_cast<std::uint64_t>(w.stack) + std::uint64_t(w.stack_stride) * lane;
        if (inside(stack, w.stack_stride)) return;
    }
    if (!writes && inside(reinterpret_cast<std::uint64_t>(w.grid->parameter_base), w.grid->parameters.size())) return;
    if (at < 4096) report(w, i, lane, at, bytes, writes, 700, "a null pointer");
    allocation a;
    bool in = false;
    const bool found = device_memory::instance().find(at, a, in);
    if (found && in && a.live && at + bytes <= a.address + a.size) {
        if (writes && a.kind == allocation_kind::constant)
            report(w, i, lane, at, bytes, writes, 700, "constant memory cannot be written");
        address_range& r = w.ranges[static_cast<unsigned>(i.line) & 3];
        r.low = a.address;
        r.high = a.kind == allocation_kind::constant && !writes ? a.address : a.address + a.size;
        return;
    }
    std::string why = "no allocation is near";
    if (found) {
        const std::string name = a.name.empty() ? std::to_string(a.size) + " bytes" : "'" + a.name + "', " + std::to_string(a.size) + " bytes";
        if (in && !a.live) {
            why = "the memory (" + name + ") has been freed";
        } else if (in) {
            why = "reaches past the end of an allocation of " + name;
        } else if (at - a.address - a.size < 4096) {
            why = std::to_string(at - a.address - a.size) + " bytes behind an allocation of " + name;
        }
    }
    report(w, i, lane, at, bytes, writes, 700, why);
}

} // namespace

void check_access(warp& w, const instruction& i, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                  bool writes)
{
    const std::uint64_t generation = device_memory::instance().generation();
    if (w.ranges_generation != generation) {
        for (address_range& r : w.ranges)
            r = {};
        w.ranges_generation = generation;
    }
    const address_range& range = w.ranges[static_cast<unsigned>(i.line) & 3];
    const std::uint64_t low = range.low;
    const std::uint64_t room = range.high >= range.low + bytes ? range.high - range.low - bytes : 0;
    const bool empty = range.high < range.low + bytes;
    std::uint32_t outside = 0;
    std::uint64_t bits = 0;
    for (int l = 0; l < warp_size; ++l) {
        const bool active = mask >> l & 1;
        bits |= active ? at[l] : 0;
        outside |= static_cast<std::uint32_t>(active && at[l] - low > room) << l;
    }
    if (bits & (bytes - 1)) {
        for (std::uint32_t m = mask; m; m &= m - 1) {
            const int l = __builtin_ctz(m);
            if (at[l] & (bytes - 1)) report(w, i, l, at[l], bytes, writes, 716, "a misaligned address");
        }
    }
    if (empty) outside = mask;
    for (; outside; outside &= outside - 1) {
        const int l = __builtin_ctz(outside);
        // The range may have been set by the lane before.
        if (at[l] >= range.low && at[l] + bytes <= range.high) continue;
        look_up(w, i, l, at[l], bytes, writes);
    }
}

} // namespace cuda_emulator
