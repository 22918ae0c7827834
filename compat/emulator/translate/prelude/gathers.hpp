// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of global memory whose addresses are not affine: each lane's is in its register.
namespace {

// Whether the elements of a warp are next to each other, in the order of its lanes.
inline bool are_adjacent(const u64* at, u64 bytes)
{
    u64 differs = 0;
    for (int l = 0; l < lanes; ++l)
        differs |= at[l] - at[0] - u64(l) * bytes;
    return differs == 0;
}

// The lowest and the highest address of all threads, and the bits that any of them has.
struct addresses {
    const u64* of_warp[WARPS];
    u64 lowest = ~0ull, highest = 0, bits = 0;

    addresses(char* const* registers, u32 place, u64 offset)
    {
        for (int warp = 0; warp < WARPS; ++warp) {
            of_warp[warp] = reinterpret_cast<const u64*>(registers[warp] + place);
            for (int l = 0; l < lanes; ++l) {
                const u64 at = of_warp[warp][l] + offset;
                lowest = at < lowest ? at : lowest;
                highest = at > highest ? at : highest;
                bits |= at;
            }
        }
    }
    bool inside(const range_state& r, u32 bytes) const
    {
        return r.high > r.low && r.high - r.low >= bytes && lowest >= r.low && highest <= r.high - bytes &&
               (bits & (bytes - 1)) == 0;
    }
    bool lie_in(warp_state* w, u32 range, u32 bytes, u32 pc) const
    {
        const range_state& r = w->ranges[range];
        return inside(r, bytes) || (w->watched && w->find(w, pc, lowest) && inside(r, bytes));
    }
};

[[gnu::noinline]] bool may_gather(warp_state* w, char* const* registers, u32 place, u64 offset, u32 range, u32 bytes,
                                  u32 pc)
{
    if (!w->checks) return true;
    const addresses all_of_them(registers, place, offset);
    if (!all_of_them.lie_in(w, range, bytes, pc)) return false;
    const u8* const cells = w->ranges[range].cells;
    if (!cells || are_written_between(cells, all_of_them.lowest, all_of_them.highest, bytes, threads)) return true;
    bool written = true;
    for (int warp = 0; warp < WARPS && written; ++warp)
        for (int l = 0; l < lanes; ++l)
            written &= is_written(cells, all_of_them.of_warp[warp][l] + offset, bytes);
    return written;
}
[[gnu::noinline]] bool may_scatter(warp_state* w, char* const* registers, u32 place, u64 offset, u32 range, u32 bytes,
                                   u32 pc)
{
    if (!w->checks) return true;
    const addresses all_of_them(registers, place, offset);
    if (!all_of_them.lie_in(w, range, bytes, pc)) return false;
    u8* const cells = w->ranges[range].cells;
    for (int warp = 0; cells && warp < WARPS; ++warp) {
        const u64* const at = all_of_them.of_warp[warp];
        if (are_adjacent(at, bytes)) {
            mark_written(cells, at[0] + offset, bytes, lanes, bytes);
        } else {
            for (int l = 0; l < lanes; ++l)
                mark_one(cells, at[l] + offset, bytes);
        }
    }
    return true;
}

// The copies, as in copies.hpp. Pointers to registers are copied first, because the elements could alias them.
template <class M, class R, int N>
[[gnu::noinline]] void gather(char* const* registers, u32 place, u64 offset, R* const (&d)[N])
{
    R* to[N];
    for (int n = 0; n < N; ++n)
        to[n] = d[n];
    for (int warp = 0; warp < WARPS; ++warp) {
        const u64* const at = reinterpret_cast<const u64*>(registers[warp] + place);
        if (N == 1 && are_adjacent(at, sizeof(M))) {
            M v[lanes];
            std::memcpy(v, reinterpret_cast<const char*>(at[0] + offset), sizeof v);
            for (int l = 0; to[0] && l < lanes; ++l)
                to[0][warp * lanes + l] = R(v[l]);
            continue;
        }
        for (int l = 0; l < lanes; ++l) {
            M v[N];
            std::memcpy(v, reinterpret_cast<const char*>(at[l] + offset), sizeof v);
            for (int n = 0; n < N; ++n)
                if (to[n]) to[n][warp * lanes + l] = R(v[n]);
        }
    }
}
// Later lanes win, as in the interpreter.
template <class M, class R, int N>
[[gnu::noinline]] void scatter(const char* registers, u32 place, u64 offset, const R* const (&s)[N])
{
    const u64* const at = reinterpret_cast<const u64*>(registers + place);
    const R* from[N];
    for (int n = 0; n < N; ++n)
        from[n] = s[n];
    if (N == 1 && are_adjacent(at, sizeof(M))) {
        M v[lanes];
        for (int l = 0; l < lanes; ++l)
            v[l] = M(from[0][l]);
        std::memcpy(reinterpret_cast<char*>(at[0] + offset), v, sizeof v);
        return;
    }
    for (int l = 0; l < lanes; ++l) {
        M v[N];
        for (int n = 0; n < N; ++n)
            v[n] = M(from[n][l]);
        std::memcpy(reinterpret_cast<char*>(at[l] + offset), v, sizeof v);
    }
}

} // namespace
