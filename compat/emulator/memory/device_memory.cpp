// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/device_memory.h"

#include "memory/page.h"
#include "settings/more_options.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <sys/mman.h>

namespace cuda_emulator {

namespace {
// The preferred address of the range. With a fixed address, findings name the same addresses in each run.
void* const wanted = reinterpret_cast<void*>(std::uintptr_t{0x3000} << 32);

// The bytes that the device's memory loses by an allocation. Pinned memory is the host's, and managed memory may be
// larger than the device's.
std::size_t charge_of(allocation_kind kind, std::size_t size)
{
    return kind == allocation_kind::host || kind == allocation_kind::managed ? 0 : size;
}
} // namespace

device_memory& device_memory::instance()
{
    // The object is never destroyed, because programs free memory in destructors of their own statics.
    static auto* memory = new device_memory;
    return *memory;
}

device_memory::device_memory()
{
    for (reserved_ = std::size_t{4} << 40; reserved_ >= std::size_t{1} << 30; reserved_ /= 2) {
        void* p = mmap(wanted, reserved_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED) {
            base_ = static_cast<char*>(p);
            // Without large pages each small page costs a fault. Where the system has none, the call fails without
            // harm.
            madvise(p, reserved_, MADV_HUGEPAGE);
            if (memory_options::from_environment().uninitialised_global)
                written_.begin(reinterpret_cast<std::uintptr_t>(base_), reserved_);
            return;
        }
    }
    reserved_ = 0;
}

void* device_memory::allocate(std::size_t size, allocation_kind kind, unsigned flags, std::size_t alignment,
                              std::string name)
{
    std::unique_lock lock(mutex_);
    if (size > reserved_ || charge_of(kind, size) > total_ - used_) {
        last_refused_ = size;
        return nullptr;
    }
    // Managed memory gets its own pages, because pages can be protected.
    const bool has_pages = kind == allocation_kind::managed;
    if (has_pages) alignment = std::max(alignment, page_bytes());
    std::size_t start = (next_ + alignment - 1) / alignment * alignment;
    if (start + size + gap > reserved_) {
        // The range has been used up once: search for the first freed piece that is large enough.
        for (auto i = table_.begin(); i != table_.end(); ++i) {
            if (i->second.live || i->second.registered || i->second.size < size || i->first % alignment != 0) continue;
            i->second = {i->first, size, kind, true, false, flags, std::move(name)};
            used_ += charge_of(kind, size);
            ++generation_;
            return reinterpret_cast<void*>(i->first);
        }
        return nullptr;
    }
    next_ = start + size + gap;
    if (has_pages) next_ = (next_ + page_bytes() - 1) / page_bytes() * page_bytes();
    const auto address = reinterpret_cast<std::uintptr_t>(base_ + start);
    table_[address] = {address, size, kind, true, false, flags, std::move(name)};
    used_ += charge_of(kind, size);
    ++generation_;
    return base_ + start;
}

bool device_memory::free(void* address, bool host)
{
    std::unique_lock lock(mutex_);
    auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i == table_.end() || !i->second.live || i->second.registered) return false;
    if ((i->second.kind == allocation_kind::host) != host) return false;
    if (i->second.kind == allocation_kind::variable || i->second.kind == allocation_kind::constant ||
        i->second.kind == allocation_kind::heap)
        return false;
    release(i->second);
    return true;
}

namespace {
// The bytes of a piece of the heap: whole alignments, and a header.
std::size_t heap_bytes(std::size_t size)
{
    constexpr std::size_t alignment = 16, header = 16;
    return (size + alignment - 1) / alignment * alignment + header;
}
} // namespace

void* device_memory::allocate_in_heap(std::size_t size)
{
    {
        std::unique_lock lock(mutex_);
        if (size > heap_limit_ || heap_bytes(size) > heap_limit_ - heap_used_) return nullptr;
        heap_used_ += heap_bytes(size);
    }
    void* const p = allocate(size, allocation_kind::heap, 0, 16);
    if (p) return p;
    std::unique_lock lock(mutex_);
    heap_used_ -= heap_bytes(size);
    return nullptr;
}

bool device_memory::free_in_heap(void* address)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i == table_.end() || !i->second.live || i->second.kind != allocation_kind::heap) return false;
    heap_used_ -= heap_bytes(i->second.size);
    release(i->second);
    return true;
}

bool device_memory::set_heap_limit(std::size_t bytes)
{
    std::unique_lock lock(mutex_);
    if (heap_begun_) return false;
    heap_limit_ = bytes;
    return true;
}

void* device_memory::reserve(std::size_t size)
{
    void* p = allocate(size, allocation_kind::device);
    if (!p) return nullptr;
    {
        std::unique_lock lock(mutex_);
        table_.find(reinterpret_cast<std::uintptr_t>(p))->second.reserved = true;
    }
    free(p, false);
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
    used_ -= charge_of(a.kind, a.size);
    ++generation_;
    forget_writes(a);
    give_back(a);
    freed_.push_back(a.address);
    forget_oldest();
}

// A program that allocates and frees in a loop would fill the table. A freed large allocation also occupies addresses
// that will be needed again. So the oldest are forgotten.
void device_memory::forget_oldest()
{
    constexpr std::size_t most = 1 << 16, large = 1 << 20;
    for (; freed_.size() > most; freed_.pop_front()) {
        const auto i = table_.find(freed_.front());
        if (i == table_.end() || i->second.live || i->second.reserved || i->second.size >= large) continue;
        table_.erase(i);
    }
}

