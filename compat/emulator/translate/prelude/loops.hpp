// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over warps, rows and lanes that translated code consists of.

// In the body `l` is the lane in its warp, and `thread` the thread among all. Short rows have no loop of their own.
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
// The lanes of a span within a warp.
#define FROM_LANE (in_span && warp == from_warp ? first_thread % lanes : 0)
#define TO_LANE (in_span && warp == to_warp - 1 ? last_thread % lanes + 1 : row_in_warp)
// Without text for a row, one loop over a warp's short rows: GCC vectorises more of them than loops in loops.
#if ROW < 32
    #define EACH_LANE_OF_WARP _Pragma("GCC ivdep") for (int l = 0; l < lanes; ++l)
    #define LANE_OF_WARP                                                                                               \
        const int thread = warp * lanes + l, row = thread / ROW, column = l % ROW;                                     \
        (void)row;                                                                                                     \
        (void)column;
#else
    #define EACH_LANE_OF_WARP EACH_ROW EACH_LANE
    #define LANE_OF_WARP LANE
#endif
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
