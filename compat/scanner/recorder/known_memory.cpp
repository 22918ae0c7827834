// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "known_memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace cuda_recorder {

bool known_allocation::is_on_device() const { return std::strcmp(kind, "host") != 0; }

known_allocation& known_memory::add(known_allocation a)
{
    a.number = next_++;
    auto& slot = all_[reinterpret_cast<std::uintptr_t>(a.address)];
    slot = std::make_shared<known_allocation>(std::move(a));
    return *slot;
}

void known_memory::remove(const void* address) { all_.erase(reinterpret_cast<std::uintptr_t>(address)); }

// Variables stay.
void known_memory::clear()
{
    for (auto a = all_.begin(); a != all_.end();)
        a = a->second->is_variable() ? std::next(a) : all_.erase(a);
}

std::vector<std::shared_ptr<known_allocation>> known_memory::all() const
{
    std::vector<std::shared_ptr<known_allocation>> out;
    for (const auto& [address, a] : all_)
        out.push_back(a);
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a->number < b->number; });
    return out;
}

std::shared_ptr<known_allocation> known_memory::at(const void* p) const
{
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    const auto next = all_.upper_bound(address);
    if (!p || next == all_.begin()) return nullptr;
    const auto& [first, a] = *std::prev(next);
    return address == first || address - first < a->extent ? a : nullptr;
}

} // namespace cuda_recorder
