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

// Copies N elements of memory type M for each thread. `load` fills registers of type R that are contiguous over all
// threads; `store` reads those of one warp.
template <class M, class R, int N>
inline void load(const char* from, const reach& at, R* const (&d)[N])
{
    for (int row = 0; row < threads / ROW; ++row) {
        const char* const p = from + at.base + at.along * row;
        if (N == 1 && sizeof(M) == sizeof(R) && at.across == i64(sizeof(M))) {
            std::memcpy(d[0] + row * ROW, p, sizeof(M) * ROW);
        } else if (N == 1 && at.across == i64(sizeof(M))) { // a loop that becomes vectors
            R* const to = d[0] + row * ROW;
            for (int l = 0; l < ROW; ++l)
                to[l] = R(element<M>(p, l));
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

} // namespace
