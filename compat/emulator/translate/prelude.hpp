// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In front of every translated kernel. The text is a part of the emulated device, see translate/source.cpp; ROW and
// WARPS are defined before it.
// Few headers: <immintrin.h> alone takes longer to compile than most kernels.
#include <cstdint>
#include <cstring>

namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;
using mask = u32;

// As `address_range` of machine/warp.h.
struct range_state {
    u64 low, high;
    u8* cells;
};

// As in machine/shared_reads.h.
struct cells {
    u32 low, high;
};
struct noted_read {
    alignas(64) u32 cell[32];
    u32 mask, count, shift, warp_index;
    const void* at;
    const void* function;
    u32 row, pc, base, across, along;
};
struct noted_reads {
    cells written_now, read_now, known_written;
    u32 shift, uninitialised, noted, kept;
    noted_read* reads;
};

// As in machine/block_access.h.
struct block_access {
    u64 base;
    i64 across, along;
    u32 bytes, pc, row, first, last, low, high, writes;
};

// The first lines of `translated_warp` in machine/translated_code.h.
struct warp_state {
    void* warp;
    char* registers;
    char* special;
    char* shared;
    char* parameters;
    char* constants;
    noted_reads* noted;
    range_state* ranges;
    u64 executed, end;
    u64* kept;
    bool (*handle)(warp_state*, u32 pc, u32 mask);
    void (*prepare)(warp_state*);
    u32 shared_size;
    u32 checks;
    u32 kept_at;
    u32 warp_index;
    u32 may_part, parted, parted_at;
    u32 watched;
    bool (*access)(warp_state*, const block_access&);
    void (*barrier)(warp_state*);
    bool (*find)(warp_state*, u32 pc, u64 address);
    void *listed, *barriers;
    const void* function;
};

constexpr int lanes = 32;                              // of a warp
constexpr int threads = lanes * WARPS;                 // that go on together, numbered through
constexpr int row_in_warp = ROW < lanes ? ROW : lanes; // so many lanes of a row are in the same warp
constexpr int first_column(int warp) { return warp * lanes % ROW; }
constexpr int first_row(int warp) { return warp * lanes / ROW; }
// Instead of an entry: with the even registers that a barrier left in `kept`; or only to put these into their places.
constexpr u32 from_kept = 1u << 31, expand = 1u << 30;
constexpr u32 all = ~0u;

template <class To, class From>
inline To bits(From v)
{
    To r;
    static_assert(sizeof r == sizeof v);
    std::memcpy(&r, &v, sizeof r);
    return r;
}

inline f32 canonical(f32 v) { return v != v ? bits<f32>(0x7fffffffu) : v; }
inline f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
inline f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
inline f32 root(f32 a) { return __builtin_sqrtf(a); }
inline f64 root(f64 a) { return __builtin_sqrt(a); }

// An even register's value in a lane.
template <class T>
inline T in_lane(T base, T across, T along, int row, int column)
{
    return T(base + across * T(column) + along * T(row));
}
template <class T>
inline T in_lane(T base, T across, T along, int l)
{
    return in_lane(base, across, along, l / ROW, l % ROW);
}

inline u32 gather_mask(const u8* of_lane)
{
#if defined(__AVX2__)
    typedef char bytes_of_lanes __attribute__((vector_size(lanes)));
    return u32(__builtin_ia32_pmovmskb256(*reinterpret_cast<const bytes_of_lanes*>(of_lane)));
#else
    u32 m = 0;
    for (int l = 0; l < lanes; ++l)
        m |= u32(of_lane[l] & 1) << l;
    return m;
#endif
}

