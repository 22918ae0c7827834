// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/page.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace cuda_emulator {

bool can_access_pages(const void* begin, std::size_t bytes, bool writes)
{
    const std::unique_ptr<FILE, int (*)(FILE*)> maps(std::fopen("/proc/self/maps", "re"), &std::fclose);
    if (!maps) return true;
    auto next = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t end = next + bytes;
    char line[512];
    bool is_start = true;
    // The lines are in the order of the addresses. A long line arrives in several parts.
    while (next < end && std::fgets(line, sizeof line, maps.get())) {
        unsigned long low = 0, high = 0;
        char may[5] = "";
        const bool is_mapping = is_start && std::sscanf(line, "%lx-%lx %4s", &low, &high, may) == 3;
        is_start = line[std::char_traits<char>::length(line) - 1] == '\n';
        if (!is_mapping || high <= next) continue;
        if (low > next || may[0] != 'r' || (writes && may[1] != 'w')) return false;
        next = high;
    }
    return next >= end;
}

} // namespace cuda_emulator
