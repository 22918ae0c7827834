// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of divergent paths: one path runs at a time, with a lane mask, and the others wait.
#if PATHS
namespace {

// The lanes of the running path. A lane's element is 0 or all ones, as the loops over the lanes want it.
struct running_lanes {
    mask of_path;
    alignas(64) u32 is_on[lanes];

    [[gnu::noinline]] void become(mask m)
    {
        of_path = m;
        for (int l = 0; l < lanes; ++l)
            is_on[l] = m >> l & 1 ? all : 0;
    }
    int first() const { return __builtin_ctz(of_path); }
    mask operator[](int) const { return of_path; }
};

// The scheduler of execute/paths.h, for the paths that came from one: the lowest PC runs, up to the next waiting path.
// Paths at the same PC merge.
[[gnu::noinline]] u32 take_lowest(path_list* p, running_lanes& on)
{
    u32 lowest = ~0u;
    for (u32 k = 0; k < p->count; ++k)
        lowest = p->waiting[k].pc < lowest ? p->waiting[k].pc : lowest;
    mask m = 0;
    u32 kept = 0;
    p->limit = p->outer_limit;
    for (u32 k = 0; k < p->count; ++k) {
        const waiting_path one = p->waiting[k];
        if (one.pc == lowest) {
            m |= one.lanes;
            continue;
        }
        if (one.pc < p->limit) p->limit = one.pc;
        p->waiting[kept++] = one;
    }
    p->count = kept;
    on.become(m);
    return lowest;
}
// The lanes `m` of the running path jump to `there`, and its other lanes to `here`. Returns the PC that runs next.
[[gnu::noinline]] u32 part(path_list* p, running_lanes& on, mask m, u32 there, u32 here)
{
    p->waiting[p->count++] = {there, m};
    p->waiting[p->count++] = {here, on.of_path & ~m};
    return take_lowest(p, on);
}
// The running path has come to its limit. Returns false if a path waits there that is not on the list. Returns false if
// all lanes have met, too: they continue in the code of warps.
[[gnu::noinline]] bool meets_others(path_list* p, running_lanes& on, u32& pc)
{
    if (p->count == 0) return false;
    p->waiting[p->count++] = {pc, on.of_path};
    pc = take_lowest(p, on);
    return pc < p->limit && on.of_path != all;
}

// A predicate, and a uniform value that is spilled: the lanes of the path alone are written.
inline void set_predicate(char* place, mask m, const running_lanes& on)
{
    mask* const p = reinterpret_cast<mask*>(place);
    *p = (*p & ~on.of_path) | (m & on.of_path);
}
template <class T>
[[gnu::noinline]] void put_on(const running_lanes& on, char* place, T value)
{
    T* const d = reinterpret_cast<T*>(place);
    _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l) d[l] = on.is_on[l] ? value : d[l];
}

// The addresses of an access. Lanes that are not on the path have the address of its first lane, so that no loop below
// needs the mask.
struct path_addresses {
    alignas(64) u64 of_lane[lanes];
    u64 lowest = ~0ull, highest = 0, bits = 0;

    path_addresses(const char* place, u64 offset, const running_lanes& on)
    {
        const u64* const a = reinterpret_cast<const u64*>(place);
        const u64 first = a[on.first()];
        for (int l = 0; l < lanes; ++l)
            of_lane[l] = (on.is_on[l] ? a[l] : first) + offset;
        for (int l = 0; l < lanes; ++l) {
            lowest = of_lane[l] < lowest ? of_lane[l] : lowest;
            highest = of_lane[l] > highest ? of_lane[l] : highest;
            bits |= of_lane[l];
        }
    }
    bool lie_in(const range_state& r, u32 bytes) const
    {
        return r.high > r.low && r.high - r.low >= bytes && lowest >= r.low && highest <= r.high - bytes &&
               (bits & (bytes - 1)) == 0;
    }
    bool are_written(const u8* cells, u32 bytes) const
    {
        if (are_written_between(cells, lowest, highest, bytes, lanes)) return true;
        bool written = true;
        for (int l = 0; l < lanes; ++l)
            written &= is_written(cells, of_lane[l], bytes);
        return written;
    }
};

// Loads and stores of global memory, N elements for each lane. False: a check fails, and the handler makes the access.
template <class M, class R, int N>
[[gnu::noinline]] bool gather_on(warp_state* w, const running_lanes& on, const char* place, u64 offset, u32 range,
                                 R* const (&d)[N])
{
    const path_addresses at(place, offset, on);
    if (w->checks) {
        const range_state& r = w->ranges[range];
        if (!at.lie_in(r, sizeof(M) * N) || (r.cells && !at.are_written(r.cells, sizeof(M) * N))) return false;
    }
    R* to[N]; // the elements could alias `d`
    for (int n = 0; n < N; ++n)
        to[n] = d[n];
    for (int l = 0; l < lanes; ++l) {
        M v[N];
        std::memcpy(v, reinterpret_cast<const char*>(at.of_lane[l]), sizeof v);
        for (int n = 0; n < N; ++n)
            if (to[n]) to[n][l] = R(v[n]);
    }
    return true;
}
// Later lanes win, as in the interpreter.
template <class M, class R, int N>
[[gnu::noinline]] bool scatter_on(warp_state* w, const running_lanes& on, const char* place, u64 offset, u32 range,
                                  const R* const (&s)[N])
{
    const path_addresses at(place, offset, on);
    if (w->checks) {
        const range_state& r = w->ranges[range];
        if (!at.lie_in(r, sizeof(M) * N)) return false;
        if (r.cells)
            for (int l = 0; l < lanes; ++l)
                mark_one(r.cells, at.of_lane[l], sizeof(M) * N);
    }
    const R* from[N]; // the elements could alias `s`
    for (int n = 0; n < N; ++n)
        from[n] = s[n];
    for (mask left = on.of_path; left; left &= left - 1) {
        const int l = __builtin_ctz(left);
        M v[N];
        for (int n = 0; n < N; ++n)
            v[n] = M(from[n][l]);
        std::memcpy(reinterpret_cast<char*>(at.of_lane[l]), v, sizeof v);
    }
    return true;
}
// The same for shared memory between the offsets `low` and `high`.
template <class A, class M, class R, int N>
[[gnu::noinline]] bool gather_shared_on(warp_state* w, const running_lanes& on, char* place, A offset, u32 low,
                                        u32 high, u32 pc, R* const (&d)[N])
{
    const shared_places<A> at(&place, 0, offset, on);
    if (!may_gather_shared(w, at, on, sizeof(M) * N, pc, low, high)) return false;
    gather_shared<M, R, N>(w->shared, at.offset, on, d);
    return true;
}
template <class A, class M, class R, int N>
[[gnu::noinline]] bool scatter_shared_on(warp_state* w, const running_lanes& on, char* place, A offset, u32 low,
                                         u32 high, u32 pc, const R* const (&s)[N])
{
    const shared_places<A> at(&place, 0, offset, on);
    if (!may_scatter_shared(w, at, on, sizeof(M) * N, pc, low, high)) return false;
    scatter_shared<M, R, N>(w->shared, at.offset, on.of_path, s);
    return true;
}

} // namespace
#endif
