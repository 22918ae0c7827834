// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of elements between memory and registers.
namespace {

// std::memcpy without a library call.
template <int Bytes>
[[gnu::always_inline]] inline void copy(void* to, const void* from)
{
    constexpr int whole = Bytes / lanes * lanes;
    for (int k = 0; k < whole; k += lanes)
        std::memcpy(static_cast<char*>(to) + k, static_cast<const char*>(from) + k, lanes);
    std::memcpy(static_cast<char*>(to) + whole, static_cast<const char*>(from) + whole, Bytes - whole);
}

// One of adjacent elements.
template <class M>
[[gnu::always_inline]] inline M element(const char* from, int l)
{
    M v;
    std::memcpy(&v, from + i64(sizeof v) * l, sizeof v);
    return v;
}
template <class M>
[[gnu::always_inline]] inline void put_element(char* to, int l, M v)
{
    std::memcpy(to + i64(sizeof v) * l, &v, sizeof v);
}

// Loads a vector of N elements for each thread of a row.
template <class M, class R, int N>
[[gnu::always_inline]] inline void load_row(const char* p, i64 across, int first, R* const (&d)[N])
{
    R* to[N]; // the elements could alias `d`
    for (int n = 0; n < N; ++n)
        to[n] = d[n] ? d[n] + first : nullptr;
    for (int l = 0; l < ROW; ++l) {
        M v[N];
        std::memcpy(v, p + across * l, sizeof v);
        for (int n = 0; n < N; ++n)
            if (to[n]) to[n][l] = R(v[n]);
    }
}
template <class M, class R, int N>
[[gnu::noinline]] void load_vectors(const char* from, const reach& at, R* const (&d)[N])
{
    constexpr i64 adjacent = sizeof(M) * N;
    for (int row = 0; row < threads / ROW; ++row) {
        const char* const p = from + at.base + at.along * row;
        if (at.across == adjacent) {
            load_row<M, R, N>(p, adjacent, row * ROW, d);
        } else {
            load_row<M, R, N>(p, at.across, row * ROW, d);
        }
    }
}
// Copies N elements of memory type M for each thread. `load` fills registers of type R that are contiguous over all
// threads; `store` reads those of the warps.
template <class M, class R, int N>
CALLED_IF_LARGE void load(const char* from, const reach& at, R* const (&d)[N])
{
    if (N > 1) return load_vectors<M, R, N>(from, at, d);
    for (int row = 0; row < threads / ROW; ++row) {
        const char* const p = from + at.base + at.along * row;
        if (sizeof(M) == sizeof(R) && at.across == i64(sizeof(M))) {
            std::memcpy(d[0] + row * ROW, p, sizeof(M) * ROW);
        } else if (at.across == i64(sizeof(M))) { // a loop that becomes vectors
            R* const to = d[0] + row * ROW;
            for (int l = 0; l < ROW; ++l)
                to[l] = R(element<M>(p, l));
        } else if (at.across == 0) {
            M v;
            std::memcpy(&v, p, sizeof v);
            for (int l = 0; l < ROW; ++l)
                d[0][row * ROW + l] = R(v);
        } else if (at.across == 2 * i64(sizeof(M))) {
            load_row<M, R, N>(p, 2 * i64(sizeof(M)), row * ROW, d);
        } else {
            load_row<M, R, N>(p, at.across, row * ROW, d);
        }
    }
}
template <class M, class R, int N>
[[gnu::always_inline]] inline void store_warp(char* to, const reach& at, int warp, const R* const (&s)[N])
{
    for (int r = 0; r < lanes / row_in_warp; ++r) {
        char* const p = to + at.base + at.along * (first_row(warp) + r) + at.across * first_column(warp);
        const int first = r * row_in_warp;
        if (N == 1 && sizeof(M) == sizeof(R) && at.across == i64(sizeof(M))) {
            copy<sizeof(M) * row_in_warp>(p, s[0] + first);
        } else if (N == 1 && at.across == i64(sizeof(M))) {
            const R* const from = s[0] + first;
            _Pragma("GCC ivdep") for (int l = 0; l < row_in_warp; ++l) put_element<M>(p, l, M(from[l]));
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
// `places` gives the registers in the register files.
template <class M, class R, int N>
CALLED_IF_LARGE void store(char* to, const reach& at, char* const* registers, const u32 (&places)[N])
{
    for (int warp = 0; warp < WARPS; ++warp) {
        const R* s[N];
        for (int n = 0; n < N; ++n)
            s[n] = reinterpret_cast<const R*>(registers[warp] + places[n]);
        store_warp<M, R, N>(to, at, warp, s);
    }
}

template <class M, class R, int N>
CALLED_IF_LARGE void load_span(const char* from, const reach& at, int first, int last, R* const (&d)[N])
{
    for (int thread = first; thread <= last; ++thread) {
        M v[N];
        std::memcpy(v, from + at.base + at.across * thread, sizeof v);
        for (int n = 0; n < N; ++n)
            if (d[n]) d[n][thread] = R(v[n]);
    }
}
template <class M, class R, int N>
[[gnu::noinline]] void store_warp_span(char* to, const reach& at, int warp, int from_lane, int to_lane,
                                       const R* const (&s)[N])
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
template <class M, class R, int N>
CALLED_IF_LARGE void store_span(char* to, const reach& at, int first, int last, char* const* registers,
                                const u32 (&places)[N])
{
    for (int warp = first / lanes; warp <= last / lanes; ++warp) {
        const R* s[N];
        for (int n = 0; n < N; ++n)
            s[n] = reinterpret_cast<const R*>(registers[warp] + places[n]);
        store_warp_span<M, R, N>(to, at, warp, warp == first / lanes ? first % lanes : 0,
                                 warp == last / lanes ? last % lanes + 1 : lanes, s);
    }
}

} // namespace
