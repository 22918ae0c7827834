// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/memory_access.h"

#include "check/access.h"
#include "check/global_memory.h"
#include "check/global_races.h"
#include "check/local_memory.h"
#include "check/shared_memory.h"
#include "execute/lane_elements.h"
#include "execute/wide_access.h"
#include "isa/integers.h"
#include "machine/addresses.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace cuda_emulator {

namespace {

template <window W>
[[gnu::always_inline]] inline void check(warp& w, const instruction& i, u32 m, const u64* at, u32 bytes, bool writes)
{
    u64 low, high;
    cell* cells = nullptr;
    if constexpr (W == window::shared) {
        low = reinterpret_cast<u64>(w.shared) + i.shared_low;
        high = reinterpret_cast<u64>(w.shared) + std::min(i.shared_high, w.shared_size);
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
            if (w.shared_check) w.shared_check->note(w, i, m, at, low - i.shared_low, bytes, writes);
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
    if constexpr (W == window::parameter) {
        check_parameters(w, i, m, at, bytes);
    } else {
        check_access(w, i, m, at, bytes, writes);
    }
}

#if defined(__AVX2__)
// Minimum or maximum of eight numbers.
template <class F>
[[gnu::always_inline]] inline u32 fold(__m256i v, F f)
{
    __m128i x = f(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    x = f(x, _mm_shuffle_epi32(x, 0x4e));
    x = f(x, _mm_shuffle_epi32(x, 0xb1));
    return static_cast<u32>(_mm_cvtsi128_si32(x));
}

// Whether `bytes` at each of these offsets are aligned and inside the instruction's shared variable.
[[gnu::always_inline]] inline bool are_in_variable(const warp& w, const instruction& i, const u32 (&first)[4],
                                                   u32 bytes)
{
    const u32 low = i.shared_low, end = std::min(i.shared_high, w.shared_size);
    if (end < low + bytes || (first[0] | first[1] | first[2] | first[3]) & 3) return false;
    return std::max(std::max(first[0] - low, first[1] - low), std::max(first[2] - low, first[3] - low)) <=
           end - low - bytes;
}

// Fast path for the commonest access, a 32-bit load from shared memory by a whole warp. The lanes of each vector load
// one word, or adjacent words. Returns false, without any effect, if the addresses have another pattern, are out of
// bounds or misaligned.
[[gnu::always_inline]] inline bool load_shared_rows(warp& w, const instruction& i)
{
    const u32* const a = slot<u32>(w, i.operands[0]);
    const u32 offset = static_cast<u32>(i.immediate) - w.shared_begin;
    const __m256i up = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    __m256i not_one = _mm256_setzero_si256(), not_side_by_side = not_one, r[4];
    u32 first[4];
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) {
        const __m256i strides = _mm256_sub_epi32(vector_at(a + 8 * v), _mm256_set1_epi32(static_cast<int>(a[8 * v])));
        not_one = _mm256_or_si256(not_one, strides);
        not_side_by_side = _mm256_or_si256(not_side_by_side, _mm256_xor_si256(strides, up));
        first[v] = a[8 * v] + offset;
    }
    const bool one = is_zero(not_one);
    if (!one && !is_zero(not_side_by_side)) return false;
    const u32 bytes = one ? 4 : 32;
    if (!are_in_variable(w, i, first, bytes)) return false;
    if (w.shared_check) {
        u32* const noted = w.shared_check->next_read().by_lane();
    #pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(noted + 8 * v),
                                _mm256_add_epi32(vector_at(a + 8 * v), _mm256_set1_epi32(static_cast<int>(offset))));
        const u32 low = std::min(std::min(first[0], first[1]), std::min(first[2], first[3]));
        const u32 high = std::max(std::max(first[0], first[1]), std::max(first[2], first[3]));
        w.shared_check->note_read(w, i, all_lanes, low, high + bytes - 4, 4);
    }
    if (one) {
    #pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
            r[v] = _mm256_set1_epi32(*reinterpret_cast<const int*>(w.shared + first[v]));
    } else {
    #pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
            r[v] = vector_at(w.shared + first[v]);
    }
    auto* const d = slot<u32>(w, i.operands[1]);
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(d + 8 * v), r[v]);
    return true;
}

