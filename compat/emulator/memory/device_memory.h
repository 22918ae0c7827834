// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory: pointers are real addresses of a reserved range, and a table describes the allocations in it.
#pragma once

#include "memory/written_bytes.h"
#include "settings/device_size.h"

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
    bool registered = false; //!< host memory of the program, or memory that the program mapped
    unsigned flags = 0;
    std::string name;     //!< the name of a variable
    bool tracked = false; //!< its written bytes are known: memory of cudaMalloc, if the check is on
    bool filled = false;  //!< one call wrote all of it, so its cells have no meaning
    //! The first writer: 0 none, 1 a call of the host, n + 1 launch n.
    std::uint64_t first_writer = 0;
    std::uint8_t widest_store = 0; //!< the bytes of the largest element that a kernel stored
    bool by_data = false;          //!< loaded data decided where, or whether, a kernel wrote
    //! The used bytes of a row, and the bytes from one row to the next; 0: it has no rows.
    std::size_t row_width = 0, row_pitch = 0;
    bool reserved = false;    //!< the address is kept for the caller of reserve()
    bool read_only = false;   //!< cuMemSetAccess or cudaHostRegister forbids kernels to write
    bool synchronous = false; //!< CU_POINTER_ATTRIBUTE_SYNC_MEMOPS is set
};

//! A part of a range of addresses that kernels may access.
struct accessible_piece {
    std::uintptr_t address = 0;
    std::size_t size = 0;
    bool read_only = false;
};

//! The allocation table. A gap separates allocations, and freed addresses are not used again while there is room. So an
//! access a little outside, or after cudaFree, is found. The oldest freed allocations are forgotten.
class device_memory {
public:
    static device_memory& instance();

    //! Gives null if the device does not have that much memory left.
    void* allocate(std::size_t size, allocation_kind, unsigned flags = 0, std::size_t alignment = 512,
                   std::string name = {});
    //! Gives false if the address is not the start of a live allocation of one of these kinds.
    bool free(void* address, bool host);
    //! Reserves an address for memory that comes later. Gives null if there is no room.
    void* reserve(std::size_t size);
    //! Allocates the memory at a reserved address, or at one that was freed since. Gives false if the address is live,
    //! or if the memory is too large now.
    bool revive(void* address);
    //! Tests whether a live allocation begins here.
    bool is_live(void* address) const;
    //! Reserves addresses for a program that maps memory into them itself, at `wish` if these are free. Gives 0 if
    //! there is no room.
    std::uintptr_t reserve_range(std::size_t size, std::size_t alignment, std::uintptr_t wish = 0);
    //! Returns such a range, which must have no pieces.
    void release_range(std::uintptr_t base, std::size_t size);
    //! Sets the accessible pieces of such a range. The written bytes remain known.
    void set_range(std::uintptr_t base, std::size_t size, const std::vector<accessible_piece>& pieces);
    //! Accounts for memory that has no address in the table. Gives false if the device does not have that much left.
    bool charge(std::size_t size);
    void refund(std::size_t size);
    //! Frees a variable of a module that is unloaded.
    void free_variable(void* address);
    //! Gives false if a part of the range is registered already.
    bool register_host(void* address, std::size_t size, unsigned flags, bool read_only = false);
    bool unregister_host(void* address);

    //! Tests whether the address is the device's, in an allocation or not.
    bool is_reserved(const void* p) const { return holds(p); }

    // --- malloc() and free() of kernels
    //! Gives null beyond the heap's limit. Each piece has a header, as on a GPU.
    void* allocate_in_heap(std::size_t size);
    //! Gives false if the address is no piece of the heap.
    bool free_in_heap(void* address);
    std::size_t heap_limit() const { return heap_limit_; }
    //! Gives false after the launch of a kernel that may use the heap.
    bool set_heap_limit(std::size_t);
    //! Notes the launch of a kernel that may use the heap.
    void begin_heap() { heap_begun_ = true; }

    //! Finds the allocation that holds the address (`inside`), or the last one before it.
    bool find(std::uintptr_t address, allocation& out, bool& inside) const;

    //! Finds the live allocation that holds all bytes of an access, for an access that may succeed.
    struct found {
        std::uintptr_t low, high;
        allocation_kind kind;
        cell* cells;     //!< as cells_of() gives them
        bool has_writer; //!< note_writer() would change nothing
        bool by_data;    //!< note_store() would change nothing, except for wider elements
        std::uint8_t widest_store;
        bool read_only; //!< constant memory, or memory that cuMemSetAccess protects
    };
    bool find_live(std::uintptr_t address, std::size_t bytes, found& out) const;

