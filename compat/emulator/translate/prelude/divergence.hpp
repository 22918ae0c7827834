// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divergent threads, and the calls of the interpreter's handlers for some threads of a block. A kernel has many of
// these loops over the warps. As copies in the kernel they would take most of its compilation, so they are calls.
namespace {

// Threads that take a branch: as a span that holds the first or the last thread, or as lane masks.
struct jumping_threads {
    span_of_threads span;
    mask of_warp[WARPS];
    mask operator[](int warp) const { return span.is_one ? span.in_warp(warp) : of_warp[warp]; }
};
// The lanes of each warp whose bits differ from `none`.
struct lanes_of_span {
    const jumping_threads& jumping;
    mask none;
    mask operator[](int warp) const { return jumping[warp] ^ none; }
};
// The threads whose bits differ from `none`, as a span if they are contiguous. At least one thread must differ.
inline span_of_threads span_of(const jumping_threads& jumping, mask none)
{
    if (jumping.span.is_one) return none ? all_but(jumping.span) : jumping.span;
    int first = -1, last = 0, count = 0;
    for (int warp = 0; warp < WARPS; ++warp) {
        const mask m = jumping.of_warp[warp] ^ none;
        if (m == 0) continue;
        if (first < 0) first = warp * lanes + __builtin_ctz(m);
        last = warp * lanes + lanes - 1 - __builtin_clz(m);
        count += __builtin_popcount(m);
    }
    return {count == last - first + 1, first, last};
}
// Only for warps whose mask is not `none`.
template <class T>
[[gnu::noinline]] void put_where(const jumping_threads& jumping, mask none, char* const* registers, u32 place, T base,
                                 T across, T along)
{
    for (int warp = 0; warp < WARPS; ++warp)
        if (jumping[warp] != none) put_in_warp(warp, registers[warp] + place, base, across, along);
}
// Writes a predicate that is known as a span to the register files.
[[gnu::noinline]] void put_masks(char* const* registers, u32 place, span_of_threads s)
{
    if (s.is_one)
        for (int warp = 0; warp < WARPS; ++warp)
            *reinterpret_cast<mask*>(registers[warp] + place) = s.in_warp(warp);
}

// The lanes in which a predicate holds in any warp, and in every warp. The predicate is a span, or in the register
// files.
struct masks_of_warps {
    mask any, every;
};
[[gnu::noinline]] masks_of_warps masks_in_files(char* const* registers, u32 place, bool inverts)
{
    masks_of_warps m{0, all};
    for (int warp = 0; warp < WARPS; ++warp) {
        const mask one = *reinterpret_cast<const mask*>(registers[warp] + place) ^ (inverts ? all : 0);
        m.any |= one;
        m.every &= one;
    }
    return m;
}
CALLED_IF_LARGE masks_of_warps masks_of(span_of_threads s, char* const* registers, u32 place, bool inverts)
{
    if (!s.is_one) return masks_in_files(registers, place, inverts);
    return {s.is_empty() ? 0 : all, s.has_all() ? all : 0};
}
// The threads of a span, or those for which a predicate holds.
CALLED_IF_LARGE jumping_threads threads_of(span_of_threads s, char* const* registers, u32 place, bool inverts)
{
    jumping_threads jumping;
    jumping.span = s;
    for (int warp = 0; warp < WARPS && !s.is_one; ++warp)
        jumping.of_warp[warp] = *reinterpret_cast<const mask*>(registers[warp] + place) ^ (inverts ? all : 0);
    return jumping;
}

// Threads whose bits differ from `none` continue at `pc`, and the others where run() says.
[[gnu::noinline]] void stay_at(warp_state* const* warps, const jumping_threads& jumping, mask none, u32 pc)
{
    for (int warp = 0; warp < WARPS; ++warp) {
        warps[warp]->diverged = jumping[warp] ^ none;
        warps[warp]->diverged_at = pc;
    }
}
// Calls the interpreter's handler for those threads. True: leave, as handle() says.
[[gnu::noinline]] bool handle_some(warp_state* const* warps, const jumping_threads& jumping, mask none, u32 pc)
{
    bool leaves = false;
    for (int warp = 0; warp < WARPS; ++warp)
        if (const mask m = jumping[warp] ^ none) leaves |= warps[warp]->handle(warps[warp], pc, m);
    return leaves;
}
// Collects a register's values of all threads from the register files.
template <class T>
[[gnu::noinline]] void collect(T* to, char* const* registers, u32 place)
{
    for (int warp = 0; warp < WARPS; ++warp)
        std::memcpy(to + warp * lanes, registers[warp] + place, lanes * sizeof *to);
}

} // namespace