// Fast path for the commonest store, of adjacent words.
[[gnu::always_inline]] inline bool store_shared_rows(warp& w, const instruction& i)
{
    const u32* const a = slot<u32>(w, i.operands[0]);
    const u32* const values = slot<u32>(w, i.operands[1]);
    const u32 offset = static_cast<u32>(i.immediate) - w.shared_begin;
    const __m256i up = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    __m256i differs = _mm256_setzero_si256();
    u32 first[4];
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) {
        first[v] = a[8 * v] + offset;
        const __m256i expected = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(a[8 * v])), up);
        differs = _mm256_or_si256(differs, _mm256_xor_si256(vector_at(a + 8 * v), expected));
    }
    if (!is_zero(differs) || !are_in_variable(w, i, first, 32)) return false;
    if (w.shared_check && !w.shared_check->note_quiet_rows(w, i, first)) return false;
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(w.shared + first[v]), vector_at(values + 8 * v));
    return true;
}

// Computes the offsets of a load from shared memory with 32-bit addresses, and records the load for the check. Inactive
// lanes repeat the first active lane's offset. Returns false if a lane is out of bounds or misaligned; the slow path
// reports it.
[[gnu::always_inline]] inline bool find_shared(warp& w, const instruction& i, u32 m, u32 bytes, __m256i (&at)[4])
{
    const u32 begin = i.shared_low, end = std::min(i.shared_high, w.shared_size);
    if (end < begin + bytes) return false;
    const u32* const a = slot<u32>(w, i.operands[0]);
    const __m256i offset = _mm256_set1_epi32(static_cast<int>(static_cast<u32>(i.immediate) - w.shared_begin));
    const __m256i variable = _mm256_set1_epi32(static_cast<int>(begin));
    const __m256i last = _mm256_set1_epi32(static_cast<int>(end - begin - bytes));
    __m256i bad = _mm256_setzero_si256(), bits = bad;
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v)
        at[v] = _mm256_add_epi32(vector_at(a + 8 * v), offset);
    if (m != all_lanes) {
        const __m256i first =
            _mm256_set1_epi32(static_cast<int>(a[__builtin_ctz(m)] + static_cast<u32>(i.immediate) - w.shared_begin));
        __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    #pragma GCC unroll 4
        for (int v = 0; v < 4; ++v, lane = _mm256_slli_epi32(lane, 8)) {
            const __m256i active =
                _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(m)), lane), lane);
            at[v] = _mm256_blendv_epi8(first, at[v], active);
        }
    }
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) {
        const __m256i inside = _mm256_sub_epi32(at[v], variable);
        bad = _mm256_or_si256(bad, _mm256_xor_si256(_mm256_max_epu32(inside, last), last));
        bits = _mm256_or_si256(bits, at[v]);
    }
    const __m256i unaligned = _mm256_and_si256(bits, _mm256_set1_epi32(static_cast<int>(bytes - 1)));
    if (!is_zero(_mm256_or_si256(bad, unaligned))) return false;
    if (w.shared_check) {
        u32* const noted = w.shared_check->next_read().by_lane();
    #pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(noted + 8 * v), at[v]);
        const u32 low = fold(_mm256_min_epu32(_mm256_min_epu32(at[0], at[1]), _mm256_min_epu32(at[2], at[3])),
                             [](__m128i x, __m128i y) { return _mm_min_epu32(x, y); });
        const u32 high = fold(_mm256_max_epu32(_mm256_max_epu32(at[0], at[1]), _mm256_max_epu32(at[2], at[3])),
                              [](__m128i x, __m128i y) { return _mm_max_epu32(x, y); });
        w.shared_check->note_read(w, i, m, low, high, bytes);
    }
    return true;
}

// The same load as load_shared_rows(), for any address pattern and for partial masks. Returns false if the slow path
// must report an error.
[[gnu::noinline]] bool load_shared(warp& w, const instruction& i, u32 m)
{
    __m256i at[4];
    if (!find_shared(w, i, m, 4, at)) return false;
    auto* const d = slot<u32>(w, i.operands[1]);
    alignas(32) u32 r[warp_size];
    #pragma GCC unroll 4
    for (int v = 0; v < 4; ++v)
        _mm256_store_si256(reinterpret_cast<__m256i*>(r + 8 * v), load_words(w.shared, at[v]));
    const u32* const from = r;
    for_lanes(d, m, [=](int l) { return from[l]; });
    return true;
}

