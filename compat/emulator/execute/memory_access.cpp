// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/memory_access.h"

#include "check/access.h"
#include "check/global_memory.h"
#include "check/local_memory.h"
#include "check/shared_memory.h"
#include "machine/addresses.h"
#include "machine/integers.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace cuda_emulator {

namespace {

struct alignas(16) quad {
    u64 low, high;
};

[[gnu::always_inline]] inline bool consecutive(const u64* at, u64 bytes)
{
    u64 differs = 0;
    for (int l = 0; l < warp_size; ++l)
        differs |= at[l] ^ (at[0] + bytes * l);
    return differs == 0;
}

// Do all lanes of the mask lie in [low, low + room], aligned? One pass of additions and ors, whose sign tells.
[[gnu::always_inline]] inline bool all_inside(const u64* at, u32 m, u64 low, u64 room, u64 alignment)
{
    u64 outside = 0, bits = 0;
    if (m == all_lanes) {
        for (int l = 0; l < warp_size; ++l) {
            const u64 x = at[l] - low;
            outside |= x | (room - x);
            bits |= at[l];
        }
    } else {
        for (int l = 0; l < warp_size; ++l) {
            const u64 active = 0 - u64(m >> l & 1);
            const u64 x = at[l] - low;
            outside |= (x | (room - x)) & active;
            bits |= at[l] & active;
        }
    }
    return (outside >> 63 | (bits & (alignment - 1))) == 0;
}

template <window W>
[[gnu::always_inline]] inline void check(warp& w, const instruction& i, u32 m, const u64* at, u32 bytes, bool writes)
{
    u64 low, high;
    cell* cells = nullptr;
    if constexpr (W == window::shared) {
        low = reinterpret_cast<u64>(w.shared);
        high = low + w.shared_size;
    } else if constexpr (W == window::parameter) {
        low = reinterpret_cast<u64>(w.grid->parameter_base);
        high = low + w.grid->code->parameter_bytes;
    } else if constexpr (W == window::local) {
        low = reinterpret_cast<u64>(w.stack);
        high = low + u64(w.stack_stride) * warp_size;
    } else {
        const address_range& r = w.ranges[range_index(i, writes)];
        low = r.low;
        high = r.high;
        cells = r.cells;
    }
    if (high - low >= bytes && high > low && all_inside(at, m, low, high - low - bytes, bytes)) {
        if constexpr (W == window::shared) {
            if (w.shared_check) w.shared_check->note(w, i, m, at, low, bytes, writes);
        } else if constexpr (W == window::local) {
            check_local(w, i, m, at, bytes, writes);
        } else if constexpr (W == window::flat) {
            if (w.shared_check && i.order != memory_order::weak) w.shared_check->note_global(w, i, m, !writes, writes);
            if (cells) {
                if (writes) {
                    note_global_write(cells, m, at, bytes);
                } else {
                    note_global_read(w, i, cells, m, at, bytes);
                }
            }
        }
        return;
    }
    check_access(w, i, m, at, bytes, writes);
}

#if defined(__AVX2__)
// Eight words from `base` at these offsets. Gathers are slow, and mostly the offsets go up word by word, or are all
// one.
[[gnu::always_inline]] inline __m256i load_words(const char* base, const u32* at)
{
    const __m256i offsets = _mm256_load_si256(reinterpret_cast<const __m256i*>(at));
    const __m256i first = _mm256_set1_epi32(static_cast<int>(at[0]));
    const __m256i steps = _mm256_sub_epi32(offsets, first);
    if (_mm256_testz_si256(steps, steps)) {
        int word;
        std::memcpy(&word, base + at[0], sizeof word);
        return _mm256_set1_epi32(word);
    }
    const __m256i differs = _mm256_xor_si256(steps, _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
    if (_mm256_testz_si256(differs, differs)) return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(base + at[0]));
    return _mm256_i32gather_epi32(reinterpret_cast<const int*>(base), offsets, 1);
}

// The commonest access of all, a 32-bit load from shared memory, by 32-bit offsets and gathers. False: some lane is
// outside or misaligned, and the slow way says which.
template <class A>
[[gnu::always_inline]] inline bool gather_shared(warp& w, const instruction& i, u32 m)
{
    const A* a = slot<A>(w, i.operands[0]);
    const u32 offset = static_cast<u32>(i.immediate) - w.shared_begin;
    alignas(64) u32 own[warp_size];
    u32* at = w.shared_check ? w.shared_check->place_for_read() : own;
    if (m == all_lanes) {
        for (int l = 0; l < warp_size; ++l)
            at[l] = static_cast<u32>(a[l]) + offset;
    } else {
        // Lanes that do not take part read where the first that does reads.
        const u32 first = static_cast<u32>(a[__builtin_ctz(m | 1u << 31)]) + offset;
        for (int l = 0; l < warp_size; ++l)
            at[l] = m >> l & 1 ? static_cast<u32>(a[l]) + offset : first;
    }
    u32 low = ~0u, high = 0, bits = 0;
    for (int l = 0; l < warp_size; ++l) {
        low = std::min(low, at[l]);
        high = std::max(high, at[l]);
        bits |= at[l];
    }
    if (w.shared_size < 4 || high > w.shared_size - 4 || (bits & 3)) return false;
    if (w.shared_check && !w.shared_check->note_quiet_read(w, i, m, low, high)) {
        std::memcpy(own, at, sizeof own); // the place will hold what the check makes of it
        at = own;
        w.shared_check->note(w, i, m, at, 0, 4, false);
    }
    auto* d = slot<u32>(w, i.operands[1]);
    alignas(64) u32 r[warp_size];
    for (int k = 0; k < warp_size; k += 8)
        _mm256_store_si256(reinterpret_cast<__m256i*>(r + k), load_words(w.shared, at + k));
    const u32* from = r;
    for_lanes(d, m, [=](int l) { return from[l]; });
    return true;
}
#endif

template <window W, class A, class M, class R, int N>
void load(warp& w, const instruction& i, u32 m)
{
#if defined(__AVX2__)
    if constexpr (W == window::shared && N == 1 && sizeof(M) == 4 && sizeof(A) == 4) {
        if (gather_shared<A>(w, i, m)) return;
    }
#endif
    alignas(64) u64 at[warp_size];
    compute_addresses<W, A>(w, i, at);
    if (W != window::frame && w.checks) check<W>(w, i, m, at, sizeof(M) * N, false);
    if constexpr (N == 1 && sizeof(M) == sizeof(R)) {
        R* d = slot<R>(w, i.operands[1]);
        if (m == all_lanes && consecutive(at, sizeof(M))) {
            std::memcpy(d, reinterpret_cast<const void*>(at[0]), sizeof(M) * warp_size);
            return;
        }
    }
    if constexpr (N == 1) {
        R* d = slot<R>(w, i.operands[1]);
        each_lane(m, [&](int l) { d[l] = static_cast<R>(*reinterpret_cast<const M*>(at[l])); });
    } else {
        R* d[N];
        R unused[warp_size];
        for (int k = 0; k < N; ++k)
            d[k] = i.operands[1 + k] == no_operand ? unused : slot<R>(w, i.operands[1 + k]);
        each_lane(m, [&](int l) {
            const M* p = reinterpret_cast<const M*>(at[l]);
            for (int k = 0; k < N; ++k)
                d[k][l] = static_cast<R>(p[k]);
        });
    }
}

template <window W, class A, class M, class R, int N>
void store(warp& w, const instruction& i, u32 m)
{
    alignas(64) u64 at[warp_size];
    compute_addresses<W, A>(w, i, at);
    if (W != window::frame && w.checks) check<W>(w, i, m, at, sizeof(M) * N, true);
    const R* s[N];
    for (int k = 0; k < N; ++k)
        s[k] = slot<R>(w, i.operands[1 + k]);
    if constexpr (N == 1 && sizeof(M) == sizeof(R)) {
        if (m == all_lanes && consecutive(at, sizeof(M))) {
            std::memcpy(reinterpret_cast<void*>(at[0]), s[0], sizeof(M) * warp_size);
            return;
        }
    }
    each_lane(m, [&](int l) {
        M* p = reinterpret_cast<M*>(at[l]);
        for (int k = 0; k < N; ++k)
            p[k] = static_cast<M>(s[k][l]);
    });
}

template <bool Load, window W, class A, class M, class R>
handler by_count(int count)
{
    switch (count) {
    case 1:
        return Load ? load<W, A, M, R, 1> : store<W, A, M, R, 1>;
    case 2:
        return Load ? load<W, A, M, R, 2> : store<W, A, M, R, 2>;
    case 4:
        return Load ? load<W, A, M, R, 4> : store<W, A, M, R, 4>;
    default:
        return nullptr;
    }
}
template <bool Load, window W, class A>
handler by_width(const access_form& f)
{
    switch (f.bytes) {
    case 1:
        return Load && f.sign_extends ? by_count<Load, W, A, std::int8_t, std::int16_t>(f.count)
                                      : by_count<Load, W, A, u8, u16>(f.count);
    case 2:
        return by_count<Load, W, A, u16, u16>(f.count);
    case 4:
        return by_count<Load, W, A, u32, u32>(f.count);
    case 8:
        return by_count<Load, W, A, u64, u64>(f.count);
    case 16:
        return f.count == 1 ? by_count<Load, W, A, quad, quad>(1) : nullptr;
    default:
        return nullptr;
    }
}
template <bool Load>
handler find(const access_form& f)
{
    switch (f.where) {
    case window::flat:
        return by_width<Load, window::flat, u64>(f);
    case window::shared:
        return f.wide_address ? by_width<Load, window::shared, u64>(f) : by_width<Load, window::shared, u32>(f);
    case window::local:
        return f.wide_address ? by_width<Load, window::local, u64>(f) : by_width<Load, window::local, u32>(f);
    case window::frame:
        return by_width<Load, window::frame, u64>(f);
    case window::parameter:
        return Load ? by_width<Load, window::parameter, u64>(f) : nullptr;
    }
    return nullptr;
}

} // namespace

handler find_load(const access_form& f) { return find<true>(f); }
handler find_store(const access_form& f) { return find<false>(f); }

void run_fence(warp& w, const instruction&, u32 m)
{
    // Lanes and blocks see memory in order here already; threads of the host need the fence.
    if (!w.exclusive) std::atomic_thread_fence(std::memory_order_seq_cst);
    if (w.shared_check) w.shared_check->fence(w, m);
}

} // namespace cuda_emulator
