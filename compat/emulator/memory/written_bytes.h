// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of device memory somebody has written: a shadow beside the reserved range.
//
// Four bytes are a cell of one byte: bit k says that byte k is written. What is reserved and never touched costs no
// memory, here as there. Cells of neighbours may be written by several threads at once: a whole cell is stored, parts
// of one are added atomically.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace cuda_emulator {

using cell = unsigned char;
constexpr cell whole_cell = 0x0f;
constexpr cell copied_cell = 0x10; //!< a kernel copied unwritten bytes to it

//! The bits of the bytes from `address` on that lie in its cell.
constexpr cell bits_in_cell(std::uint64_t address, std::uint64_t bytes)
{
    const unsigned first = address & 3;
    return static_cast<cell>(((1u << (bytes < 4 - first ? bytes : 4 - first)) - 1) << first);
}

class written_bytes {
public:
    //! Of `size` bytes from `base` on. False: there is no room for it.
    bool begin(std::uintptr_t base, std::size_t size);
    explicit operator bool() const { return storage_ != nullptr; }

    static constexpr std::uintptr_t bytes_of_cell = 4;
    //! The cell of an address is cells()[address / 4].
    cell* cells() const { return reinterpret_cast<cell*>(reinterpret_cast<std::uintptr_t>(storage_) - base_ / 4); }
    void write(std::uintptr_t at, std::size_t bytes);
    //! To be unwritten again, as new memory is.
    void clear(std::uintptr_t at, std::size_t bytes);
    //! Nobody owns these bytes: whole pages of their cells go back to the system, and come again as of new memory.
    void give_back(std::uintptr_t low, std::uintptr_t high);
    //! The bytes have what those at `from` had: also of being unwritten.
    void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);
    //! Calls act(address, bytes) for each stretch of these bytes that is unwritten.
    void each_unwritten(std::uintptr_t at, std::size_t bytes,
                        const std::function<void(std::uintptr_t, std::size_t)>& act) const;
    //! A byte has got a copy of an unwritten one.
    void take_back(std::uintptr_t at);

private:
    cell* storage_ = nullptr;
    std::uintptr_t base_ = 0;
};

} // namespace cuda_emulator
