// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tracks which bytes of device memory are written, in a shadow of the reserved range.
//
// A cell of one byte stands for four bytes: bit k means that byte k is written. Untouched memory costs no memory, in
// the range and in its shadow. Several threads may write neighbouring cells at once: a thread stores a whole cell, or
// adds a part of a cell atomically.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace cuda_emulator {

using cell = unsigned char;
constexpr cell whole_cell = 0x0f;
constexpr cell copied_cell = 0x10; //!< a kernel copied unwritten bytes to it

//! Gives the bits of the bytes in the cell of `address`, from `address` on.
constexpr cell bits_in_cell(std::uint64_t address, std::uint64_t bytes)
{
    const unsigned first = address & 3;
    return static_cast<cell>(((1u << (bytes < 4 - first ? bytes : 4 - first)) - 1) << first);
}

class written_bytes {
public:
    //! Begins the shadow of `size` bytes from `base` on. Gives false if there is no room for it.
    bool begin(std::uintptr_t base, std::size_t size);
    explicit operator bool() const { return storage_ != nullptr; }

    static constexpr std::uintptr_t bytes_of_cell = 4;
    //! The cell of an address is cells()[address / 4].
    cell* cells() const { return reinterpret_cast<cell*>(reinterpret_cast<std::uintptr_t>(storage_) - base_ / 4); }
    void write(std::uintptr_t at, std::size_t bytes);
    //! Marks bytes as unwritten, as new memory is.
    void clear(std::uintptr_t at, std::size_t bytes);
    //! Releases the shadow of freed bytes: whole pages of cells return to the system, and come back as unwritten.
    void give_back(std::uintptr_t low, std::uintptr_t high);
    //! Copies the state of the bytes at `from`, including unwritten bytes.
    void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);
    //! Calls act(address, bytes) for each unwritten range of these bytes.
    void each_unwritten(std::uintptr_t at, std::size_t bytes,
                        const std::function<void(std::uintptr_t, std::size_t)>& act) const;
    //! Marks a byte that got a copy of an unwritten one.
    void take_back(std::uintptr_t at);

private:
    cell* storage_ = nullptr;
    std::uintptr_t base_ = 0;
};

} // namespace cuda_emulator
