// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of the host's pages: 4 KiB on x86-64; 4, 16 or 64 KiB on aarch64, as the system's kernel was configured.
#pragma once

#include <cstddef>
#include <unistd.h>

namespace cuda_emulator {

inline std::size_t page_bytes()
{
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

//! Tests whether all pages of the range can be read, and written if `writes`. True if the system does not tell.
bool can_access_pages(const void* begin, std::size_t bytes, bool writes);

} // namespace cuda_emulator
