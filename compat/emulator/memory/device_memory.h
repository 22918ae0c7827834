// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory: pointers are real addresses of a reserved range, and a table says what they belong to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
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
    std::string name; //!< of a variable
};

//! The allocation table. Allocations are parted by a gap and freed ones are not used again while there is room, so
//! that an access a little outside, or after cudaFree, is found.
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
    //! What of such a range can be accessed: address and size of each piece.
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

    //! The allocation that holds the address, or the last one before it (then `inside` is false).
    bool find(std::uintptr_t address, allocation& out, bool& inside) const;

    //! The same for an access that may succeed: whether all of the bytes are in one live allocation, and in which.
    struct found {
        std::uintptr_t low, high;
        allocation_kind kind;
    };
    bool find_live(std::uintptr_t address, std::size_t bytes, found& out) const;

    //! Frees everything but variables: cudaDeviceReset.
    void reset();

    std::size_t total() const { return total_; }
    std::size_t used() const { return used_; }
    //! Grows with every change of the table: what was looked up before may be stale.
    std::uint64_t generation() const { return generation_; }

private:
    device_memory();
    void release(allocation&);
    mutable std::shared_mutex mutex_;
    std::map<std::uintptr_t, allocation> table_;
    char* base_ = nullptr;
    std::size_t reserved_ = 0;
    std::size_t next_ = 0;
    std::size_t total_ = std::size_t{16} << 30;
    std::size_t used_ = 0;
    std::atomic<std::uint64_t> generation_{1};
};

} // namespace cuda_emulator