    // --- written bytes, see written_bytes. Without the check, these functions cost nothing.
    //! Begins to track which bytes of this allocation are written.
    void track(void* address);
    //! Notes that a call of the host wrote these bytes.
    void wrote(const void* at, std::size_t bytes);
    //! Notes that a call of the host copied these bytes from `from`.
    void copied(const void* to, const void* from, std::size_t bytes);
    //! Notes new memory in a range of reserve_range(). `fresh`: none of it is written; otherwise its content is
    //! unknown.
    void mapped(std::uintptr_t at, std::size_t bytes, bool fresh);
    //! Notes that a launch begins to write to the allocation at this address.
    void note_writer(std::uintptr_t address, std::uint64_t launch);
    //! Notes that a launch stores elements of this size. `by_data`: loaded data decides where, or whether.
    void note_store(std::uintptr_t address, std::uint8_t element, bool by_data);
    // --- writes of kernels to managed memory, see runtime/managed_watch.h
    //! Gives the cells of managed memory for stores. Loads of managed memory are not checked. Null without tracking.
    cell* cells_of_managed() const;
    //! Calls act(begin, end) for each run of pages that kernels wrote completely.
    void each_page_that_kernels_wrote(const std::function<void(std::uintptr_t, std::uintptr_t)>& act) const;
    void forget_kernel_writes();
    //! Notes that a kernel stores to memory of the host, which the host may poll.
    void note_store_to_host() { host_was_stored_ = true; }
    bool host_memory_was_stored() const { return host_was_stored_; }
    bool managed_memory_was_stored() const { return managed_was_stored_; }

    //! Keeps CU_POINTER_ATTRIBUTE_SYNC_MEMOPS of the allocation at this address.
    void set_synchronous(std::uintptr_t address, bool);
    //! Notes that the allocation at this address has rows, with gaps that no program needs.
    void set_rows(void* address, std::size_t width, std::size_t pitch);
    //! Calls act(address, bytes) for each unwritten range of these bytes, and gives the allocation as `owner`. Gives
    //! false if the written bytes are unknown.
    bool each_unwritten(const void* at, std::size_t bytes, allocation& owner,
                        const std::function<void(std::uintptr_t, std::size_t)>& act) const;
    //! Marks bytes as unwritten, because a kernel copied unwritten bytes to them.
    void take_back(std::uintptr_t at, std::size_t bytes);
    //! Gives the cells of an allocation, or null if they have no meaning.
    cell* cells_of(const allocation& a) const { return a.tracked && !a.filled ? written_.cells() : nullptr; }

    //! Frees everything except variables, for cudaDeviceReset.
    void reset();

    std::size_t total() const { return total_; }
    std::size_t used() const { return used_; }
    //! Gives the bytes of the last allocation that the device had no room for, or 0.
    std::size_t last_refused() const { return last_refused_; }
    //! Grows with each change of the table. An earlier lookup may then be stale.
    std::uint64_t generation() const { return generation_; }

private:
    static constexpr std::size_t gap = 512; //!< bytes between allocations
    static constexpr std::size_t default_heap_limit = std::size_t{8} << 20;
    device_memory();
    void cut(std::map<std::uintptr_t, std::size_t>::iterator range, std::uintptr_t at, std::size_t size);
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
    std::map<std::uintptr_t, std::size_t> free_ranges_; //!< returned by release_range(): address and bytes
    std::deque<std::uintptr_t> freed_;                  //!< in the order of their ends; some may be live again
    char* base_ = nullptr;
    std::size_t reserved_ = 0;
    std::size_t next_ = 0;
    const std::size_t total_ = memory_size();
    std::size_t used_ = 0;
    std::size_t heap_limit_ = default_heap_limit, heap_used_ = 0;
    bool heap_begun_ = false;
    std::atomic<std::uint64_t> generation_{1};
    std::atomic<std::size_t> last_refused_{0};
    std::atomic<bool> host_was_stored_{false}, managed_was_stored_{false};
    std::vector<std::uintptr_t> written_by_kernels_; //!< managed memory
    written_bytes written_;
};

} // namespace cuda_emulator
