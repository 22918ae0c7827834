// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of even values.
namespace {

// Does an even 32-bit value, seen as signed or not, go from its first lane to its last without wrapping?
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

// An even value in the lanes where it is lowest and highest, as T, which is i32 or u32; unless it wraps between them.
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

// Of an even value and one that all lanes have: mostly the lanes agree, and the ends tell, for `f` is one of
// <, <=, > and >=. T is the type that is compared.
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
        if (WARPS > 1 && ROW >= lanes) { // the same of a warp, of which no row ends within it
            const T first = T(in_lane<u32>(base, across, along, warp * lanes));
            const T last = T(in_lane<u32>(base, across, along, warp * lanes + lanes - 1));
            if (e.are_known && f(first, T(other)) == f(last, T(other))) {
                m[warp] = f(first, T(other)) ? all : 0;
                continue;
            }
        }
        alignas(32) u8 of_lane[lanes];
        _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l) of_lane[l] =
            f(T(in_lane<u32>(base, across, along, warp * lanes + l)), T(other)) ? 0xff : 0;
        m[warp] = gather_mask(of_lane);
    }
}
// The same, asked only whether it holds in all lanes. False where that is not easily told.
template <class T, class F>
inline bool holds_in_all(u32 base, u32 across, u32 along, u32 other, F f)
{
    const ends<T> e(base, across, along);
    return e.are_known && f(e.lowest, T(other)) && f(e.highest, T(other));
}
// … and of which threads it holds, where these are a span: in a block of one row, they go up to a thread or from one
// on.
template <class T, class F>
[[gnu::always_inline]] inline span_of_threads threads_where(u32 base, u32 across, u32 along, u32 other, F f)
{
    const ends<T> e(base, across, along);
    if (!e.are_known) return {false, 0, 0};
    if (f(e.lowest, T(other)) == f(e.highest, T(other))) return {true, 0, f(e.lowest, T(other)) ? threads - 1 : -1};
    if (ROW != threads) return {false, 0, 0};
    const auto holds = [&](int thread) { return f(T(in_lane<u32>(base, across, along, thread)), T(other)); };
    const bool begins = holds(0);
    int before = 0, behind = threads - 1; // they differ in this
    if (across == 1) {                    // mostly a thread's number: it is where the other value is, or behind
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
// Where they are equal, as in `threadIdx.x == 0`. One thread in the middle is no such span, for its others are none.
inline span_of_threads threads_where_equal(u32 base, u32 across, u32 other)
{
    if (ROW != threads || across != 1) return {false, 0, 0};
    const u32 thread = other - base;
    if (thread >= u32(threads)) return {true, 0, -1};
    return {thread == 0 || thread == u32(threads - 1), int(thread), int(thread)};
}

} // namespace
