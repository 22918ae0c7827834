// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges between the lanes of a warp (isa/lane/exchange.h). `m` is the lane mask of the lanes that exchange.
namespace {

// An operand with the same value in all lanes; any other is an array.
struct same_in_all {
    u32 value;
    u32 operator[](int) const { return value; }
};

// d[l] = a[from[l]]
inline void permute(u32* d, const u32* a, const u32* from)
{
#if defined(__AVX512F__) && !defined(__clang__)
    typedef u32 words __attribute__((vector_size(64), aligned(4)));
    const words low = *reinterpret_cast<const words*>(a), high = *reinterpret_cast<const words*>(a + 16);
    for (int l = 0; l < lanes; l += 16)
        *reinterpret_cast<words*>(d + l) =
            __builtin_shuffle(low, high, *reinterpret_cast<const words*>(from + l)); // one instruction
#else
    for (int l = 0; l < lanes; ++l)
        d[l] = a[from[l]];
#endif
}

// Returns the lanes whose source is in range. Lanes outside of `m` keep their `d`.
template <lane::shuffle_mode Mode, class B, class C>
[[gnu::noinline]] mask shuffle(u32* d, const u32* a, B b, C c, mask m)
{
    alignas(64) u32 from[lanes], inside[lanes];
    for (int l = 0; l < lanes; ++l) {
        bool is_inside;
        from[l] = u32(lane::shuffle_source<Mode>(l, b[l], c[l], is_inside));
        inside[l] = is_inside ? all : 0;
    }
    if (m == all) {
        permute(d, a, from);
    } else {
        alignas(64) u32 result[lanes];
        permute(result, a, from);
        for (int l = 0; l < lanes; ++l)
            d[l] = m >> l & 1 ? result[l] : d[l];
    }
    return gather_mask(inside);
}

// Member masks. The lanes with the same mask are a group, which exchanges without the other lanes.
inline bool names_all(const u32* members)
{
    u32 common = all;
    for (int l = 0; l < lanes; ++l)
        common &= members[l];
    return common == all;
}
// Whether the lanes that a mask names have the same mask. Otherwise lanes wait for others, in the interpreter.
inline bool are_whole_groups(const u32* members)
{
    for (mask left = all; left;) {
        const mask named = members[__builtin_ctz(left)];
        if (lane::lanes_with(members, named) != named) return false;
        left &= ~named;
    }
    return true;
}
// Whether each lane takes the value of a lane of its own group. The groups then need no shuffle of their own.
template <lane::shuffle_mode Mode, class B, class C>
[[gnu::noinline]] bool shuffles_in_groups(const u32* members, B b, C c)
{
    u32 differs = 0;
    for (int l = 0; l < lanes; ++l) {
        bool is_inside;
        differs |= members[l] ^ members[lane::shuffle_source<Mode>(l, b[l], c[l], is_inside)];
    }
    return differs == 0 && are_whole_groups(members);
}
// Calls the handler for each group of the warp.
[[gnu::noinline]] void handle_groups(warp_state* w, u32 pc, const u32* members)
{
    u32 groups[lanes]; // the result may overwrite `members`
    std::memcpy(groups, members, sizeof groups);
    for (mask left = all; left;) {
        const mask same = lane::lanes_with(groups, groups[__builtin_ctz(left)]);
        w->handle(w, pc, same);
        left &= ~same;
    }
}

} // namespace
