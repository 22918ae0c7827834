// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of affine values.
namespace {

// Whether an affine 32-bit value, signed or unsigned, does not wrap between any two lanes.
inline bool stays_signed(u32 base, u32 across, u32 along)
{
    const reach at{u64(i64(i32(base))), i32(across), i32(along)};
    return i64(at.lowest()) >= INT32_MIN && i64(at.highest()) <= INT32_MAX;
}
inline bool stays_unsigned(u32 base, u32 across, u32 along)
{
    const reach at{base, i32(across), i32(along)};
    return i64(at.lowest()) >= 0 && i64(at.highest()) <= i64(UINT32_MAX);
}

// Lowest and highest value over the lanes, as T (i32 or u32). Unknown if the value wraps.
template <class T>
struct ends {
    bool are_known;
    T lowest, highest;
    ends(u32 base, u32 across, u32 along)
    {
        const bool is_signed = T(-1) < T(0);
        const reach at{is_signed ? u64(i64(i32(base))) : u64(base), i32(across), i32(along)};
        are_known = is_signed ? stays_signed(base, across, along) : stays_unsigned(base, across, along);
        lowest = T(at.lowest());
        highest = T(at.highest());
    }
};

// Compares an affine and a uniform value by `f`, one of <, <=, > and >=. The lanes usually agree, and then the two
// extreme values decide. T is the compared type.
template <class T, class F>
inline void compare(mask (&m)[WARPS], u32 base, u32 across, u32 along, u32 other, F f)
{
    const ends<T> e(base, across, along);
    if (e.are_known && f(e.lowest, T(other)) == f(e.highest, T(other))) {
        for (mask& one : m)
            one = f(e.lowest, T(other)) ? all : 0;
        return;
    }
    for (int warp = 0; warp < WARPS; ++warp) {
        if (WARPS > 1 && ROW >= lanes) { // the same for one warp that lies within a row
            const T first = T(in_lane<u32>(base, across, along, warp * lanes));
            const T last = T(in_lane<u32>(base, across, along, warp * lanes + lanes - 1));
            if (e.are_known && f(first, T(other)) == f(last, T(other))) {
                m[warp] = f(first, T(other)) ? all : 0;
                continue;
            }
        }
        alignas(64) u32 of_lane[lanes];
        _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l) of_lane[l] =
            f(T(in_lane<u32>(base, across, along, warp * lanes + l)), T(other)) ? all : 0;
        m[warp] = gather_mask(of_lane);
    }
}
// Whether the comparison holds in all lanes. False also if that is not cheap to decide.
template <class T, class F>
inline bool holds_in_all(u32 base, u32 across, u32 along, u32 other, F f)
{
    const ends<T> e(base, across, along);
    return e.are_known && f(e.lowest, T(other)) && f(e.highest, T(other));
}
// The threads for which the comparison holds, as a span. In a block of one row they are a prefix or a suffix.
template <class T, class F>
[[gnu::always_inline]] inline span_of_threads threads_where(u32 base, u32 across, u32 along, u32 other, F f)
{
    const ends<T> e(base, across, along);
    if (!e.are_known) return {false, 0, 0};
    if (f(e.lowest, T(other)) == f(e.highest, T(other))) return {true, 0, f(e.lowest, T(other)) ? threads - 1 : -1};
    if (ROW != threads) return {false, 0, 0};
    const auto holds = [&](int thread) { return f(T(in_lane<u32>(base, across, along, thread)), T(other)); };
    const bool begins = holds(0);
    int before = 0, behind = threads - 1; // the results at these two threads differ
    if (across == 1) { // usually a thread index: the result changes at the other value or one thread after it
        behind = int(i64(T(other)) - i64(T(base)));
        behind += holds(behind) == begins;
        before = behind - 1;
    }
    while (behind - before > 1) {
        const int middle = (before + behind) / 2;
        (holds(middle) == begins ? before : behind) = middle;
    }
    return begins ? span_of_threads{true, 0, before} : span_of_threads{true, behind, threads - 1};
}
// The threads for which the values are equal, as in `threadIdx.x == 0`. A single thread in the middle is unknown,
// because its complement is no span.
inline span_of_threads threads_where_equal(u32 base, u32 across, u32 other)
{
    if (ROW != threads || across != 1) return {false, 0, 0};
    const u32 thread = other - base;
    if (thread >= u32(threads)) return {true, 0, -1};
    return {thread == 0 || thread == u32(threads - 1), int(thread), int(thread)};
}

} // namespace