// Returns whole pages of the memory and of its cells. The first and the last page may be shared with neighbours, and
// are returned with the last of them.
void device_memory::give_back(const allocation& a)
{
    const std::uintptr_t page = page_bytes(), most = page * written_bytes::bytes_of_cell;
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    std::uintptr_t low = std::max(a.address / most * most, base);
    std::uintptr_t high = std::min((a.address + a.size + most - 1) / most * most, base + reserved_);
    const auto at = table_.find(a.address);
    for (auto i = at; i != table_.begin();) {
        const allocation& before = (--i)->second;
        const std::uintptr_t end = before.address + before.size;
        if (before.live) low = std::max(low, end);
        if (before.live || end <= low) break;
    }
    for (auto i = std::next(at); i != table_.end() && i->first < high; ++i)
        if (i->second.live) high = i->first;
    const std::uintptr_t first = (low + page - 1) / page * page, last = high / page * page;
    if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    if (written_) written_.give_back(low, high);
}

bool device_memory::register_host(void* address, std::size_t size, unsigned flags, bool read_only)
{
    std::unique_lock lock(mutex_);
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    auto after = table_.lower_bound(at);
    if (after != table_.end() && after->first - at < size && after->second.live) return false;
    if (after != table_.begin()) {
        auto before = std::prev(after);
        if (before->second.live && before->first + before->second.size > at) return false;
    }
    table_[at] = {at, size, allocation_kind::host, true, true, flags, {}};
    table_[at].read_only = read_only;
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

void device_memory::forget_writes(allocation& a)
{
    if (!a.tracked && !(a.kind == allocation_kind::managed && a.first_writer)) return;
    written_.clear(a.address, a.size);
    a.filled = false;
    a.by_data = false;
    a.widest_store = 0;
    a.first_writer = 0;
}

void device_memory::track(void* address)
{
    if (!written_) return;
    std::unique_lock lock(mutex_);
    const auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i != table_.end()) i->second.tracked = true;
}

// Gives null if the writes to the allocation are not tracked, or do not matter.
const allocation* device_memory::tracked_at(const void* p) const
{
    if (!written_ || !holds(p)) return nullptr;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    auto i = table_.upper_bound(at);
    if (i == table_.begin()) return nullptr;
    const allocation& a = std::prev(i)->second;
    return a.tracked && a.live && at - a.address < a.size ? &a : nullptr;
}

allocation* device_memory::tracked_at(const void* p)
{
    return const_cast<allocation*>(std::as_const(*this).tracked_at(p));
}

bool device_memory::each_unwritten(const void* at, std::size_t bytes, allocation& owner,
                                   const std::function<void(std::uintptr_t, std::size_t)>& act) const
{
    std::shared_lock lock(mutex_);
    const allocation* const a = tracked_at(at);
    if (!a || a->filled) return false;
    owner = *a;
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    written_.each_unwritten(address, std::min(bytes, a->address + a->size - address), act);
    return true;
}

void device_memory::set_rows(void* address, std::size_t width, std::size_t pitch)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(reinterpret_cast<std::uintptr_t>(address));
    if (i == table_.end()) return;
    i->second.row_width = width;
    i->second.row_pitch = pitch;
}

void device_memory::set_synchronous(std::uintptr_t address, bool is_synchronous)
{
    std::unique_lock lock(mutex_);
    const auto i = table_.find(address);
    if (i != table_.end()) i->second.synchronous = is_synchronous;
}

void device_memory::wrote(const void* at, std::size_t bytes)
{
    if (!written_ || !holds(at)) return;
    std::unique_lock lock(mutex_);
    allocation* const a = tracked_at(at);
    if (!a) return;
    a->first_writer = 1;
    if (a->filled) return;
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    if (address == a->address && bytes >= a->size) {
        a->filled = true;
    } else {
        written_.write(address, bytes);
    }
}

void device_memory::copied(const void* to, const void* from, std::size_t bytes)
{
    if (!written_ || !holds(to)) return;
    {
        std::unique_lock lock(mutex_);
        const allocation* const source = tracked_at(from);
        allocation* const a = tracked_at(to);
        if (a && source && !source->filled) {
            if (a->filled) {
                a->filled = false;
                written_.write(a->address, a->size);
            }
            if (source->first_writer && !a->first_writer) a->first_writer = 1;
            a->by_data |= source->by_data;
            a->widest_store = std::max(a->widest_store, source->widest_store);
            written_.copy(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), bytes);
            return;
        }
    }
    wrote(to, bytes);
}

void device_memory::mapped(std::uintptr_t at, std::size_t bytes, bool fresh)
{
    if (!written_) return;
    std::unique_lock lock(mutex_);
    if (fresh) {
        written_.clear(at, bytes);
    } else {
        written_.write(at, bytes);
    }
}

void device_memory::take_back(std::uintptr_t at, std::size_t bytes)
{
    std::unique_lock lock(mutex_);
    const allocation* const a = tracked_at(reinterpret_cast<const void*>(at));
    if (!a || a->filled) return;
    for (std::size_t k = 0; k < bytes; ++k)
        written_.take_back(at + k);
}

bool device_memory::find_live(std::uintptr_t address, std::size_t bytes, found& out) const
{
    std::shared_lock lock(mutex_);
    auto i = table_.upper_bound(address);
    if (i == table_.begin()) return false;
    const allocation& a = std::prev(i)->second;
    if (!a.live || address - a.address >= a.size || address + bytes > a.address + a.size) return false;
    out = {a.address,           a.address + a.size, a.kind,         cells_of(a),
           a.first_writer != 0, a.by_data,          a.widest_store, a.read_only || a.kind == allocation_kind::constant};
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
            if (a.live) used_ -= charge_of(a.kind, a.size);
            a.live = false;
            forget_writes(a);
            freed_.push_back(a.address);
            ++i;
        }
    }
    heap_limit_ = default_heap_limit;
    heap_used_ = 0;
    heap_begun_ = false;
    ++generation_;
}

} // namespace cuda_emulator
