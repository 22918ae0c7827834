// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notes the stores of kernels.
//
// Stores to managed memory matter for the host's accesses (runtime/managed_watch.h). They use the same cells as other
// stores, and nothing else reads these cells. Only the beginning of each allocation is examined, because this happens
// after each launch.
#include "memory/device_memory.h"
#include "memory/page.h"

#include <algorithm>
#include <iterator>
#include <mutex>

namespace cuda_emulator {

namespace {

constexpr std::size_t watched_bytes = std::size_t{1} << 20;

// Tests whether all of these bytes, which begin at a cell, are written.
bool are_written(const cell* c, std::size_t bytes)
{
    const auto is_whole = [](cell x) { return (x & whole_cell) == whole_cell; };
    const std::size_t count = bytes / written_bytes::bytes_of_cell;
    if (!std::all_of(c, c + count, is_whole)) return false;
    const cell rest = bits_in_cell(0, bytes % written_bytes::bytes_of_cell);
    return (c[count] & rest) == rest;
}

} // namespace

void device_memory::note_writer(std::uintptr_t address, std::uint64_t launch)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(address);
    if (i == table_.end() || i->second.first_writer) return;
    i->second.first_writer = launch + 1;
    if (i->second.kind != allocation_kind::managed) return;
    written_by_kernels_.push_back(address);
    managed_was_stored_ = true;
}

void device_memory::note_store(std::uintptr_t address, std::uint8_t element, bool by_data)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(address);
    if (i == table_.end()) return;
    i->second.by_data |= by_data;
    i->second.widest_store = std::max(i->second.widest_store, element);
}

cell* device_memory::cells_of_managed() const { return written_ ? written_.cells() : nullptr; }

void device_memory::each_page_that_kernels_wrote(const std::function<void(std::uintptr_t, std::uintptr_t)>& act) const
{
    std::shared_lock lock(mutex_);
    const std::size_t page = page_bytes();
    for (const std::uintptr_t address : written_by_kernels_) {
        const auto i = table_.find(address);
        if (i == table_.end()) continue;
        const allocation& a = i->second;
        if (a.kind != allocation_kind::managed || !a.live || !a.first_writer || a.address % page) continue;
        const auto next = std::next(i);
        std::uintptr_t begin = 0, end = 0; // of the current range
        const std::uintptr_t last = a.address + std::min(a.size, watched_bytes);
        for (std::uintptr_t at = a.address; at < last; at += page) {
            const std::size_t bytes = std::min(page, a.address + a.size - at);
            const bool is_alone = next == table_.end() || next->first >= at + page;
            const bool is_whole = is_alone && are_written(written_.cells() + at / written_bytes::bytes_of_cell, bytes);
            if (is_whole && end == at) {
                end += page;
            } else if (is_whole) {
                if (end) act(begin, end);
                begin = at;
                end = at + page;
            }
        }
        if (end) act(begin, end);
    }
}

void device_memory::forget_kernel_writes()
{
    std::unique_lock lock(mutex_);
    for (const std::uintptr_t address : written_by_kernels_)
        if (const auto i = table_.find(address); i != table_.end() && i->second.kind == allocation_kind::managed) {
            written_.clear(address, i->second.size);
            i->second.first_writer = 0;
        }
    written_by_kernels_.clear();
    managed_was_stored_ = host_was_stored_ = false;
}

} // namespace cuda_emulator
