// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/call_site.h"

#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <utility>

namespace cuda_emulator {

namespace {
thread_local const void* launched_at = nullptr;
} // namespace

std::string place_of_code(const void* address)
{
    Dl_info here;
    if (!dladdr(address, &here) || !here.dli_fbase) return {};
    // A program that is not position-independent has its addresses as they are.
    const bool is_fixed = static_cast<const ElfW(Ehdr)*>(here.dli_fbase)->e_type == ET_EXEC;
    const auto offset =
        reinterpret_cast<std::uintptr_t>(address) - (is_fixed ? 0 : reinterpret_cast<std::uintptr_t>(here.dli_fbase));
    char text[32];
    std::snprintf(text, sizeof text, "+0x%llx", static_cast<unsigned long long>(offset));
    return std::string(here.dli_fname ? here.dli_fname : "?") + text;
}

call_site current_call()
{
    constexpr int most = 64;
    void* frames[most];
    const int count = backtrace(frames, most);
    call_site out;
    Dl_info own, here;
    if (!dladdr(reinterpret_cast<void*>(&current_call), &own)) return out;
    for (int k = 0; k < count; ++k) {
        // A return address may already belong to the next function. The call lies before the address.
        char* const at = static_cast<char*>(frames[k]) - 1;
        if (!dladdr(at, &here)) return out;
        if (here.dli_fbase == own.dli_fbase) {
            if (here.dli_sname) out.call = here.dli_sname;
            continue;
        }
        out.place = place_of_code(launched_at ? launched_at : at);
        break;
    }
    return out;
}

launch_site::launch_site(const void* address)
    : outer_(launched_at)
{
    if (address) launched_at = address;
}

launch_site::~launch_site() { launched_at = outer_; }

} // namespace cuda_emulator
