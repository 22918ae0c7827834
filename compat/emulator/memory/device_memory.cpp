// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/device_memory.h"

#include <mutex>
#include <sys/mman.h>

namespace cuda_emulator {

namespace {
constexpr std::size_t page = 4096;
constexpr std::size_t gap = 512;
// Where it lies when nothing else is there: findings name the same addresses in each run.
void* const wanted = reinterpret_cast<void*>(std::uintptr_t{0x3000} << 32);
} // namespace

device_memory& device_memory::instance()
{
    // Never destroyed: programs free memory from destructors of their own statics.
    static auto* memory = new device_memory;
    return *memory;
}

device_memory::device_memory()
{
    for (reserved_ = std::size_t{1} << 40; reserved_ >= std::size_t{1} << 30; reserved_ /= 2) {
        void* p = mmap(wanted, reserved_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED) {
            base_ = static_cast<char*>(p);
            return;
        }
    }
    reserved_ = 0;
}

void* device_memory::allocate(std::size_t size, allocation_kind kind, unsigned flags, std::size_t alignment,
                              std::string name)
{
    std::unique_lock lock(mutex_);
    if (size > total_ - used_) return nullptr;
    std::size_t start = (next_ + alignment - 1) / alignment * alignment;
    if (start + size + gap > reserved_) {
        // The range has been used up once: take the first freed piece that is large enough.
        for (auto i = table_.begin(); i != table_.end(); ++i) {
            if (i->second.live || i->second.registered || i->second.size < size || i->first % alignment != 0) continue;
            i->second = {i->first, size, kind, true, false, flags, std::move(name)};
            used_ += size;
            ++generation_;
            return reinterpret_cast<void*>(i->first);
        }
        return nullptr;
    }
    next_ = start + size + gap;
    const auto address = reinterpret_cast<std::uintptr_t>(base_ + start);
    table_[address] = {address, size, kind, true, false, flags, std::move(name)};
    used_ += size;
    ++generation_;
    return base_ + start;
}

bool device_memory::free(void* address, bool host)
{
    std::unique_lock lock(mutex_);
    auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i == table_.end() || !i->second.live || i->second.registered) return false;
    if ((i->second.kind == allocation_kind::host) != host) return false;
    if (i->second.kind == allocation_kind::variable || i->second.kind == allocation_kind::constant) return false;
    release(i->second);
    return true;
}

void* device_memory::reserve(std::size_t size)
{
    void* p = allocate(size, allocation_kind::device);
    if (p) free(p, false);
    return p;
}

bool device_memory::revive(void* address)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i == table_.end() || i->second.live || i->second.size > total_ - used_) return false;
    i->second.live = true;
    used_ += i->second.size;
    ++generation_;
    return true;
}

std::uintptr_t device_memory::reserve_range(std::size_t size, std::size_t alignment)
{
    std::unique_lock lock(mutex_);
    const auto first = reinterpret_cast<std::uintptr_t>(base_) + next_;
    const std::uintptr_t start = (first + alignment - 1) / alignment * alignment;
    const std::size_t end = start - reinterpret_cast<std::uintptr_t>(base_) + size + gap;
    if (end > reserved_) return 0;
    next_ = end;
    return start;
}

void device_memory::set_range(std::uintptr_t base, std::size_t size,
                              const std::vector<std::pair<std::uintptr_t, std::size_t>>& pieces)
{
    std::unique_lock lock(mutex_);
    table_.erase(table_.lower_bound(base), table_.lower_bound(base + size));
    for (const auto& [at, bytes] : pieces)
        table_[at] = {at, bytes, allocation_kind::device, true, true, 0, {}};
    ++generation_;
}

bool device_memory::charge(std::size_t size)
{
    std::unique_lock lock(mutex_);
    if (size > total_ - used_) return false;
    used_ += size;
    return true;
}

void device_memory::refund(std::size_t size)
{
    std::unique_lock lock(mutex_);
    used_ -= size;
}

bool device_memory::is_live(void* address) const
{
    std::shared_lock lock(mutex_);
    const auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    return i != table_.end() && i->second.live;
}

void device_memory::free_variable(void* address)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i != table_.end() && i->second.live) release(i->second);
}

void device_memory::release(allocation& a)
{
    a.live = false;
    used_ -= a.size;
    ++generation_;
    // Give whole pages back; the first and last may be shared with neighbours.
    const std::uintptr_t first = (a.address + page - 1) / page * page;
    const std::uintptr_t last = (a.address + a.size) / page * page;
    if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

bool device_memory::register_host(void* address, std::size_t size, unsigned flags)
{
    std::unique_lock lock(mutex_);
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    auto after = table_.lower_bound(at);
    if (after != table_.end() && after->first < at + size && after->second.live) return false;
    if (after != table_.begin()) {
        auto before = std::prev(after);
        if (before->second.live && before->first + before->second.size > at) return false;
    }
    table_[at] = {at, size, allocation_kind::host, true, true, flags, {}};
    ++generation_;
    return true;
}

bool device_memory::unregister_host(void* address)
{
    std::unique_lock lock(mutex_);
    auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i == table_.end() || !i->second.registered) return false;
    table_.erase(i);
    ++generation_;
    return true;
}

bool device_memory::find(std::uintptr_t address, allocation& out, bool& inside) const
{
    std::shared_lock lock(mutex_);
    auto i = table_.upper_bound(address);
    if (i == table_.begin()) return false;
    --i;
    out = i->second;
    inside = address - i->first < i->second.size;
    return true;
}

bool device_memory::find_live(std::uintptr_t address, std::size_t bytes, found& out) const
{
    std::shared_lock lock(mutex_);
    auto i = table_.upper_bound(address);
    if (i == table_.begin()) return false;
    const allocation& a = std::prev(i)->second;
    if (!a.live || address - a.address >= a.size || address + bytes > a.address + a.size) return false;
    out = {a.address, a.address + a.size, a.kind};
    return true;
}

void device_memory::reset()
{
    std::unique_lock lock(mutex_);
    for (auto i = table_.begin(); i != table_.end();) {
        allocation& a = i->second;
        if (a.kind == allocation_kind::variable || a.kind == allocation_kind::constant) {
            ++i;
        } else if (a.registered) {
            i = table_.erase(i);
        } else {
            if (a.live) used_ -= a.size;
            a.live = false;
            ++i;
        }
    }
    ++generation_;
}

} // namespace cuda_emulator
