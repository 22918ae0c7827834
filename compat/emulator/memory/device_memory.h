// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory: pointers are real addresses of a reserved range, and a table says what they belong to.
#pragma once

#include "memory/written_bytes.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

namespace cuda_emulator {

enum class allocation_kind : std::uint8_t { device, managed, host, variable, constant, array, heap };

struct allocation {
    std::uintptr_t address = 0;
    std::size_t size = 0;
    allocation_kind kind = allocation_kind::device;
    bool live = true;
    bool registered = false; //!< host memory of the program itself, or memory that it mapped
    unsigned flags = 0;
    std::string name;     //!< of a variable
    bool tracked = false; //!< what is written of it is known: cudaMalloc's memory, when that is checked
    bool filled = false;  //!< … and all of it was, by one call: its cells say nothing
    //! Who wrote to it first: 0 nobody, 1 a call of the host, n + 1 launch n.
    std::uint64_t first_writer = 0;
    std::uint8_t widest_store = 0; //!< bytes of the largest element that a kernel stored to it
    bool by_data = false;          //!< a kernel chose by data where, or whether, to write to it
    //! Of rows, bytes that are used and from one to the next; 0: it has no rows.
    std::size_t row_width = 0, row_pitch = 0;
    bool reserved = false; //!< the address is kept for who asked for it with reserve()
};

//! The allocation table. Allocations are parted by a gap and freed ones are not used again while there is room, so
//! that an access a little outside, or after cudaFree, is found. What was freed very long ago is forgotten.
class device_memory {
public:
    static device_memory& instance();

    //! Null when the device has not that much memory left.
    void* allocate(std::size_t size, allocation_kind, unsigned flags = 0, std::size_t alignment = 512,
                   std::string name = {});
    //! False when the address is not the start of a live allocation of one of these kinds.
    bool free(void* address, bool host);
    //! An address for memory that is not there yet; null when there is no room.
    void* reserve(std::size_t size);
    //! Makes memory of a reserved address, or of one that was freed since. False when it is live or too large now.
    bool revive(void* address);
    //! Whether an allocation that is live begins here.
    bool is_live(void* address) const;
    //! Addresses alone, for a program that maps memory into them itself; 0 when there is no room.
    std::uintptr_t reserve_range(std::size_t size, std::size_t alignment);
    //! What of such a range can be accessed: address and size of each piece. What is written of it stays known.
    void set_range(std::uintptr_t base, std::size_t size,
                   const std::vector<std::pair<std::uintptr_t, std::size_t>>& pieces);
    //! Memory that lies at none of the table's addresses. False when the device has not that much left.
    bool charge(std::size_t size);
    void refund(std::size_t size);
    //! Of a module that is unloaded.
    void free_variable(void* address);
    //! False when part of the range is registered already.
    bool register_host(void* address, std::size_t size, unsigned flags);
    bool unregister_host(void* address);

    //! Whether the address is one of the device's, in an allocation or not.
    bool is_reserved(const void* p) const { return holds(p); }

    // --- malloc() and free() of kernels
    //! Null beyond the heap's limit. Each piece has a header, as those of a GPU's heap have.
    void* allocate_in_heap(std::size_t size);
    //! False when the heap gave no such piece.
    bool free_in_heap(void* address);
    std::size_t heap_limit() const { return heap_limit_; }
    //! False once a kernel that may use the heap has been launched.
    bool set_heap_limit(std::size_t);
    //! A kernel that may use the heap is launched.
    void begin_heap() { heap_begun_ = true; }

    //! The allocation that holds the address, or the last one before it (then `inside` is false).
    bool find(std::uintptr_t address, allocation& out, bool& inside) const;

    //! The same for an access that may succeed: whether all of the bytes are in one live allocation, and in which.
    struct found {
        std::uintptr_t low, high;
        allocation_kind kind;
        cell* cells;     //!< as of cells_of()
        bool has_writer; //!< note_writer() has nothing to do
        bool by_data;    //!< nor has note_store(), but for elements wider than these
        std::uint8_t widest_store;
    };
    bool find_live(std::uintptr_t address, std::size_t bytes, found& out) const;

