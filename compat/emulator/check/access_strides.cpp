// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/access_strides.h"

#include "machine/lanes.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace cuda_emulator {

namespace {

bool has_rows(const block_access& a) { return a.last >= a.row; }

bool have_same_strides(const block_access& a, const block_access& b)
{
    return a.across == b.across && a.bytes == b.bytes && a.row == b.row &&
           (a.along == b.along || !(has_rows(a) || has_rows(b)));
}

// Whether the active threads of a block follow each other, and which they are.
struct thread_range {
    std::uint32_t first = 0, count = 0;
    bool is_whole = false;
};
thread_range active_range(const std::uint32_t* masks, std::uint32_t warps)
{
    thread_range r;
    std::uint32_t last = 0;
    for (std::uint32_t warp = warps; warp-- > 0;) {
        const std::uint32_t m = masks[warp];
        if (!m) continue;
        if (r.count == 0) last = warp * warp_size + 31 - static_cast<std::uint32_t>(__builtin_clz(m));
        r.first = warp * warp_size + static_cast<std::uint32_t>(__builtin_ctz(m));
        r.count += static_cast<std::uint32_t>(__builtin_popcount(m));
    }
    r.is_whole = r.count > 0 && last - r.first + 1 == r.count;
    return r;
}

// How many offsets follow each other at this distance.
std::uint32_t length_of_row(const std::uint32_t* offset, std::uint32_t count, std::uint32_t across)
{
    constexpr std::uint32_t at_once = 32; // the loop over them is vectorised
    std::uint32_t end = 1;
    while (end + at_once <= count) {
        const std::uint32_t* const from = offset + end;
        std::uint32_t differs = 0;
        for (int k = 0; k < int{at_once}; ++k)
            differs |= (from[k] - from[k - 1]) ^ across;
        if (differs) break;
        end += at_once;
    }
    while (end < count && offset[end] - offset[end - 1] == across)
        ++end;
    return end;
}

} // namespace

std::uint64_t offset_of(const block_access& a, std::uint32_t thread)
{
    return a.base + static_cast<std::uint64_t>(a.across) * (thread % a.row) +
           static_cast<std::uint64_t>(a.along) * (thread / a.row);
}

bool are_apart(const block_access& a)
{
    if (a.first == a.last) return true;
    const std::int64_t across = std::abs(a.across), along = std::abs(a.along), bytes = a.bytes;
    const std::int64_t columns = a.row, rows = a.last / a.row + 1;
    if (rows == 1) return across >= bytes;
    return (across >= bytes && along >= across * (columns - 1) + bytes) ||
           (along >= bytes && across >= along * (rows - 1) + bytes);
}

bool is_dense(const block_access& a)
{
    const std::uint64_t threads = a.last - a.first + 1;
    return std::uint64_t{a.high} - a.low + a.bytes == threads * a.bytes;
}

bool are_interleaved(const block_access& a, const block_access& b)
{
    if (!have_same_strides(a, b)) return false;
    const std::int64_t across = std::abs(a.across), along = std::abs(a.along);
    const bool have_rows = has_rows(a) || has_rows(b);
    const auto distance = static_cast<std::int64_t>(b.base - a.base);
    const auto is_between = [distance](std::int64_t period, std::int64_t bytes) {
        if (period == 0) return false;
        const std::int64_t d = (distance % period + period) % period;
        return d >= bytes && period - d >= bytes;
    };
    return is_between(have_rows ? std::gcd(across, along) : across, a.bytes) ||
           (have_rows && is_between(along, across * (std::int64_t{a.row} - 1) + a.bytes));
}

bool each_its_own(const block_access& a, const block_access& b)
{
    if (!are_apart(a) || !are_apart(b)) return false;
    if (have_same_strides(a, b) && a.base == b.base) {
        // A single thread is apart whatever its strides, so the strides must tell it from the other access's threads.
        block_access both = a;
        both.first = std::min(a.first, b.first);
        both.last = std::max(a.last, b.last);
        return are_apart(both);
    }
    const auto is_one_of = [](const block_access& one, const block_access& others) {
        return one.first == one.last && one.first >= others.first && one.first <= others.last &&
               one.bytes == others.bytes && offset_of(one, one.first) == offset_of(others, one.first);
    };
    return is_one_of(a, b) || is_one_of(b, a);
}

std::optional<block_access> strides_of(const scattered_access& a, std::uint32_t warps, std::uint32_t row)
{
    const auto [first, count, is_whole] = active_range(a.masks, warps);
    if (!is_whole) return {};
    const std::uint32_t* const offset = a.offsets + first;
    const std::uint32_t across = count > 1 ? offset[1] - offset[0] : 0;
    const std::uint32_t of_row = length_of_row(offset, count, across);
    std::uint32_t along = across * row;
    if (of_row < count) {
        if (count != warps * warp_size) return {};
        row = of_row;
        along = offset[row] - offset[0];
        const std::uint32_t* const next = offset + row;
        std::uint32_t differs = 0;
        for (std::size_t t = 0; t < count - row; ++t)
            differs |= (next[t] - offset[t]) ^ along;
        if (differs) return {};
    }
    const std::int64_t step = static_cast<std::int32_t>(across);
    const std::uint64_t base = offset[0] - static_cast<std::uint64_t>(step * first);
    const auto step_of_rows = static_cast<std::int32_t>(along);
    return block_access{base,  step,   step_of_rows, a.bytes, a.pc, row, first, first + count - 1,
                        a.low, a.high, a.writes};
}

} // namespace cuda_emulator
