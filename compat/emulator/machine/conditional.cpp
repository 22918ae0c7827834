// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/conditional.h"

#include <mutex>
#include <vector>

namespace cuda_emulator {

namespace {
std::mutex values_mutex;
std::vector<unsigned> values; // of handle 1, 2, …
} // namespace

std::uint64_t new_conditional()
{
    std::lock_guard lock(values_mutex);
    values.push_back(0);
    return values.size();
}

bool set_conditional(std::uint64_t handle, unsigned value)
{
    std::lock_guard lock(values_mutex);
    if (handle == 0 || handle > values.size()) return false;
    values[handle - 1] = value;
    return true;
}

bool get_conditional(std::uint64_t handle, unsigned& value)
{
    std::lock_guard lock(values_mutex);
    if (handle == 0 || handle > values.size()) return false;
    value = values[handle - 1];
    return true;
}

} // namespace cuda_emulator
