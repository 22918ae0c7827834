// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/tracked_content.h"

#include "record/hash.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

std::size_t bytes_in_chunk(std::size_t size, std::size_t index)
{
    return std::min(chunk_bytes, size - index * chunk_bytes);
}

// Marks the elements that differ. T has the size of an element.
template <class T>
std::size_t mark(const unsigned char* now, const unsigned char* before, std::size_t bytes, unsigned char* mask)
{
    std::size_t changed = 0;
    for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
        const std::size_t n = std::min(sizeof(T), bytes - at);
        T a = 0, b = 0;
        std::memcpy(&a, now + at, n);
        std::memcpy(&b, before + at, n);
        if (a == b) continue;
        std::memset(mask + at, 1, n);
        changed += n;
    }
    return changed;
}

} // namespace

void tracked_content::begin(const unsigned char* now, std::size_t bytes)
{
    seen.assign(bytes, 0);
    chunks.assign((bytes + chunk_bytes - 1) / chunk_bytes, 0);
    state = 0;
    for (std::size_t k = 0; k < chunks.size(); ++k)
        state += mixed(k, 0);
    see(now, 0, chunks.size());
}

void tracked_content::see(const unsigned char* now, std::size_t first, std::size_t last)
{
    for (std::size_t k = first; k < last; ++k) {
        const std::size_t at = k * chunk_bytes, bytes = bytes_in_chunk(seen.size(), k);
        std::memcpy(seen.data() + at, now + at, bytes);
        const std::uint64_t fresh = hash_of(now + at, bytes);
        state += mixed(k, fresh) - mixed(k, chunks[k]);
        chunks[k] = fresh;
    }
}

void tracked_content::see_changes(const unsigned char* now)
{
    for (std::size_t k = 0; k < chunks.size(); ++k)
        if (std::memcmp(now + k * chunk_bytes, seen.data() + k * chunk_bytes, bytes_in_chunk(seen.size(), k)) != 0)
            see(now, k, k + 1);
}

changes tracked_content::compare(const unsigned char* content, std::size_t element, const wants_chunk& wanted,
                                 const keeps_chunk& keep)
{
    changes all;
    std::vector<unsigned char> mask;
    std::size_t end_of_range = SIZE_MAX;
    for (std::size_t k = 0; k < chunks.size(); ++k) {
        const std::size_t at = k * chunk_bytes, bytes = bytes_in_chunk(seen.size(), k);
        const unsigned char* const now = content + at;
        const unsigned char* const before = seen.data() + at;
        const bool is_wanted = wanted && wanted(k);
        const bool is_changed = std::memcmp(now, before, bytes) != 0;
        if (!is_changed && !is_wanted) continue;
        mask.assign(bytes, 0);
        all.bytes += element == 8   ? mark<std::uint64_t>(now, before, bytes, mask.data())
                     : element == 4 ? mark<std::uint32_t>(now, before, bytes, mask.data())
                     : element == 2 ? mark<std::uint16_t>(now, before, bytes, mask.data())
                                    : mark<std::uint8_t>(now, before, bytes, mask.data());
        if (is_wanted && keep) keep({k, bytes, mask.data(), before, now});
        if (!is_changed) continue;
        std::uint64_t hash = 0;
        for (std::size_t x = 0; x < bytes;) {
            const auto* const from = static_cast<const unsigned char*>(std::memchr(mask.data() + x, 1, bytes - x));
            if (!from) break;
            x = static_cast<std::size_t>(from - mask.data());
            const auto* const to = static_cast<const unsigned char*>(std::memchr(from, 0, bytes - x));
            const std::size_t length = to ? static_cast<std::size_t>(to - from) : bytes - x;
            hash = hash_of(now + x, length, mixed(hash, x));
            if (!all.ranges && all.chunks.empty()) all.first = at + x;
            all.ranges += end_of_range != at + x;
            end_of_range = at + x + length;
            all.last = end_of_range - 1;
            x += length;
        }
        all.chunks.push_back({k, hash});
        see(content, k, k + 1);
    }
    return all;
}

} // namespace cuda_emulator
