// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/call_site.h"

#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <execinfo.h>

namespace cuda_emulator {

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
        char offset[32];
        std::snprintf(offset, sizeof offset, "+0x%llx",
                      static_cast<unsigned long long>(at - static_cast<char*>(here.dli_fbase)));
        out.place = std::string(here.dli_fname ? here.dli_fname : "?") + offset;
        break;
    }
    return out;
}

} // namespace cuda_emulator
