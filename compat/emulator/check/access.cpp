// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks addresses. An address nearly always lies in the allocation that the access site accessed last.
#include "check/access.h"

#include "check/byte_atomics.h"
#include "check/cluster_memory.h"
#include "check/global_memory.h"
#include "check/global_races.h"
#include "check/local_memory.h"
#include "check/shared_arrays.h"
#include "check/shared_memory.h"
#include "check/stores_by_data.h"
#include "machine/addresses.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/recorder.h"
#include "memory/address_window.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace cuda_emulator {

namespace {

// The state space in the instruction's name; none for a generic address.
ptx::space named_space(const instruction& i)
{
    const access_kind k = i.access.kind;
    return k == access_kind::load || k == access_kind::store || k == access_kind::atomic ? i.access.space
                                                                                         : ptx::space::none;
}
bool is_shared(const instruction& i, std::uint64_t at)
{
    return named_space(i) == ptx::space::shared || address_window::shared().holds(at);
}
bool is_local(const instruction& i, std::uint64_t at)
{
    return named_space(i) == ptx::space::local || address_window::local().holds(at);
}
std::uint64_t stack_of(const warp& w, int lane)
{
    return reinterpret_cast<std::uint64_t>(w.stack) + std::uint64_t(w.stack_stride) * static_cast<unsigned>(lane);
}

// Addresses of shared and local memory differ between runs and blocks, so reports give offsets.
std::string name_of(const warp& w, const instruction& i, int lane, std::uint64_t at)
{
    const std::uint64_t offset = at - reinterpret_cast<std::uint64_t>(w.shared);
    if (is_shared(i, at)) {
        if (offset < cluster_stride) return "offset " + std::to_string(offset) + " of shared memory";
        if (!name_of_missing_peer(w, at).empty())
            return "offset " + std::to_string(offset % cluster_stride) + " of a block's shared memory";
        // A 32-bit offset may be negative.
        if (named_space(i) == ptx::space::shared)
            return "offset " +
                   (offset >> 32 ? std::to_string(static_cast<std::int64_t>(offset))
                                 : std::to_string(static_cast<std::int32_t>(offset))) +
                   " of shared memory";
    }
    if (is_local(i, at)) {
        const auto local = static_cast<std::int64_t>(at - stack_of(w, lane));
        constexpr std::int64_t reach = 1 << 20;
        if (named_space(i) == ptx::space::local || (local > -reach && local < reach))
            return "offset " + std::to_string(local) + " of the thread's local memory";
    }
    char address[32];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(at));
    return address;
}

// With the memory check off, look_up() still serves to detect shared memory.
void report(warp& w, const instruction& i, int lane, std::uint64_t at, std::uint32_t bytes, bool writes,
            device_error code, const std::string& why)
{
    if (!w.grid->check.memory) return;
    fault(w, i, lane, code,
          std::string(writes ? "write" : "read") + " of " + std::to_string(bytes) + " bytes at " +
              name_of(w, i, lane, at) + ": " + why);
}

cell* cells_of(const warp& w, const allocation& a)
{
    return w.grid->memory_check.uninitialised_global ? device_memory::instance().cells_of(a) : nullptr;
}

void remember(warp& w, const instruction& i, const device_memory::found& live, bool writes)
{
    if (writes && w.grid->recorder) w.grid->recorder->writes(w, i, live.low);
    cell* cells = w.grid->memory_check.uninitialised_global ? live.cells : nullptr;
    const bool is_watched = w.grid->memory_check.managed && writes && live.kind == allocation_kind::managed;
    if (is_watched && i.roles == operand_roles::store) cells = device_memory::instance().cells_of_managed();
    if (w.grid->memory_check.managed && writes && live.kind == allocation_kind::host)
        device_memory::instance().note_store_to_host();
    if (cells && writes && !live.has_writer) device_memory::instance().note_writer(live.low, w.grid->id);
    if (cells && writes && !is_watched) {
        const bool by_data = !live.by_data && is_store_by_data(*w.current->function, i);
        if (by_data || i.element > live.widest_store)
            device_memory::instance().note_store(live.low, i.element, by_data);
    }
    w.found[range_index(i, writes)] = {live.low, live.high, cells};
}

