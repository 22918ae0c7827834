// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/leaks.h"

#include "check/findings.h"
#include "memory/device_memory.h"
#include "runtime/call_site.h"
#include "runtime/context.h"

#include <cstdio>
#include <map>

namespace cuda_emulator {

namespace {
struct made {
    call_site by;
    std::size_t bytes;
    std::uint64_t number;
};
using key = std::pair<resource, std::uint64_t>;
// Both objects are never destroyed, because programs free memory in static destructors.
auto& mutex = *new std::mutex;
auto& living = *new std::map<key, made>;
std::uint64_t next_number = 0;

bool wanted()
{
    static const bool on = context::instance().call_check().leaks;
    return on;
}
} // namespace

void note_made(resource kind, std::uint64_t handle, std::size_t bytes)
{
    record_made(kind, handle, bytes);
    if (!wanted()) return;
    call_site by = current_call();
    std::lock_guard lock(mutex);
    living[{kind, handle}] = {std::move(by), bytes, next_number++};
}

void note_freed(resource kind, std::uint64_t handle)
{
    record_freed(kind, handle);
    if (!wanted()) return;
    std::lock_guard lock(mutex);
    living.erase({kind, handle});
}

void note_all_freed()
{
    record_reset();
    std::lock_guard lock(mutex);
    living.clear();
}

void tell_leaks()
{
    std::map<std::uint64_t, std::string> lines; // in the order of allocation
    {
        std::lock_guard lock(mutex);
        for (const auto& [k, m] : living)
            lines[m.number] = "not freed at the end: what " + m.by.call + " made" +
                              (m.bytes ? " (" + std::to_string(m.bytes) + " bytes)" : "") + ", called at " + m.by.place;
    }
    for (const auto& [number, line] : lines)
        add_finding(line);
}

void tell_bad_free(const char* call, const void* p)
{
    if (!context::instance().call_check().frees) return;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    allocation a;
    bool inside = false;
    std::string why = "no memory that CUDA has allocated";
    if (device_memory::instance().find(at, a, inside) && inside) {
        const std::string size = std::to_string(a.size) + " bytes";
        if (!a.live) {
            why = "memory (" + size + ") that has been freed already";
        } else if (at != a.address) {
            why = "offset " + std::to_string(at - a.address) + " of an allocation of " + size + ", not its beginning";
        } else if (a.registered) {
            why = a.kind == allocation_kind::host ? "host memory that cudaHostRegister registered"
                                                  : "memory that cuMemMap or cudaIpcOpenMemHandle mapped";
        } else if (a.kind == allocation_kind::host) {
            why = "host memory, which cudaFreeHost frees";
        } else if (a.kind == allocation_kind::heap) {
            why = "memory that malloc() gave to a kernel, which only free() in a kernel frees";
        } else if (a.kind == allocation_kind::variable || a.kind == allocation_kind::constant) {
            why = "the variable '" + a.name + "'";
        } else {
            why = "memory of the device, which cudaFree frees";
        }
    }
    char address[32];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(at));
    add_finding(std::string(call) + " of " + address + ": this is " + why);
}

} // namespace cuda_emulator
