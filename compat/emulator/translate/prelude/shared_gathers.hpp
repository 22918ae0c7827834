// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of shared memory whose addresses are not affine. `active` gives the lane mask of each warp; `every_lane` is
// for code that runs all lanes, and `lanes_of_span` for threads behind a branch.
namespace {

struct every_lane {
    constexpr mask operator[](int) const { return all; }
};

// The offsets of the threads in shared memory, in addresses of type A, and their bounds. Inactive lanes of a warp
// repeat the offset of an active lane, because the log of reads expects that.
template <class A>
struct shared_places {
    alignas(64) u32 offset[threads];
    A lowest = A(~A(0)), highest = 0, bits = 0;

    template <class Active>
    [[gnu::noinline]] shared_places(char* const* registers, u32 place, A immediate, const Active& active)
    {
        A low = lowest, high = highest, all_bits = bits; // members could alias `offset`
        for (int warp = 0; warp < WARPS; ++warp) {
            const mask m = active[warp];
            if (!m) continue;
            const A* const from = reinterpret_cast<const A*>(registers[warp] + place);
            const A first = A(from[__builtin_ctz(m)] + immediate);
            u32* const to = offset + warp * lanes;
            _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l)
            {
                const A at = m >> l & 1 ? A(from[l] + immediate) : first;
                low = at < low ? at : low;
                high = at > high ? at : high;
                all_bits |= at;
                to[l] = u32(at);
            }
        }
        lowest = low;
        highest = high;
        bits = all_bits;
    }
    bool inside(u32 from, u32 to, u32 bytes) const
    {
        return to > from && to - from >= bytes && lowest >= from && highest <= to - bytes && (bits & (bytes - 1)) == 0;
    }
};

// Whether translated code makes the access itself, as may_load_shared() and may_store_shared() of memory.hpp decide
// for affine addresses.
template <class Active>
bool is_listed(warp_state* w, const u32* offset, const Active& active, u32 bytes, u32 pc, u32 low, u32 high,
               bool writes)
{
    if (!w->scattered) return true;
    mask masks[WARPS];
    for (int warp = 0; warp < WARPS; ++warp)
        masks[warp] = active[warp];
    return w->scattered(w, {offset, masks, bytes, pc, low, high, writes});
}
template <class A, class Active>
[[gnu::noinline]] bool may_gather_shared(warp_state* w, const shared_places<A>& at, const Active& active, u32 bytes,
                                         u32 pc, u32 from, u32 to)
{
    if (!w->checks) return true;
    if (!at.inside(from, to, bytes)) return false;
    if (WARPS > 1) return is_listed(w, at.offset, active, bytes, pc, u32(at.lowest), u32(at.highest), false);
    if (!w->noted) return true;
    noted_read* const r = note_read(w, active[0], u32(at.lowest), u32(at.highest), bytes, pc);
    if (!r) return false;
    r->row = 0;
    std::memcpy(r->cell, at.offset, sizeof r->cell);
    return true;
}
template <class A, class Active>
[[gnu::noinline]] bool may_scatter_shared(warp_state* w, const shared_places<A>& at, const Active& active, u32 bytes,
                                          u32 pc, u32 from, u32 to)
{
    if (!w->checks) return true;
    return !w->noted && at.inside(from, to, bytes) &&
           (WARPS == 1 || is_listed(w, at.offset, active, bytes, pc, u32(at.lowest), u32(at.highest), true));
}

// Whether the lanes' words follow each other, so that one copy moves all of them.
inline bool are_consecutive(const u32* at)
{
    const u32 first = at[0];
    u32 differs = 0;
    for (u32 l = 0; l < u32(lanes); ++l)
        differs |= (at[l] - first) ^ (4 * l);
    return differs == 0;
}

// Loads words by the processor's gather instruction, which GCC does not choose by itself. Lanes outside of `m` keep
// their values. Returns false if the processor has no such instruction.
inline bool gather_words(const char* shared, const u32* at, mask m, u32* to)
{
#if defined(__AVX512F__)
    typedef int words __attribute__((vector_size(64), aligned(4)));
    for (int l = 0; l < lanes; l += 16) {
        words& d = *reinterpret_cast<words*>(to + l);
        const words offset = *reinterpret_cast<const words*>(at + l);
        d = __builtin_ia32_gathersiv16si(d, shared, offset, u16(m >> l), 1);
    }
    return true;
#else
    (void)shared, (void)at, (void)m, (void)to;
    return false;
#endif
}

// The copies, as in gathers.hpp. Registers of inactive lanes keep their values.
template <class M, class R, int N, class Active>
[[gnu::noinline]] void gather_shared(const char* shared, const u32* offset, const Active& active, R* const (&d)[N])
{
    R* to[N];
    for (int n = 0; n < N; ++n)
        to[n] = d[n];
    for (int warp = 0; warp < WARPS; ++warp) {
        const mask m = active[warp];
        if (!m) continue;
        const u32* const at = offset + warp * lanes;
        for (int n = 0; n < N; ++n) {
            if (!to[n]) continue;
            const char* const from = shared + n * sizeof(M);
            R* const its = to[n] + warp * lanes;
            if (sizeof(M) == 4 && sizeof(R) == 4 && m == all && are_consecutive(at)) {
                std::memcpy(its, from + at[0], lanes * 4);
                continue;
            }
            if (sizeof(M) == 4 && gather_words(from, at, m, reinterpret_cast<u32*>(its))) continue;
            for (int l = 0; l < lanes; ++l) {
                if (!(m >> l & 1)) continue;
                M v;
                std::memcpy(&v, from + at[l], sizeof v);
                its[l] = R(v);
            }
        }
    }
}
// For one warp.
template <class M, class R, int N>
[[gnu::always_inline]] inline void scatter_shared(char* shared, const u32* offset, mask m, const R* const (&s)[N])
{
    if (N == 1 && sizeof(M) == 4 && sizeof(R) == 4 && m == all && are_consecutive(offset)) {
        std::memcpy(shared + offset[0], s[0], lanes * 4);
        return;
    }
    for (int l = 0; l < lanes; ++l) {
        if (!(m >> l & 1)) continue;
        M v[N];
        for (int n = 0; n < N; ++n)
            v[n] = M(s[n][l]);
        std::memcpy(shared + offset[l], v, sizeof v);
    }
}

} // namespace
