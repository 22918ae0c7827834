// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/undefined_bytes.h"

#include "isa/integers.h"

#include <algorithm>

namespace cuda_emulator {

undefined_bytes::page* undefined_bytes::look_up(u64 number) const
{
    const auto known = pages_.find(number);
    page* const p = known != pages_.end() ? known->second.get() : nullptr;
    recent_[number % recent_.size()] = {number, p};
    return p;
}

undefined_bytes::page& undefined_bytes::new_page(u64 number)
{
    auto& fresh = pages_[number];
    fresh = std::make_unique<page>();
    recent_[number % recent_.size()] = {number, fresh.get()};
    // A misaligned access may begin before the first page.
    const u64 begin = number * page_bytes - word_bytes, end = (number + 1) * page_bytes;
    const u64 last = std::max(end, size_ ? begin_ + size_ : 0);
    begin_ = size_ ? std::min(begin_, begin) : begin;
    size_ = last - begin_;
    return *fresh;
}

void undefined_bytes::write(u64 address, u32 bytes, u32 origin, u64 bits, u64 padding)
{
    if (!bits) return erase(address, bytes);
    const u64 shift = address % word_bytes, in_page = address % page_bytes;
    const u32 step = bytes == 16 ? 0 : 8; // from byte to byte in `bits`
    if (shift + bytes > word_bytes) {     // only a misaligned access
        for (u32 b = 0; b < bytes; ++b)
            write(address + b, 1, origin, bits >> step * b & 0xff, padding >> step * b);
        return;
    }
    page* p = page_of(address);
    if (!p) p = &new_page(address / page_bytes);
    u64 undefined = 0;
    for (u32 b = 0; b < bytes; ++b) {
        const auto its_bits = static_cast<std::uint8_t>(bits >> step * b);
        undefined |= u64{its_bits != 0} << b;
        p->bytes[in_page + b] = {origin, its_bits, static_cast<std::uint8_t>(padding >> step * b)};
    }
    u64& word = p->undefined[in_page / word_bytes];
    const u64 other = word & ~((~u64{0} >> (word_bytes - bytes)) << shift), changed = other | undefined << shift;
    count_ += static_cast<u64>(__builtin_popcountll(changed)) - static_cast<u64>(__builtin_popcountll(word));
    word = changed;
}

void undefined_bytes::erase(u64 address, u64 bytes)
{
    while (bytes && !empty()) {
        const u64 shift = address % word_bytes, part = std::min(bytes, word_bytes - shift);
        if (page* const p = page_of(address)) {
            u64& word = p->undefined[address % page_bytes / word_bytes];
            const u64 erased = word & (~u64{0} >> (word_bytes - part)) << shift;
            count_ -= static_cast<u64>(__builtin_popcountll(erased));
            word &= ~erased;
        }
        address += part;
        bytes -= part;
    }
}

void undefined_bytes::clear()
{
    if (empty()) return;
    for (auto& [number, p] : pages_)
        p->undefined = {};
    count_ = 0;
}

} // namespace cuda_emulator
