// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affine addresses, and contiguous ranges of threads.
namespace {

// An affine address.
struct reach {
    u64 base;
    i64 across, along;

    bool strides_are_small() const
    {
        return u64(across + (i64(1) << 32)) < (u64(1) << 33) && u64(along + (i64(1) << 32)) < (u64(1) << 33);
    }
    u64 lowest() const
    {
        return base + u64(across < 0 ? across * (ROW - 1) : 0) + u64(along < 0 ? along * (threads / ROW - 1) : 0);
    }
    u64 highest() const
    {
        return base + u64(across > 0 ? across * (ROW - 1) : 0) + u64(along > 0 ? along * (threads / ROW - 1) : 0);
    }
    bool is_aligned(u64 bytes) const { return ((base | u64(across) | u64(along)) & (bytes - 1)) == 0; }
    [[gnu::always_inline]] bool inside(u64 low, u64 high, u64 bytes) const
    {
        return strides_are_small() && is_aligned(bytes) && lie_inside(lowest(), highest(), low, high, bytes);
    }
    // Only for these threads, in a block that is one row.
    bool inside(int first_thread, int last_thread, u64 low, u64 high, u64 bytes) const
    {
        const u64 first = base + u64(across) * u64(first_thread), last = base + u64(across) * u64(last_thread);
        return strides_are_small() && is_aligned(bytes) &&
               (across < 0 ? lie_inside(last, first, low, high, bytes) : lie_inside(first, last, low, high, bytes));
    }

private:
    [[gnu::always_inline]] static bool lie_inside(u64 first, u64 last, u64 low, u64 high, u64 bytes)
    {
        return high > low && first >= low && first <= last && high - low >= bytes && last >= low &&
               last - low <= high - low - bytes;
    }
};

// A span is a contiguous range of threads. The code of a span shadows these names.
constexpr bool in_span = false;
constexpr int first_thread = 0, last_thread = threads - 1;
constexpr int from_warp = 0, to_warp = WARPS;
struct span_of_threads {
    bool is_one;     // false: the threads are unknown
    int first, last; // last < first: no thread
    bool is_empty() const { return last < first; }
    bool has_all() const { return first == 0 && last == threads - 1; }
    mask in_warp(int warp) const
    {
        const int from = first - warp * lanes, to = last + 1 - warp * lanes;
        if (to <= 0 || from >= lanes || to <= from) return 0;
        return u32((u64(1) << (to < lanes ? to : lanes)) - (u64(1) << (from > 0 ? from : 0)));
    }
};
// The complement of a span that holds the first or the last thread.
inline span_of_threads all_but(span_of_threads s)
{
    if (s.first == 0) return {s.is_one, s.last + 1, threads - 1};
    return {s.is_one, 0, s.first - 1};
}

} // namespace
