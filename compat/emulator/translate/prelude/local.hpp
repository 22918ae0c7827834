// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of local memory. The stacks of a block's threads follow each other, and an address is an offset in the
// thread's stack. translate/source.cpp defines LOCAL_OBJECTS: the variables of the function's frame.
namespace {

struct local_object {
    u32 begin, bytes;
};
constexpr local_object local_objects[] = {LOCAL_OBJECTS};

// The addresses of affine offsets.
inline reach in_stacks(const warp_state* w, const reach& offset)
{
    const i64 stride = i64(w->stack_stride);
    return {offset.base + reinterpret_cast<u64>(w->stack), offset.across + stride, offset.along + stride * ROW};
}
inline reach in_each_stack(const warp_state* w, const reach& at)
{
    const i64 stride = i64(w->stack_stride);
    return {at.base - reinterpret_cast<u64>(w->stack), at.across - stride, at.along - stride * ROW};
}
// Whether all threads access the same variable of the frame, so that no check has a finding.
[[gnu::noinline]] bool may_access_local(const warp_state* w, const reach& at, u32 bytes, bool unchecked)
{
    const reach offset = in_each_stack(w, at);
    bool may = unchecked;
    for (const local_object& o : local_objects)
        may = may || offset.inside(w->frame + o.begin, w->frame + o.begin + o.bytes, bytes);
    return may;
}
[[gnu::noinline]] bool may_access_local(const warp_state* w, const reach& at, int first, int last, u32 bytes,
                                        bool unchecked)
{
    const reach offset = in_each_stack(w, at);
    bool may = unchecked;
    for (const local_object& o : local_objects)
        may = may || offset.inside(first, last, w->frame + o.begin, w->frame + o.begin + o.bytes, bytes);
    return may;
}

// Offsets that are not affine. Arithmetic on offsets has the register's width.
template <class A>
struct offsets_in_register {
    const A* of_lane;
    A more;

    offsets_in_register(const char* place, u64 immediate)
        : of_lane(reinterpret_cast<const A*>(place))
        , more(A(immediate))
    {
    }
    static constexpr bool is_checked = true;
    u64 operator[](int l) const { return A(of_lane[l] + more); }
};
// Whether the offsets of these lanes lie in the object. Otherwise a difference is negative, and the sign bit of
// `outside` is set.
template <class Offsets>
inline bool lie_in(const warp_state* w, const local_object& o, const Offsets& at, mask m, u32 bytes)
{
    const u64 low = w->frame + o.begin, room = o.bytes - bytes;
    u64 outside = 0, bits = 0;
    if (o.bytes < bytes) return false;
    for (int l = 0; l < lanes; ++l) {
        const u64 x = at[l] - low, is_on = 0 - u64(m >> l & 1);
        outside |= (x | (room - x)) & is_on;
        bits |= at[l] & is_on;
    }
    return (outside >> 63) == 0 && (bits & (bytes - 1)) == 0;
}
template <class A>
[[gnu::noinline]] bool may_access_any_local(const warp_state* w, char* const* registers, u32 place, A offset, u32 bytes)
{
    if (!w->checks) return true;
    for (const local_object& o : local_objects) {
        bool inside = true;
        for (int warp = 0; warp < WARPS; ++warp)
            inside = inside && lie_in(w, o, offsets_in_register<A>(registers[warp] + place, offset), all, bytes);
        if (inside) return true;
    }
    return false;
}

// The copies, as in copies.hpp. Pointers to registers are copied first, because the elements could alias them.
template <class M, class R, int N, class Offsets>
[[gnu::always_inline]] inline void load_local(const char* stack, u64 stride, const Offsets& at, mask m, int first,
                                              R* const (&d)[N])
{
    R* to[N];
    for (int n = 0; n < N; ++n)
        to[n] = d[n];
    for (int l = 0; l < lanes; ++l) {
        if (!(m >> l & 1)) continue;
        M v[N];
        std::memcpy(v, stack + stride * u64(l) + at[l], sizeof v);
        for (int n = 0; n < N; ++n)
            if (to[n]) to[n][first + l] = R(v[n]);
    }
}
template <class M, class R, int N, class Offsets>
[[gnu::always_inline]] inline void store_local(char* stack, u64 stride, const Offsets& at, mask m,
                                               const R* const (&s)[N])
{
    const R* from[N];
    for (int n = 0; n < N; ++n)
        from[n] = s[n];
    for (int l = 0; l < lanes; ++l) {
        if (!(m >> l & 1)) continue;
        M v[N];
        for (int n = 0; n < N; ++n)
            v[n] = M(from[n][l]);
        std::memcpy(stack + stride * u64(l) + at[l], v, sizeof v);
    }
}
template <class M, class A, class R, int N>
[[gnu::noinline]] void gather_local(const warp_state* w, char* const* registers, u32 place, A offset, R* const (&d)[N])
{
    const u64 stride = w->stack_stride;
    for (int warp = 0; warp < WARPS; ++warp)
        load_local<M>(w->stack + stride * u64(warp * lanes), stride,
                      offsets_in_register<A>(registers[warp] + place, offset), all, warp * lanes, d);
}
template <class M, class A, class R, int N>
[[gnu::noinline]] void scatter_local(int warp, const warp_state* w, char* const* registers, u32 place, A offset,
                                     const R* const (&s)[N])
{
    const u64 stride = w->stack_stride;
    store_local<M>(w->stack + stride * u64(warp * lanes), stride,
                   offsets_in_register<A>(registers[warp] + place, offset), all, s);
}

#if PATHS
// A variable of the frame that the instruction names. The decoder knows that it exists.
struct frame_offset {
    u64 offset;
    static constexpr bool is_checked = false;
    u64 operator[](int) const { return offset; }
};
template <class Offsets>
inline bool may_access_local_on(const warp_state* w, mask m, const Offsets& at, u32 bytes)
{
    bool may = !Offsets::is_checked || !w->checks;
    for (const local_object& o : local_objects)
        may = may || lie_in(w, o, at, m, bytes);
    return may;
}
template <class M, class R, int N, class Offsets>
[[gnu::noinline]] bool gather_local_on(const warp_state* w, const running_lanes& on, const Offsets& at,
                                       R* const (&d)[N])
{
    if (!may_access_local_on(w, on.of_path, at, sizeof(M) * N)) return false;
    load_local<M>(w->stack, w->stack_stride, at, on.of_path, 0, d);
    return true;
}
template <class M, class R, int N, class Offsets>
[[gnu::noinline]] bool scatter_local_on(const warp_state* w, const running_lanes& on, const Offsets& at,
                                        const R* const (&s)[N])
{
    if (!may_access_local_on(w, on.of_path, at, sizeof(M) * N)) return false;
    store_local<M>(w->stack, w->stack_stride, at, on.of_path, s);
    return true;
}
#endif

} // namespace