// A shared address outside of the block's own shared memory.
void look_up_shared(warp& w, const instruction& i, int lane, std::uint64_t at, std::uint32_t bytes, bool writes)
{
    if (reach_peer(w, i, lane, at, bytes, writes)) return;
    const std::uint64_t offset = at - reinterpret_cast<std::uint64_t>(w.shared);
    const bool is_own = offset < cluster_stride;
    if (const std::string rank = name_of_missing_peer(w, at); !is_own && !rank.empty())
        return report(w, i, lane, at, bytes, writes, device_error::launch_failure, // as on an H200
                      "it would be the shared memory of " + rank);
    report(w, i, lane, at, bytes, writes, device_error::illegal_address,
           is_own || named_space(i) == ptx::space::shared
               ? "reaches past the " + std::to_string(w.shared_size) + " bytes of shared memory"
               : "the shared memory of another block, or of one that has ended");
}

// A program that ignores the error of cudaMalloc passes a null pointer to its kernel.
std::string null_pointer()
{
    const std::size_t refused = device_memory::instance().last_refused();
    if (!refused) return "a null pointer";
    return "a null pointer. Before, the device had no room for " + std::to_string(refused) +
           " bytes. CUDA_EMULATOR_MEMORY sets how many MiB it has";
}

// Whether the process has memory at this address that is not the device's.
bool is_of_host(std::uint64_t at)
{
    const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    void* const page = reinterpret_cast<void*>(at / size * size);
    unsigned char resident;
    return !device_memory::instance().is_reserved(page) && mincore(page, 1, &resident) == 0;
}

// Finds the owner of an address outside of the access site's cached allocation.
void look_up(warp& w, const instruction& i, int lane, std::uint64_t at, std::uint32_t bytes, bool writes)
{
    auto inside = [&](std::uint64_t base, std::uint64_t size) { return at - base < size && at - base + bytes <= size; };
    if (is_shared(i, at)) return look_up_shared(w, i, lane, at, bytes, writes);
    if (is_local(i, at)) {
        if (!w.stack || !inside(stack_of(w, lane), w.stack_stride))
            return report(w, i, lane, at, bytes, writes, device_error::illegal_address,
                          "outside of the " + std::to_string(w.stack_stride) + " bytes of the thread's local memory");
        std::uint64_t addresses[warp_size] = {};
        addresses[lane] = at;
        return check_local(w, i, 1u << lane, addresses, bytes, writes);
    }
    if (!writes && inside(reinterpret_cast<std::uint64_t>(w.grid->parameter_base), w.grid->code->parameter_bytes))
        return;
    if (at < 4096) return report(w, i, lane, at, bytes, writes, device_error::illegal_address, null_pointer());
    device_memory::found live;
    if (device_memory::instance().find_live(at, bytes, live) ||
        (may_be_byte_atomic(i, bytes) && device_memory::instance().find_live(at, 1, live))) {
        if (writes && live.read_only)
            report(w, i, lane, at, bytes, writes, device_error::illegal_address,
                   live.kind == allocation_kind::constant
                       ? "constant memory cannot be written"
                       : "the memory is for reading alone (cuMemSetAccess, cudaHostRegisterReadOnly)");
        remember(w, i, live, writes);
        return;
    }
    allocation a;
    bool in = false;
    const bool found = device_memory::instance().find(at, a, in);
    std::string why;
    if (found) {
        const std::string name = a.name.empty() ? std::to_string(a.size) + " bytes"
                                                : "'" + a.name + "', " + std::to_string(a.size) + " bytes";
        if (in && !a.live) {
            why = "the memory (" + name + ") has been freed";
        } else if (in) {
            why = "reaches past the end of an allocation of " + name;
        } else if (at - a.address - a.size < 4096) {
            why = std::to_string(at - a.address - a.size) + " bytes behind an allocation of " + name;
        }
    }
    if (why.empty())
        why = is_of_host(at)
                  ? "this is memory of the host, as malloc, new and variables have it: a kernel needs memory of "
                    "cudaMalloc, or of another call of CUDA"
                  : "no allocation is near";
    report(w, i, lane, at, bytes, writes, device_error::illegal_address, why);
}