#endif

// Fast path for one lane: its address, if it is in bounds and no check can have a finding. Otherwise null, for the
// general path.
template <window W, class A>
[[gnu::always_inline]] inline void* place_of_one(warp& w, const instruction& i, int l, u32 bytes, bool writes)
{
    const u64 at = address_of_lane<W, A>(w, i, l);
    if (W == window::frame || !w.checks) return reinterpret_cast<void*>(at);
    u64 low = 0, high = 0;
    if constexpr (W == window::shared) {
        low = reinterpret_cast<u64>(w.shared) + i.shared_low;
        high = reinterpret_cast<u64>(w.shared) + std::min(i.shared_high, w.shared_size);
    } else if constexpr (W == window::parameter) {
        low = reinterpret_cast<u64>(w.grid->parameter_base);
        high = low + w.grid->code->parameter_bytes;
    } else if constexpr (W == window::flat) {
        const address_range& r = w.ranges[range_index(i, writes)];
        if (r.cells || (w.shared_check && i.order != memory_order::weak)) return nullptr;
        low = r.low;
        high = r.high;
    }
    const bool is_in = high > low && high - low >= bytes && at - low <= high - low - bytes && at % bytes == 0;
    if (!is_in) return nullptr;
    if constexpr (W == window::shared) {
        const auto offset = static_cast<u32>(at - reinterpret_cast<u64>(w.shared));
        if (w.shared_check && writes) {
            if (!w.shared_check->note_quiet_write(w, i, l, offset, bytes)) return nullptr;
        } else if (w.shared_check) {
            w.shared_check->next_read().by_place(offset);
            w.shared_check->note_read(w, i, 1u << l, offset, offset, bytes);
        }
    }
    return reinterpret_cast<void*>(at);
}

// Whether load_wide() and store_wide() apply.
template <window W, class M, class R>
constexpr bool is_wide = W == window::flat && sizeof(M) == sizeof(R) && (sizeof(M) == 4 || sizeof(M) == 8);

template <window W, class A, class M, class R, int N>
void load(warp& w, const instruction& i, u32 m)
{
    if (is_one_lane(m)) {
        const int l = __builtin_ctz(m);
        if (const void* const p = place_of_one<W, A>(w, i, l, sizeof(M) * N, false)) {
            M values[N];
            std::memcpy(values, p, sizeof values);
            for (int k = 0; k < N; ++k)
                if (i.operands[1 + k] != no_operand) slot<R>(w, i.operands[1 + k])[l] = static_cast<R>(values[k]);
            return;
        }
    }
#if defined(__AVX2__)
    if constexpr (W == window::shared && sizeof(A) == 4) {
        __m256i found[4];
        if (find_shared(w, i, m, sizeof(M) * N, found)) {
            alignas(32) u32 offset[warp_size];
            for (int v = 0; v < 4; ++v)
                _mm256_store_si256(reinterpret_cast<__m256i*>(offset + 8 * v), found[v]);
            return load_from<M, R, N>(w, i, m, w.shared, offset);
        }
    }
#endif
    alignas(64) u64 at[warp_size];
    compute_addresses<W, A>(w, i, at);
    if (W != window::frame && w.checks) check<W>(w, i, m, at, sizeof(M) * N, false);
    load_from<M, R, N>(w, i, m, static_cast<const char*>(nullptr), at);
}

// A load by all lanes from one address that the decoder knows: parameters, constants, variables.
template <window W, class M, class R>
void load_one(warp& w, const instruction& i, u32 m)
{
    u64 at = *slot<u64>(w, i.operands[0]) + static_cast<u64>(i.immediate);
    u64 low, high;
    if constexpr (W == window::parameter) {
        low = reinterpret_cast<u64>(w.grid->parameter_base);
        high = low + w.grid->code->parameter_bytes;
        at += low;
    } else {
        const address_range& r = w.ranges[range_index(i, false)];
        low = r.low;
        high = r.high;
        if (w.checks && (i.order != memory_order::weak || r.cells)) return load<W, u64, M, R, 1>(w, i, m);
    }
    const bool inside =
        high > low && high - low >= sizeof(M) && at - low <= high - low - sizeof(M) && at % sizeof(M) == 0;
    if (w.checks && !inside) return load<W, u64, M, R, 1>(w, i, m);
    const R value = static_cast<R>(*reinterpret_cast<const M*>(at));
    for_lanes(slot<R>(w, i.operands[1]), m, [=](int) { return value; });
}