// Scalars into the warps' registers, for those who know 32 values only; and of one warp back, where they are even.
template <class T>
inline void put_in_warp(int warp, char* place, T base, T across, T along)
{
    T* const d = reinterpret_cast<T*>(place);
    for (int l = 0; l < lanes; ++l)
        d[l] = in_lane(base, across, along, warp * lanes + l);
}
template <class T>
[[gnu::noinline]] void put(char* const* registers, u32 place, T base, T across, T along)
{
    for (int warp = 0; warp < WARPS; ++warp)
        put_in_warp(warp, registers[warp] + place, base, across, along);
}
// Of those warps whose mask is not `none`.
template <class T>
[[gnu::noinline]] void put_where(const mask* of_warp, mask none, char* const* registers, u32 place, T base, T across,
                                 T along)
{
    for (int warp = 0; warp < WARPS; ++warp)
        if (of_warp[warp] != none) put_in_warp(warp, registers[warp] + place, base, across, along);
}
template <class T>
void put_span(int first, int last, char* const* registers, u32 place, T base, T across, T along)
{
    for (int thread = first; thread <= last; ++thread)
        reinterpret_cast<T*>(registers[thread / lanes] + place)[thread % lanes] = in_lane(base, across, along, thread);
}
template <class T>
[[gnu::noinline]] bool take(const char* place, T& base, T& across, T& along, bool uniform)
{
    const T* const d = reinterpret_cast<const T*>(place);
    base = d[0];
    across = uniform || ROW == 1 ? T(0) : T(d[1 % lanes] - d[0]);
    along = uniform || ROW >= lanes ? T(0) : T(d[ROW % lanes] - d[0]);
    T differs = 0;
    for (int l = 0; l < lanes; ++l)
        differs |= T(d[l] ^ in_lane(base, across, along, l));
    return differs == 0;
}

// Even addresses.
struct reach {
    u64 base;
    i64 across, along;

    bool steps_are_small() const
    {
        return u64(across + (i64(1) << 32)) < (u64(1) << 33) && u64(along + (i64(1) << 32)) < (u64(1) << 33);
    }
    u64 lowest() const
    {
        return base + u64(across < 0 ? across * (ROW - 1) : 0) + u64(along < 0 ? along * (threads / ROW - 1) : 0);
    }
    u64 highest() const
    {
        return base + u64(across > 0 ? across * (ROW - 1) : 0) + u64(along > 0 ? along * (threads / ROW - 1) : 0);
    }
    bool is_aligned(u64 bytes) const { return ((base | u64(across) | u64(along)) & (bytes - 1)) == 0; }
    [[gnu::always_inline]] bool inside(u64 low, u64 high, u64 bytes) const
    {
        return steps_are_small() && is_aligned(bytes) && lie_inside(lowest(), highest(), low, high, bytes);
    }
    // Of these threads alone, of a block that is one row.
    bool inside(int first_thread, int last_thread, u64 low, u64 high, u64 bytes) const
    {
        const u64 first = base + u64(across) * u64(first_thread), last = base + u64(across) * u64(last_thread);
        return steps_are_small() && is_aligned(bytes) &&
               (across < 0 ? lie_inside(last, first, low, high, bytes) : lie_inside(first, last, low, high, bytes));
    }

private:
    [[gnu::always_inline]] static bool lie_inside(u64 first, u64 last, u64 low, u64 high, u64 bytes)
    {
        return high > low && first >= low && first <= last && high - low >= bytes && last >= low &&
               last - low <= high - low - bytes;
    }
};

// A span: threads that lie side by side, from the first to the last. Its code shadows these names.
constexpr bool in_span = false;
constexpr int first_thread = 0, last_thread = threads - 1;
constexpr int from_warp = 0, to_warp = WARPS;
struct span_of_threads {
    bool is_one;
    int first, last;
};
// Are the threads whose bits differ from `none` such ones? There is one of them.
inline span_of_threads span_of(const mask (&of_warp)[WARPS], mask none)
{
    int first = -1, last = 0, count = 0;
    for (int warp = 0; warp < WARPS; ++warp) {
        const mask m = of_warp[warp] ^ none;
        if (m == 0) continue;
        if (first < 0) first = warp * lanes + __builtin_ctz(m);
        last = warp * lanes + lanes - 1 - __builtin_clz(m);
        count += __builtin_popcount(m);
    }
    return {count == last - first + 1, first, last};
}