// Passes accesses to the shared memory of the cluster's other blocks on to the check across blocks.
void note_in_peers(warp& w, const instruction& i, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                   bool writes)
{
    w.races->note(w, i, mask, at, bytes, writes);
    if (i.order == memory_order::weak) return;
    std::uint64_t objects[warp_size];
    each_lane(mask, [&](int l) { objects[l] = object_in_cluster(at[l]); });
    w.races->strong(w, i, mask, objects, !writes || i.roles == operand_roles::atomic, writes);
}

// Whether all of the lanes' addresses are aligned, and their bytes lie in [low, high).
bool are_inside(std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes, std::uint64_t low, std::uint64_t high)
{
    if (high < low + bytes) return false;
    const std::uint64_t room = high - low - bytes;
    bool all = true;
    each_lane(mask, [&](int l) { all &= at[l] - low <= room && (at[l] & (bytes - 1)) == 0; });
    return all;
}

// Whether all lanes access the array in shared memory that the instruction may access, with aligned addresses.
bool are_in_own_array(const warp& w, const instruction& i, std::uint32_t mask, const std::uint64_t* at,
                      std::uint32_t bytes)
{
    const auto base = reinterpret_cast<std::uint64_t>(w.shared);
    return are_inside(mask, at, bytes, base + i.shared_low, base + std::min(i.shared_high, w.shared_size));
}

// Passes accesses to one allocation on to the checks.
void note_in_allocation(warp& w, const instruction& i, cell* cells, std::uint32_t mask, const std::uint64_t* at,
                        std::uint32_t bytes, bool writes)
{
    const bool is_atomic = i.roles == operand_roles::atomic;
    if (cells && is_atomic) {
        each_lane(mask, [&](int l) { note_global(w, i, cells, l, at, bytes, writes); });
    } else if (cells && writes) {
        note_global_write(cells, mask, at, bytes);
    } else if (cells) {
        note_global_read(w, i, cells, mask, at, bytes);
    }
    if (w.shared_check && i.order != memory_order::weak)
        w.shared_check->note_global(w, i, mask, !writes || is_atomic, writes);
}

} // namespace

bool find_range(warp& w, const instruction& i, std::uint64_t at, bool writes)
{
    device_memory::found live;
    if (!device_memory::instance().find_live(at, 1, live)) return false;
    if (writes && live.read_only) return false;
    remember(w, i, live, writes);
    return true;
}

void check_image(warp& w, const instruction& i, int lane, const void* texels, const char* access)
{
    if (!w.grid->check.memory || !texels) return;
    const auto at = reinterpret_cast<std::uintptr_t>(texels);
    address_range& range = w.found[range_index(i, false)];
    if (at >= range.low && at < range.high) return;
    allocation a;
    bool in = false;
    if (!device_memory::instance().find(at, a, in) || !in) return; // memory outside of the device's allocations
    if (!a.live)
        fault(w, i, lane, device_error::illegal_address,
              std::string(access) + ": its " + (a.kind == allocation_kind::array ? "array" : "memory") + " (" +
                  std::to_string(a.size) + " bytes) has been freed");
    range = {a.address, a.address + a.size, cells_of(w, a)};
}

