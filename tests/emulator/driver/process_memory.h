// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that the process uses.
#pragma once

#include <cstddef>
#include <dlfcn.h>
#include <fstream>
#include <unistd.h>

struct process_memory {
    std::ptrdiff_t reserved = 0, resident = 0; //!< MB

    static process_memory now()
    {
        process_memory m;
        std::ifstream("/proc/self/statm") >> m.reserved >> m.resident;
        const std::ptrdiff_t pages = (1 << 20) / sysconf(_SC_PAGESIZE);
        return {m.reserved / pages, m.resident / pages};
    }
    //! A sanitizer keeps freed memory and records of it, so the measurement would have no meaning.
    static bool is_known() { return !dlsym(RTLD_DEFAULT, "__asan_init") && !dlsym(RTLD_DEFAULT, "__tsan_init"); }
};