// Memory of which it is asked what is written has a cell of one byte for each four, see memory/written_bytes.h.
constexpr u8 whole_cell = 0x0f;
inline bool are_whole(const u8* cells, u64 count)
{
    u64 all_of_them = ~0ull;
    for (; count >= 8; count -= 8, cells += 8) {
        u64 eight;
        std::memcpy(&eight, cells, sizeof eight);
        all_of_them &= eight;
    }
    for (; count; --count)
        all_of_them &= 0x0101010101010101u * *cells++;
    return all_of_them == 0x0101010101010101u * whole_cell;
}
// Of threads that lie side by side in a row, `begin` the first one's place.
inline bool are_written(const u8* cells, u64 begin, i64 across, int count, u32 bytes)
{
    if (across == i64(bytes)) return are_whole(cells + begin / 4, u64(count) * bytes / 4);
    for (int l = 0; l < (across ? count : 1); ++l)
        if (!are_whole(cells + (begin + u64(across * l)) / 4, bytes / 4)) return false;
    return true;
}
[[gnu::noinline]] bool are_written(const u8* cells, const reach& at, u32 bytes)
{
    if (bytes % 4) return false;
    for (int row = 0; row < (at.along ? threads / ROW : 1); ++row)
        if (!are_written(cells, at.base + u64(at.along * row), at.across, ROW, bytes)) return false;
    return true;
}
inline void mark_written(u8* cells, u64 begin, i64 across, int count, u32 bytes)
{
    if (across == i64(bytes)) {
        std::memset(cells + begin / 4, whole_cell, u64(count) * bytes / 4);
    } else {
        for (int l = 0; l < count; ++l)
            std::memset(cells + (begin + u64(across * l)) / 4, whole_cell, bytes / 4);
    }
}
[[gnu::noinline]] void mark_written(u8* cells, const reach& at, u32 bytes)
{
    for (int row = 0; row < threads / ROW; ++row)
        mark_written(cells, at.base + u64(at.along * row), at.across, ROW, bytes);
}

// Code of a whole block asks for the memory that it has not met before. The handlers say what is wrong.
[[gnu::always_inline]] inline bool lies_in(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    const range_state& r = w->ranges[range];
    return at.inside(r.low, r.high, bytes) ||
           (w->watched && w->find(w, pc, at.base) && at.inside(r.low, r.high, bytes));
}
[[gnu::always_inline]] inline bool may_read(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    if (!w->checks) return true;
    if (!lies_in(w, at, range, bytes, pc)) return false;
    const u8* const cells = w->ranges[range].cells;
    return !cells || are_written(cells, at, bytes);
}
[[gnu::always_inline]] inline bool may_write(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    if (!w->checks) return true;
    if (!lies_in(w, at, range, bytes, pc)) return false;
    u8* const cells = w->ranges[range].cells;
    if (cells && bytes % 4) return false;
    if (cells) mark_written(cells, at, bytes);
    return true;
}
// Shared memory: `at` is an offset there. Where it is asked what touches it, a load that meets nothing written since
// the last barrier is noted, as `note_quiet_read` of check/shared_memory.h does. All else is the handlers'.
//
// Code of a whole block lists what it does there, see check/block_accesses.h.
inline bool is_listed(warp_state* w, const reach& at, u32 bytes, u32 pc, bool writes)
{
    return !w->access || w->access(w, {at.base, at.across, at.along, bytes, pc, ROW, 0, threads - 1, u32(at.lowest()),
                                       u32(at.highest()), writes});
}
inline bool is_listed(warp_state* w, const reach& at, int first, int last, u32 bytes, u32 pc, bool writes)
{
    if (!w->access) return true;
    const u32 one = u32(at.base + u64(at.across) * u64(first)), other = u32(at.base + u64(at.across) * u64(last));
    return w->access(w, {at.base, at.across, at.along, bytes, pc, ROW, u32(first), u32(last), one < other ? one : other,
                         one < other ? other : one, writes});
}
[[gnu::always_inline]] inline bool may_load_shared(warp_state* w, const reach& at, u32 bytes, u32 pc, u32 from, u32 to)
{
    if (!at.inside(from, to, bytes)) return false;
    if (WARPS > 1) return is_listed(w, at, bytes, pc, false);
    noted_reads* const n = w->noted;
    if (!n) return true;
    const u32 low = u32(at.lowest()) >> n->shift, high = (u32(at.highest()) + bytes - 1) >> n->shift;
    if (n->written_now.low <= high && low <= n->written_now.high) return false;
    if (n->uninitialised && !(n->known_written.low <= low && high <= n->known_written.high)) return false;
    if (n->noted == n->kept) return false;
    if (low < n->read_now.low) n->read_now.low = low;
    if (high > n->read_now.high) n->read_now.high = high;
    noted_read& r = n->reads[n->noted++];
    r.mask = all;
    r.count = bytes >> n->shift;
    r.shift = n->shift;
    r.warp_index = w->warp_index;
    r.function = w->function;
    r.row = ROW;
    r.pc = pc;
    r.base = u32(at.base);
    r.across = u32(at.across);
    r.along = u32(at.along);
    return true;
}
inline bool may_store_shared(warp_state* w, const reach& at, u32 bytes, u32 pc, u32 from, u32 to)
{
    return !w->noted && at.inside(from, to, bytes) && (WARPS == 1 || is_listed(w, at, bytes, pc, true));
}