template <window W, class A, class M, class R, int N>
void store(warp& w, const instruction& i, u32 m)
{
    if (is_one_lane(m)) {
        const int l = __builtin_ctz(m);
        if (void* const p = place_of_one<W, A>(w, i, l, sizeof(M) * N, true)) {
            M values[N];
            for (int k = 0; k < N; ++k)
                values[k] = static_cast<M>(slot<R>(w, i.operands[1 + k])[l]);
            std::memcpy(p, values, sizeof values);
            return;
        }
    }
    alignas(64) u64 at[warp_size];
    compute_addresses<W, A>(w, i, at);
    if (W != window::frame && w.checks) check<W>(w, i, m, at, sizeof(M) * N, true);
    store_to<M, R, N>(w, i, m, at);
}

#if defined(__AVX2__)
// Fast path for the commonest accesses: whole warps, with elements as wide as the register. All other accesses, and
// invalid ones, take the general path.
template <class M>
void load_wide(warp& w, const instruction& i, u32 m)
{
    const bool quick = m == all_lanes && (!w.shared_check || i.order == memory_order::weak);
    if (quick && load_lanes<M>(slot<u64>(w, i.operands[0]), static_cast<u64>(i.immediate),
                               w.checks ? &w.ranges[range_index(i, false)] : nullptr, slot<M>(w, i.operands[1])))
        return;
    load<window::flat, u64, M, M, 1>(w, i, m);
}
template <class M>
void store_wide(warp& w, const instruction& i, u32 m)
{
    const bool quick = m == all_lanes && (!w.shared_check || i.order == memory_order::weak);
    if (quick && store_lanes<M>(slot<u64>(w, i.operands[0]), static_cast<u64>(i.immediate),
                                w.checks ? &w.ranges[range_index(i, true)] : nullptr, slot<M>(w, i.operands[1])))
        return;
    store<window::flat, u64, M, M, 1>(w, i, m);
}
void load_shared_words(warp& w, const instruction& i, u32 m)
{
    if (m == all_lanes && load_shared_rows(w, i)) return;
    if (is_one_lane(m) || !load_shared(w, i, m)) load<window::shared, u32, u32, u32, 1>(w, i, m);
}
void store_shared_words(warp& w, const instruction& i, u32 m)
{
    if (m != all_lanes || !store_shared_rows(w, i)) store<window::shared, u32, u32, u32, 1>(w, i, m);
}
#endif

template <bool Load, window W, class A, class M, class R>
handler by_count(int count, bool one_place)
{
    if constexpr (Load && (W == window::parameter || W == window::flat))
        if (count == 1 && one_place) return load_one<W, M, R>;
#if defined(__AVX2__)
    if (count == 1) {
        if constexpr (is_wide<W, M, R>) return Load ? load_wide<M> : store_wide<M>;
        if constexpr (W == window::shared && sizeof(M) == 4 && sizeof(A) == 4)
            return Load ? load_shared_words : store_shared_words;
    }
#endif
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
        return Load && f.sign_extends ? by_count<Load, W, A, std::int8_t, std::int16_t>(f.count, f.one_place)
                                      : by_count<Load, W, A, u8, u16>(f.count, f.one_place);
    case 2:
        return by_count<Load, W, A, u16, u16>(f.count, f.one_place);
    case 4:
        return by_count<Load, W, A, u32, u32>(f.count, f.one_place);
    case 8:
        return by_count<Load, W, A, u64, u64>(f.count, f.one_place);
    case 16:
        return f.count == 1 ? by_count<Load, W, A, quad, quad>(1, f.one_place) : nullptr;
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

void run_fence(warp& w, const instruction& i, u32 m)
{
    // Within the emulated device memory is already in order; only host threads need the fence.
    if (!w.exclusive || i.scope == memory_scope::system) std::atomic_thread_fence(std::memory_order_seq_cst);
    if (w.shared_check) w.shared_check->fence(w, m);
    if (w.races) w.races->fence(w, m, i.scope);
}

} // namespace cuda_emulator
