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

// Operations of comparisons are types, so that all comparisons of a kind share one function.
template <class Operation>
struct swapped {
    template <class T>
    static bool f(T a, T b)
    {
        return Operation::f(b, a);
    }
};
template <class Operation>
struct negated {
    template <class T>
    static bool f(T a, T b)
    {
        return !Operation::f(a, b);
    }
};

// The register files' places of a comparison's result and of its complement. The complement may have none.
constexpr u32 no_place = ~0u;
struct mask_places {
    u32 place, other;
    void put(char* R, mask m) const
    {
        *reinterpret_cast<mask*>(R + place) = m;
        if (other != no_place) *reinterpret_cast<mask*>(R + other) = ~m;
    }
};

template <class T, class Operation>
inline mask compare_lanes(int warp, u32 base, u32 across, u32 along, u32 other)
{
    alignas(64) u32 of_lane[lanes];
    _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l) of_lane[l] =
        Operation::f(T(in_lane<u32>(base, across, along, warp * lanes + l)), T(other)) ? all : 0;
    return gather_mask(of_lane);
}
template <class T, class Operation>
[[gnu::noinline]] void compare_warps(char* const* registers, mask_places to, bool are_known, u32 base, u32 across,
                                     u32 along, u32 other)
{
    for (int warp = 0; warp < WARPS; ++warp) {
        if (WARPS > 1 && ROW >= lanes) {
            const T first = T(in_lane<u32>(base, across, along, warp * lanes));
            const T last = T(in_lane<u32>(base, across, along, warp * lanes + lanes - 1));
            if (are_known && Operation::f(first, T(other)) == Operation::f(last, T(other))) {
                to.put(registers[warp], Operation::f(first, T(other)) ? all : 0);
                continue;
            }
        }
        to.put(registers[warp], compare_lanes<T, Operation>(warp, base, across, along, other));
    }
}
// Compares an affine and a uniform value, by <, <=, > or >=. The lanes usually agree, and then the two extreme values
// decide, as they do for one warp that lies within a row. T is the compared type.
template <class T, class Operation>
CALLED_IF_LARGE void compare(char* const* registers, mask_places to, u32 base, u32 across, u32 along, u32 other)
{
    const ends<T> e(base, across, along);
    if (!e.are_known || Operation::f(e.lowest, T(other)) != Operation::f(e.highest, T(other)))
        return compare_warps<T, Operation>(registers, to, e.are_known, base, across, along, other);
    for (int warp = 0; warp < WARPS; ++warp)
        to.put(registers[warp], Operation::f(e.lowest, T(other)) ? all : 0);
}
// The same for == and !=.
template <class T, class Operation>
[[gnu::noinline]] void compare_equal(char* const* registers, mask_places to, u32 base, u32 across, u32 along, u32 other)
{
    for (int warp = 0; warp < WARPS; ++warp)
        to.put(registers[warp], compare_lanes<T, Operation>(warp, base, across, along, other));
}
// Whether the comparison holds in all lanes. False also if that is not cheap to decide.
template <class T, class Operation>
inline bool holds_in_all(u32 base, u32 across, u32 along, u32 other)
{
    const ends<T> e(base, across, along);
    return e.are_known && Operation::f(e.lowest, T(other)) && Operation::f(e.highest, T(other));
}
// The threads for which the comparison holds, as a span. In a block of one row they are a prefix or a suffix.
template <class T, class Operation>
CALLED_IF_LARGE span_of_threads threads_where(u32 base, u32 across, u32 along, u32 other)
{
    const ends<T> e(base, across, along);
    if (!e.are_known) return {false, 0, 0};
    if (Operation::f(e.lowest, T(other)) == Operation::f(e.highest, T(other)))
        return {true, 0, Operation::f(e.lowest, T(other)) ? threads - 1 : -1};
    if (ROW != threads) return {false, 0, 0};
    const auto holds = [&](int thread) { return Operation::f(T(in_lane<u32>(base, across, along, thread)), T(other)); };
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
