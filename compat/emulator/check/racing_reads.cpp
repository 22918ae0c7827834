// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/racing_reads.h"

#include <cstring>

namespace cuda_emulator {

namespace {

std::uint32_t value_at(std::uint64_t address, std::uint32_t bytes)
{
    std::uint32_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return value;
}

void put(std::uint64_t address, std::uint32_t bytes, std::uint32_t value)
{
    std::memcpy(reinterpret_cast<void*>(address), &value, bytes);
}

} // namespace

void racing_reads::begin_access()
{
    end_access();
    has_chosen_ = false;
}

void racing_reads::end_access()
{
    // The last first: an address may be there twice.
    for (auto o = shown_.rbegin(); o != shown_.rend(); ++o)
        if (value_at(o->address, o->bytes) == o->shown) put(o->address, o->bytes, o->present);
    shown_.clear();
}

void racing_reads::note_write(std::uint64_t address, std::uint32_t bytes)
{
    if (!sees_old_) return;
    // Another lane of the same atomic: memory has the old value.
    for (const shown_value& s : shown_)
        if (s.address == address) return;
    before_[address] = value_at(address, bytes);
}

void racing_reads::note_race(std::uint64_t address, std::uint32_t bytes)
{
    if (!sees_old_) return;
    const auto old = before_.find(address);
    if (old == before_.end()) return;
    if (!has_chosen_) is_chosen_ = sees_old_();
    has_chosen_ = true;
    if (!is_chosen_) return;
    shown_.push_back({address, bytes, value_at(address, bytes), old->second});
    put(address, bytes, old->second);
}

void racing_reads::note_racing_atomic(std::uint64_t address, std::uint32_t bytes)
{
    if (!sees_old_) return;
    const std::uint32_t present = value_at(address, bytes);
    note_race(address, bytes);
    before_[address] = present;
}

} // namespace cuda_emulator
