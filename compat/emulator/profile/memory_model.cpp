// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile/memory_model.h"

#include "isa/integers.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

constexpr int lanes = 32;
constexpr u32 bank_count = 32;
constexpr u32 bank_bytes = 4;
constexpr u32 widest_constant = 8; // the largest number of bytes of one request to the constant cache

// Gives the number of lanes that share a request: a warp up to 4 bytes, a half with 8, a quarter with 16, an eighth
// with 32.
int group_size(u32 bytes) { return bytes <= 4 ? lanes : std::max(1, lanes * 4 / static_cast<int>(bytes)); }

u32 group_mask(int first, int size) { return (size == lanes ? ~0u : (1u << size) - 1) << first; }

// Counts the distinct units of 2^shift bytes that the lanes touch.
int distinct_units(const u64* at, u32 mask, const u32* bytes, int shift)
{
    u64 seen[lanes * 2], greatest = 0;
    int count = 0;
    for (; mask; mask &= mask - 1) {
        const int l = __builtin_ctz(mask);
        // An aligned access of up to 32 bytes lies in one unit. An unaligned access (with checks off) may touch two.
        const u64 last = (at[l] + bytes[l] - 1) >> shift;
        for (u64 unit = at[l] >> shift; unit <= last; ++unit) {
            if (count && unit <= greatest) { // addresses are usually ascending
                if (unit == greatest || std::find(seen, seen + count, unit) != seen + count) continue;
            } else {
                greatest = unit;
            }
            seen[count++] = unit;
        }
    }
    return count;
}

// Tests whether all lanes access one place, or adjacent ones.
bool lie_even(const u64* offset, u32 mask, u32 bytes)
{
    if (mask != ~0u || offset[0] % bank_bytes || (bytes & (bytes - 1))) return false;
    u64 apart = 0, not_side_by_side = 0;
    for (u64 l = 0; l < lanes; ++l) {
        apart |= offset[l] ^ offset[0];
        not_side_by_side |= offset[l] ^ (offset[0] + l * bytes);
    }
    return !apart || !not_side_by_side;
}

} // namespace

void count_global(cuda_emulator_global_counters& out, const u64* at, u32 mask, const u32* bytes, u32 widest)
{
    for (u32 m = mask; m; m &= m - 1) {
        const int l = __builtin_ctz(m);
        if (bytes[l] == 0) mask &= ~(1u << l);
        out.requested_bytes += bytes[l];
    }
    if (!mask) return;
    ++out.requests;
    const int size = group_size(widest);
    for (int first = 0; first < lanes; first += size) {
        const u32 group = mask & group_mask(first, size);
        out.lines_128 += static_cast<u64>(distinct_units(at, group, bytes, 7));
        const auto segments = static_cast<u64>(distinct_units(at, group, bytes, 5));
        out.segments_32 += segments;
        if (size == lanes) out.sectors_32 += segments;
    }
    if (size < lanes) out.sectors_32 += static_cast<u64>(distinct_units(at, mask, bytes, 5));
}

void count_global(cuda_emulator_global_counters& out, const u64* at, u32 mask, u32 bytes)
{
    u32 each[lanes];
    std::fill(each, each + lanes, bytes);
    count_global(out, at, mask, each, bytes);
}

void count_shared(cuda_emulator_shared_counters& out, const u64* offset, u32 mask, u32 bytes, bool serial)
{
    if (!mask) return;
    ++out.requests;
    const u32 words = std::max(1u, bytes / bank_bytes);
    const int size = group_size(bytes);
    if (!serial && bytes <= lanes * bank_bytes && lie_even(offset, mask, bytes)) { // each group takes one pass
        out.wavefronts += static_cast<u64>(lanes / size);
        return;
    }
    for (int first = 0; first < lanes; first += size) {
        u32 group = mask & group_mask(first, size);
        if (!group) continue;
        // The words that the lanes request of each bank. Each further word costs a further pass.
        u64 wanted[bank_count][lanes];
        int count[bank_count] = {}, passes = 0;
        for (; group; group &= group - 1) {
            const u64 word = offset[__builtin_ctz(group)] / bank_bytes;
            for (u64 k = word; k < word + words; ++k) {
                u64* const bank = wanted[k % bank_count];
                int& n = count[k % bank_count];
                int known = serial ? n : 0;
                while (known < n && bank[known] != k)
                    ++known;
                if (known < n) continue;
                bank[n++] = k;
                passes = std::max(passes, n);
            }
        }
        out.wavefronts += static_cast<u64>(passes);
        out.bank_conflicts += static_cast<u64>(passes - 1);
    }
}

void count_constant(cuda_emulator_constant_counters& out, const u64* at, u32 mask, u32 bytes, u32 elements)
{
    if (!mask) return;
    u64 seen[lanes];
    int addresses = 0;
    for (; mask; mask &= mask - 1) {
        const u64 one = at[__builtin_ctz(mask)];
        if (std::find(seen, seen + addresses, one) == seen + addresses) seen[addresses++] = one;
    }
    const u32 pieces = bytes < 4 ? elements : std::max(1u, bytes * elements / widest_constant);
    ++out.requests;
    out.cache_requests += static_cast<u64>(addresses) * pieces;
    out.replays += static_cast<u64>(addresses - 1) * pieces;
}

} // namespace cuda_emulator
