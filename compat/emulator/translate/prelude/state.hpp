// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text in front of every translated kernel consists of the lane functions (isa/lane) and the files of this folder.
// translate/prelude.cmake gives their order. translate/source.cpp defines ROW, WARPS, PATHS and IS_LARGE before them.
// The text includes few headers: <immintrin.h> alone takes longer to compile than most kernels.

// GCC cannot know the values, because another library may define a variable of this name. None does: the name is long.
alignas(64) unsigned long long cuda_emulator_translation_zeros[32];

namespace {

using namespace cuda_emulator;
using mask = u32;

// Layout of `address_range` in machine/warp.h.
struct range_state {
    u64 low, high;
    u8* cells;
};

// Layout of machine/shared_reads.h.
struct cells {
    u32 low, high;
};
struct touched_cells {
    u32 low, high;
    u64 parts;
};
struct noted_read {
    alignas(64) u32 cell[32];
    u32 mask, count, shift, warp_index;
    const void* at;
    const void* function;
    u32 row, pc, base, across, along;
};
struct noted_reads {
    touched_cells written_now, read_now;
    cells known_written;
    u32 shift, part_shift, uninitialised, noted, kept;
    noted_read* reads;
};

// Layouts of machine/block_access.h.
struct block_access {
    u64 base;
    i64 across, along;
    u32 bytes, pc, row, first, last, low, high, writes;
};
struct scattered_access {
    const u32 *offsets, *masks;
    u32 bytes, pc, low, high, writes;
};

// Layout of machine/translated_paths.h.
struct waiting_path {
    u32 pc, lanes;
};
struct path_list {
    u32 lanes, limit, outer_limit, may_part, count;
    waiting_path waiting[33];
};

// Layout of the first members of `translated_warp` in machine/translated_code.h.
struct warp_state {
    void* warp;
    char* registers;
    char* special;
    char* shared;
    char* parameters;
    char* constants;
    noted_reads* noted;
    range_state* ranges;
    char* stack;
    u64 stack_stride, frame;
    u64 executed, end;
    u64* kept;
    bool (*handle)(warp_state*, u32 pc, u32 mask);
    void (*prepare)(warp_state*);
    u32 shared_size;
    u32 checks;
    u32 kept_at;
    u32 warp_index;
    u32 may_diverge, diverged, diverged_at;
    u32 watched;
    bool (*access)(warp_state*, const block_access&);
    bool (*scattered)(warp_state*, const scattered_access&);
    void (*barrier)(warp_state*);
    bool (*find)(warp_state*, u32 pc, u64 address);
    void *listed, *barriers;
    const void* function;
    path_list* paths;
    u64* waited;
};

constexpr int lanes = 32;                              // lanes of a warp
constexpr int threads = lanes * WARPS;                 // threads that run together, numbered across warps
constexpr int row_in_warp = ROW < lanes ? ROW : lanes; // lanes of a row that are in the same warp
constexpr int first_column(int warp) { return warp * lanes % ROW; }
constexpr int first_row(int warp) { return warp * lanes / ROW; }
// Functions of accesses and comparisons. In a block's code of a large kernel they are calls, because their copies would
// take a good part of its compilation. In small kernels, and in a warp's code, a call would cost as much as the access.
#if WARPS > 1 && IS_LARGE
    #define CALLED_IF_LARGE [[gnu::noinline]]
#else
    #define CALLED_IF_LARGE [[gnu::always_inline]] inline
#endif
// Flags of `pc`: start with the affine registers that a barrier left in `kept`, or only spill them.
constexpr u32 from_kept = 1u << 31, expand = 1u << 30;
constexpr u32 all = ~0u;
// Keeps the compiler from following a value into a loop, and so from giving the loop a second entry.
#define UNKNOWN(value) __asm__("" : "+r"(value))

template <class To, class From>
CUDA_EMULATOR_LANE To bits(From v)
{
    return bits_as<To>(v);
}

// Calls the interpreter's handler with all lanes of each warp. True: leave, because definedness tracking has started.
inline bool handle(warp_state* const* warps, u32 pc)
{
    bool leaves = false;
    if (WARPS > 1) warps[0]->prepare(warps[0]);
    for (int warp = 0; warp < WARPS; ++warp)
        leaves |= warps[warp]->handle(warps[warp], pc, all);
    return leaves;
}

} // namespace
