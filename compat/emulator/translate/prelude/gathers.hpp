// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of global memory whose addresses are not affine: each lane's is in its register.
namespace {

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
    if (!cells) return true;
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
    if (u8* const cells = w->ranges[range].cells)
        for (int warp = 0; warp < WARPS; ++warp)
            for (int l = 0; l < lanes; ++l)
                mark_one(cells, all_of_them.of_warp[warp][l] + offset, bytes);
    return true;
}

// The copies, as in copies.hpp.
template <class M, class R, int N>
[[gnu::noinline]] void gather(char* const* registers, u32 place, u64 offset, R* const (&d)[N])
{
    for (int warp = 0; warp < WARPS; ++warp) {
        const u64* const at = reinterpret_cast<const u64*>(registers[warp] + place);
        for (int l = 0; l < lanes; ++l) {
            M v[N];
            std::memcpy(v, reinterpret_cast<const char*>(at[l] + offset), sizeof v);
            for (int n = 0; n < N; ++n)
                if (d[n]) d[n][warp * lanes + l] = R(v[n]);
        }
    }
}
// Later lanes win, as in the interpreter.
template <class M, class R, int N>
[[gnu::noinline]] void scatter(const char* registers, u32 place, u64 offset, const R* const (&s)[N])
{
    const u64* const at = reinterpret_cast<const u64*>(registers + place);
    for (int l = 0; l < lanes; ++l) {
        M v[N];
        for (int n = 0; n < N; ++n)
            v[n] = M(s[n][l]);
        std::memcpy(reinterpret_cast<char*>(at[l] + offset), v, sizeof v);
    }
}

} // namespace
