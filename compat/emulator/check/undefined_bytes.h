// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The undefined bytes in the shared memory and the stacks of a block.
//
// A kernel that copies structures with padding has thousands of them, and each access looks for them. So they are kept
// in pages of adjacent bytes. A page has a mask of its undefined bytes, which answers for a whole access.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace cuda_emulator {

class undefined_bytes {
public:
    //! What is known of an undefined byte.
    struct byte {
        std::uint32_t origin;
        std::uint8_t bits, padding;
    };

    bool empty() const { return count_ == 0; }
    //! The undefined bytes among `bytes` bytes, at most 64, as a mask.
    std::uint64_t among(std::uint64_t address, std::uint32_t bytes) const
    {
        // This also keeps addresses of global memory out of `recent_`.
        if (empty() || address - begin_ >= size_) return 0;
        const std::uint64_t shift = address % word_bytes;
        std::uint64_t mask = word_at(address) >> shift;
        if (shift + bytes > word_bytes) mask |= word_at(address + bytes - 1) << (word_bytes - shift);
        return mask & (~std::uint64_t{0} >> (word_bytes - bytes));
    }
    //! The undefined byte at the address; null: the byte is defined.
    const byte* find(std::uint64_t address) const
    {
        return word_at(address) >> address % word_bytes & 1 ? &page_of(address)->bytes[address % page_bytes] : nullptr;
    }
    //! Replaces what is known of `bytes` bytes, at most 16. `bits` and `padding` have 8 bits for each byte, or the same
    //! 8 bits for all bytes of 16. Bytes without `bits` are defined.
    void write(std::uint64_t address, std::uint32_t bytes, std::uint32_t origin, std::uint64_t bits,
               std::uint64_t padding);
    void set(std::uint64_t address, const byte& b) { write(address, 1, b.origin, b.bits, b.padding); }
    //! Makes `bytes` bytes defined.
    void erase(std::uint64_t address, std::uint64_t bytes);
    //! Makes all bytes defined. Keeps the pages, because the next block has its memory at the same addresses.
    void clear();

private:
    static constexpr std::uint64_t page_bytes = 512, word_bytes = 64;
    struct page {
        std::array<std::uint64_t, page_bytes / word_bytes> undefined{}; //!< a bit for each byte
        std::array<byte, page_bytes> bytes;
    };
    struct recent_page {
        std::uint64_t number = ~std::uint64_t{0};
        page* at = nullptr; //!< null: there is no such page
    };

    page* page_of(std::uint64_t address) const
    {
        const std::uint64_t number = address / page_bytes;
        const recent_page& r = recent_[number % recent_.size()];
        return r.number == number ? r.at : look_up(number);
    }
    page* look_up(std::uint64_t number) const;
    page& new_page(std::uint64_t number);
    //! The mask of the 64 aligned bytes around the address.
    std::uint64_t word_at(std::uint64_t address) const
    {
        const page* const p = page_of(address);
        return p ? p->undefined[address % page_bytes / word_bytes] : 0;
    }

    std::uint64_t count_ = 0;
    std::uint64_t begin_ = 0, size_ = 0;                             //!< all pages are in this range
    std::unordered_map<std::uint64_t, std::unique_ptr<page>> pages_; //!< by address / page_bytes
    mutable std::array<recent_page, 256> recent_;                    //!< saves most look-ups in `pages_`
};

} // namespace cuda_emulator
