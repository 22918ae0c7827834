// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/device_size.h"

#include "settings/environment.h"

namespace cuda_emulator {

int multiprocessor_count()
{
    static const int count = whole_number_in("CUDA_EMULATOR_MULTIPROCESSORS", 4, 1, 1024);
    return count;
}

std::size_t memory_size()
{
    // Addresses of freed memory are not used again at once, so the range of 4 TiB must be larger.
    constexpr int usual_mib = 16 << 10, most_mib = 512 << 10;
    static const int mib = whole_number_in("CUDA_EMULATOR_MEMORY", usual_mib, 1, most_mib);
    return static_cast<std::size_t>(mib) << 20;
}

} // namespace cuda_emulator