// As std::memcpy, without a call.
template <int Bytes>
[[gnu::always_inline]] inline void copy(void* to, const void* from)
{
    constexpr int whole = Bytes / lanes * lanes;
    for (int k = 0; k < whole; k += lanes)
        std::memcpy(static_cast<char*>(to) + k, static_cast<const char*>(from) + k, lanes);
    std::memcpy(static_cast<char*>(to) + whole, static_cast<const char*>(from) + whole, Bytes - whole);
}

// N elements of memory type M for each thread, to registers of type R that lie together; or from those of one warp.
template <class M, class R, int N>
inline void load(const char* from, const reach& at, R* const (&d)[N])
{
    for (int row = 0; row < threads / ROW; ++row) {
        const char* const p = from + at.base + at.along * row;
        if (N == 1 && sizeof(M) == sizeof(R) && at.across == i64(sizeof(M))) {
            std::memcpy(d[0] + row * ROW, p, sizeof(M) * ROW);
        } else if (at.across == 0) {
            M v[N];
            std::memcpy(v, p, sizeof v);
            for (int n = 0; n < N; ++n)
                if (d[n])
                    for (int l = 0; l < ROW; ++l)
                        d[n][row * ROW + l] = R(v[n]);
        } else {
            for (int l = 0; l < ROW; ++l) {
                M v[N];
                std::memcpy(v, p + at.across * l, sizeof v);
                for (int n = 0; n < N; ++n)
                    if (d[n]) d[n][row * ROW + l] = R(v[n]);
            }
        }
    }
}
template <class M, class R, int N>
inline void store(char* to, const reach& at, int warp, const R* const (&s)[N])
{
    for (int r = 0; r < lanes / row_in_warp; ++r) {
        char* const p = to + at.base + at.along * (first_row(warp) + r) + at.across * first_column(warp);
        const int first = r * row_in_warp;
        if (N == 1 && sizeof(M) == sizeof(R) && at.across == i64(sizeof(M))) {
            copy<sizeof(M) * row_in_warp>(p, s[0] + first);
        } else {
            for (int l = 0; l < row_in_warp; ++l) {
                M v[N];
                for (int n = 0; n < N; ++n)
                    v[n] = M(s[n][first + l]);
                std::memcpy(p + at.across * l, v, sizeof v);
            }
        }
    }
}

// The same of a span.
inline bool lies_in(warp_state* w, const reach& at, int first, int last, u32 range, u32 bytes, u32 pc)
{
    const range_state& r = w->ranges[range];
    return at.inside(first, last, r.low, r.high, bytes) ||
           (w->watched && w->find(w, pc, at.base + u64(at.across) * u64(first)) &&
            at.inside(first, last, r.low, r.high, bytes));
}
inline bool may_read(warp_state* w, const reach& at, int first, int last, u32 range, u32 bytes, u32 pc)
{
    if (!w->checks) return true;
    if (!lies_in(w, at, first, last, range, bytes, pc)) return false;
    const u8* const cells = w->ranges[range].cells;
    const u64 begin = at.base + u64(at.across) * u64(first);
    return !cells || (bytes % 4 == 0 && are_written(cells, begin, at.across, last - first + 1, bytes));
}
inline bool may_write(warp_state* w, const reach& at, int first, int last, u32 range, u32 bytes, u32 pc)
{
    if (!w->checks) return true;
    if (!lies_in(w, at, first, last, range, bytes, pc)) return false;
    u8* const cells = w->ranges[range].cells;
    if (cells && bytes % 4) return false;
    if (cells) mark_written(cells, at.base + u64(at.across) * u64(first), at.across, last - first + 1, bytes);
    return true;
}
inline bool may_load_shared(warp_state* w, const reach& at, int first, int last, u32 bytes, u32 pc, u32 from, u32 to)
{
    return at.inside(first, last, from, to, bytes) && is_listed(w, at, first, last, bytes, pc, false);
}
inline bool may_store_shared(warp_state* w, const reach& at, int first, int last, u32 bytes, u32 pc, u32 from, u32 to)
{
    return at.inside(first, last, from, to, bytes) && is_listed(w, at, first, last, bytes, pc, true);
}
template <class M, class R, int N>
inline void load_span(const char* from, const reach& at, int first, int last, R* const (&d)[N])
{
    for (int thread = first; thread <= last; ++thread) {
        M v[N];
        std::memcpy(v, from + at.base + at.across * thread, sizeof v);
        for (int n = 0; n < N; ++n)
            if (d[n]) d[n][thread] = R(v[n]);
    }
}
template <class M, class R, int N>
inline void store_span(char* to, const reach& at, int warp, int from_lane, int to_lane, const R* const (&s)[N])
{
    char* const p = to + at.base + at.across * (warp * lanes);
    if (N == 1 && sizeof(M) == sizeof(R) && at.across == i64(sizeof(M))) {
        if (to_lane - from_lane == lanes) {
            copy<sizeof(M) * lanes>(p, s[0]);
        } else {
            _Pragma("GCC ivdep") for (int l = from_lane; l < to_lane; ++l) reinterpret_cast<M*>(p)[l] = M(s[0][l]);
        }
        return;
    }
    for (int l = from_lane; l < to_lane; ++l) {
        M v[N];
        for (int n = 0; n < N; ++n)
            v[n] = M(s[n][l]);
        std::memcpy(p + at.across * l, v, sizeof v);
    }
}