    // --- what is written, see written_bytes. Nothing of it costs anything unless that is checked.
    //! From here on it is known what of this allocation is written.
    void track(void* address);
    //! A call of the host has written these bytes.
    void wrote(const void* at, std::size_t bytes);
    //! … has copied them from there.
    void copied(const void* to, const void* from, std::size_t bytes);
    //! Addresses of a range of reserve_range() get new memory, of which nothing is written, or such as may hold
    //! anything.
    void mapped(std::uintptr_t at, std::size_t bytes, bool fresh);
    //! A launch begins to write to the allocation that begins here.
    void note_writer(std::uintptr_t address, std::uint64_t launch);
    //! … and stores elements of so many bytes; `by_data`: it chooses by data where, or whether.
    void note_store(std::uintptr_t address, std::uint8_t element, bool by_data);
    // --- what kernels write to managed memory, see runtime/managed_watch.h
    //! Cells of managed memory, for stores alone: loads of it are not checked. Null where nothing is tracked.
    cell* cells_of_managed() const;
    //! Calls act(begin, end) for each stretch of pages that kernels wrote as a whole.
    void each_page_that_kernels_wrote(const std::function<void(std::uintptr_t, std::uintptr_t)>& act) const;
    void forget_kernel_writes();
    //! A kernel stores to memory of the host, which the host may poll.
    void note_store_to_host() { host_was_stored_ = true; }
    bool host_memory_was_stored() const { return host_was_stored_; }
    bool managed_memory_was_stored() const { return managed_was_stored_; }

    //! The allocation that begins here has rows, and nothing between them is wanted.
    void set_rows(void* address, std::size_t width, std::size_t pitch);
    //! Calls act(address, bytes) for each stretch of these bytes that nothing has written. False where that is not
    //! known; `owner` is the allocation.
    bool each_unwritten(const void* at, std::size_t bytes, allocation& owner,
                        const std::function<void(std::uintptr_t, std::size_t)>& act) const;
    //! A kernel has copied unwritten bytes to these: they are unwritten, too.
    void take_back(std::uintptr_t at, std::size_t bytes);
    //! The cells of an allocation, null where they say nothing.
    cell* cells_of(const allocation& a) const { return a.tracked && !a.filled ? written_.cells() : nullptr; }

    //! Frees everything but variables: cudaDeviceReset.
    void reset();

    std::size_t total() const { return total_; }
    std::size_t used() const { return used_; }
    //! Grows with every change of the table: what was looked up before may be stale.
    std::uint64_t generation() const { return generation_; }

private:
    static constexpr std::size_t default_heap_limit = std::size_t{8} << 20;
    device_memory();
    void release(allocation&);
    void give_back(const allocation&);
    void forget_oldest();
    void forget_writes(allocation&);
    bool holds(const void* p) const
    {
        return static_cast<std::size_t>(static_cast<const char*>(p) - base_) < reserved_;
    }
    allocation* tracked_at(const void*);
    const allocation* tracked_at(const void*) const;
    mutable std::shared_mutex mutex_;
    std::map<std::uintptr_t, allocation> table_;
    std::deque<std::uintptr_t> freed_; //!< in the order of their ends; some may be live again
    char* base_ = nullptr;
    std::size_t reserved_ = 0;
    std::size_t next_ = 0;
    std::size_t total_ = std::size_t{16} << 30;
    std::size_t used_ = 0;
    std::size_t heap_limit_ = default_heap_limit, heap_used_ = 0;
    bool heap_begun_ = false;
    std::atomic<std::uint64_t> generation_{1};
    std::atomic<bool> host_was_stored_{false}, managed_was_stored_{false};
    std::vector<std::uintptr_t> written_by_kernels_; //!< managed memory
    written_bytes written_;
};

} // namespace cuda_emulator