void check_parameters(warp& w, const instruction& i, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes)
{
    if (!w.grid->check.memory) return;
    const std::uint64_t size = w.grid->code->parameter_bytes;
    each_lane(mask, [&](int l) {
        const std::uint64_t offset = at[l] - reinterpret_cast<std::uint64_t>(w.grid->parameter_base);
        const bool is_inside = offset < size && offset + bytes <= size;
        if (is_inside && at[l] % bytes == 0) return;
        fault(w, i, l, is_inside ? device_error::misaligned_address : device_error::illegal_address,
              "read of " + std::to_string(bytes) + " bytes at offset " +
                  std::to_string(static_cast<std::int64_t>(offset)) + " of the kernel's parameters: " +
                  (is_inside ? "a misaligned address"
                             : "reaches past the " + std::to_string(size) + " bytes of the parameters"));
    });
}

void check_access(warp& w, const instruction& i, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                  bool writes)
{
    const address_range& range = w.found[range_index(i, writes)];
    const auto base = reinterpret_cast<std::uint64_t>(w.shared);
    if (are_in_own_array(w, i, mask, at, bytes)) { // the fast path for generic addresses
        if (w.shared_check) w.shared_check->note(w, i, mask, at, base, bytes, writes);
        return;
    }
    if (!w.races && are_inside(mask, at, bytes, range.low, range.high)) {
        note_in_allocation(w, i, range.cells, mask, at, bytes, writes);
        return;
    }
    std::uint32_t in_shared = 0, in_global = 0, in_peers = 0;
    for (std::uint32_t left = mask; left; left &= left - 1) {
        const int l = __builtin_ctz(left);
        if (at[l] & (bytes - 1))
            report(w, i, l, at[l], bytes, writes, device_error::misaligned_address, "a misaligned address");
        if (at[l] - base < w.shared_size && at[l] - base + bytes <= w.shared_size) {
            check_shared_array(w, i, l, at[l] - base, bytes, writes);
            in_shared |= 1u << l;
            continue;
        }
        if (at[l] < range.low || at[l] + bytes > range.high) look_up(w, i, l, at[l], bytes, writes);
        if (w.races && peer_of(w, at[l])) in_peers |= 1u << l;
        if (at[l] < range.low || at[l] >= range.high) continue;
        in_global |= 1u << l;
        if (cell* const cells = range.cells) note_global(w, i, cells, l, at, bytes, writes);
    }
    if (!w.shared_check) return;
    if (in_shared) w.shared_check->note(w, i, in_shared, at, base, bytes, writes);
    if (const std::uint32_t elsewhere = mask & ~in_shared; elsewhere && i.order != memory_order::weak)
        w.shared_check->note_global(w, i, elsewhere, !writes || i.roles == operand_roles::atomic, writes);
    if (w.races && in_global) {
        w.races->note(w, i, in_global, at, bytes, writes);
        if (i.order != memory_order::weak)
            w.races->strong(w, i, in_global, at, !writes || i.roles == operand_roles::atomic, writes);
    }
    if (in_peers) note_in_peers(w, i, in_peers, at, bytes, writes);
}

bool is_quiet_range(warp& w, const instruction& i, int lane, std::uint64_t first, std::uint32_t bytes, bool writes)
{
    const std::uint64_t offset = first - reinterpret_cast<std::uint64_t>(w.shared);
    if (offset < w.shared_size && offset + bytes <= w.shared_size) {
        if (offset < i.shared_low || offset + bytes > i.shared_high) return false;
        if (!w.shared_check) return true;
        const auto begin = static_cast<std::uint32_t>(offset);
        if (writes) return w.shared_check->note_quiet_write(w, i, lane, begin, bytes);
        w.shared_check->next_read().by_place(begin);
        return w.shared_check->note_quiet_read(w, i, 1u << lane, begin, begin, bytes);
    }
    const address_range& range = w.found[range_index(i, writes)];
    if (w.races || first < range.low || first + bytes > range.high) return false;
    if (range.cells && writes) std::memset(range.cells + first / 4, whole_cell, bytes / 4);
    return true; // a copy of unwritten bytes is no use
}

} // namespace cuda_emulator