// The interpreter's handler, with all lanes of each warp. True: leave, values are followed now.
inline bool handle(warp_state* const* warps, u32 pc)
{
    bool leaves = false;
    if (WARPS > 1) warps[0]->prepare(warps[0]);
    for (int warp = 0; warp < WARPS; ++warp)
        leaves |= warps[warp]->handle(warps[warp], pc, all);
    return leaves;
}

// Does an even 32-bit value, seen as signed or not, go from its first lane to its last without wrapping?
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

// Of an even value and one that all lanes have: mostly the lanes agree, and the first and the last tell, for `f` is one
// of
// <, <=, > and >=. T is the type that is compared.
template <class T, class F>
inline void compare(mask (&m)[WARPS], u32 base, u32 across, u32 along, u32 other, F f)
{
    const bool is_signed = T(-1) < T(0);
    const bool stays = is_signed ? stays_signed(base, across, along) : stays_unsigned(base, across, along);
    if (stays) {
        const reach at{is_signed ? u64(i64(i32(base))) : u64(base), i32(across), i32(along)};
        const bool low = f(T(at.lowest()), T(other)), high = f(T(at.highest()), T(other));
        if (low == high) {
            for (mask& one : m)
                one = low ? all : 0;
            return;
        }
    }
    for (int warp = 0; warp < WARPS; ++warp) {
        if (WARPS > 1 && ROW >= lanes) { // the same of a warp, of which no row ends within it
            const T first = T(in_lane<u32>(base, across, along, warp * lanes));
            const T last = T(in_lane<u32>(base, across, along, warp * lanes + lanes - 1));
            if (stays && f(first, T(other)) == f(last, T(other))) {
                m[warp] = f(first, T(other)) ? all : 0;
                continue;
            }
        }
        alignas(32) u8 of_lane[lanes];
        _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l) of_lane[l] =
            f(T(in_lane<u32>(base, across, along, warp * lanes + l)), T(other)) ? 0xff : 0;
        m[warp] = gather_mask(of_lane);
    }
}

} // namespace

// What is done with each warp, in each of its rows, and then in each lane: `l` in the warp, `thread` of all. Short rows
// have no loop of their own.
#if WARPS == 1
constexpr int warp = 0;
    #define EACH_WARP
    #define ITS_PLACES
#else
    #define EACH_WARP for (int warp = from_warp; warp < to_warp; ++warp)
    #define ITS_PLACES                                                                                                 \
        char* const R = registers[warp];                                                                               \
        char* const X = special[warp];                                                                                 \
        (void)R;                                                                                                       \
        (void)X;
#endif
// A span's lanes in a warp.
#define FROM_LANE (in_span && warp == from_warp ? first_thread % lanes : 0)
#define TO_LANE (in_span && warp == to_warp - 1 ? last_thread % lanes + 1 : row_in_warp)
#if ROW >= 8
    #define EACH_ROW for (int r = 0, row = first_row(warp); r < lanes / row_in_warp; ++r, ++row)
    #define EACH_LANE _Pragma("GCC ivdep") for (int k = FROM_LANE; k < TO_LANE; ++k)
    #define LANE                                                                                                       \
        const int l = r * row_in_warp + k;                                                                             \
        const int column = first_column(warp) + k;                                                                     \
        const int thread = warp * lanes + l;                                                                           \
        (void)column;                                                                                                  \
        (void)thread;
#else
    #define EACH_ROW
    #define EACH_LANE _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l)
    #define LANE                                                                                                       \
        const int thread = warp * lanes + l, row = thread / ROW, column = l % ROW;                                     \
        (void)row;                                                                                                     \
        (void)column;
#endif
