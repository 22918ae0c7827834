// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups: tiles of more than one warp. Since sm_80 their barriers lie in shared memory that the device
// reserves; before, in the program's own.
#include "expect.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct values {
    int rank, size, tile, tiles, sum, largest, shuffled, any, all, inclusive, exclusive, neighbour, halves, one;
    double product;
};

template <int Size, class Tile>
__device__ void use(const Tile& tile, int* beside, values& v)
{
    const int rank = int(tile.thread_rank()), value = rank + 100 * int(tile.meta_group_rank());
    v.rank = rank;
    v.size = tile.num_threads();
    v.tile = tile.meta_group_rank();
    v.tiles = tile.meta_group_size();
    v.sum = cg::reduce(tile, value, cg::plus<int>());
    v.largest = cg::reduce(tile, value, cg::greater<int>());
    v.product = cg::reduce(tile, rank < 4 ? 3.0 : 1.0, [](double a, double b) { return a * b; });
    v.shuffled = tile.shfl(value, Size - 3) + tile.shfl(value, 1);
    v.any = tile.any(rank == Size - 1) + 2 * tile.any(rank == Size);
    v.all = tile.all(rank >= 0) + 2 * tile.all(rank != 40);
    v.inclusive = cg::inclusive_scan(tile, value);
    v.exclusive = cg::exclusive_scan(tile, value, cg::plus<int>());
    // What a tile's barrier orders.
    int* const mine = beside + Size * v.tile;
    for (int turn = 0; turn < 3; ++turn) {
        mine[rank] = value + turn;
        tile.sync();
        v.neighbour = mine[(rank + 33) % Size];
        tile.sync();
    }
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    #define RESERVED 1
#else
    #define RESERVED 0
#endif

template <int Size>
__global__ void in_own_memory(values* out)
{
    __shared__ cg::block_tile_memory<1024> memory;
    __shared__ int beside[1024];
    const cg::thread_block block = cg::this_thread_block(memory);
    use<Size>(cg::tiled_partition<Size>(block), beside, out[block.thread_rank()]);
}
// Static and dynamic shared memory lie beside what is reserved.
template <int Size>
__global__ void in_reserved_memory(values* out)
{
#if RESERVED
    __shared__ int marks[3];
    extern __shared__ int beside[];
    const cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x < 3) marks[threadIdx.x] = 7 + threadIdx.x;
    const auto tile = cg::tiled_partition<Size>(block);
    values& v = out[block.thread_rank()];
    use<Size>(tile, beside, v);
    v.halves = cg::reduce(cg::tiled_partition<Size / 2>(tile), 1, cg::plus<int>());
    block.sync();
    v.one = marks[threadIdx.x % 3] - int(threadIdx.x) % 3;
#endif
}

__global__ void registers(unsigned* out)
{
#if RESERVED
    extern __shared__ int dynamic[];
    __shared__ int fixed[10];
    unsigned* o = out;
    const auto read = [&](unsigned value) { *o++ = value; };
    unsigned r;
    fixed[threadIdx.x] = dynamic[threadIdx.x] = 0;
    #define READ(NAME)                                                                                                 \
        asm volatile("mov.u32 %0, %%" NAME ";" : "=r"(r));                                                             \
        read(r)
    READ("reserved_smem_offset_begin");
    READ("reserved_smem_offset_end");
    READ("reserved_smem_offset_cap");
    READ("reserved_smem_offset_0");
    READ("reserved_smem_offset_1");
    READ("total_smem_size");
    READ("aggr_smem_size");
    READ("dynamic_smem_size");
    read(unsigned(__cvta_generic_to_shared(fixed)));
    read(unsigned(__cvta_generic_to_shared(dynamic)));
#endif
}

template <int Size>
static bool are_right(const values* v, int threads, bool reserved)
{
    for (int t = 0; t < threads; ++t) {
        const int tile = t / Size, rank = t % Size, base = 100 * tile;
        const auto sum_below = [&](int n) { return n * (n - 1) / 2 + base * n; };
        const values& is = v[t];
        if (is.rank != rank || is.size != Size || is.tile != tile || is.tiles != threads / Size) return false;
        if (is.sum != sum_below(Size) || is.largest != base + Size - 1 || is.product != 81) return false;
        if (is.shuffled != 2 * base + Size - 2 || is.any != 1 || is.all != 1) return false;
        if (is.inclusive != sum_below(rank + 1) || is.exclusive != sum_below(rank)) return false;
        if (is.neighbour != base + (rank + 33) % Size + 2) return false;
        if (reserved && (is.halves != Size / 2 || is.one != 7)) return false;
    }
    return true;
}

static values* out;
static bool has_reserved;
template <int Size>
static bool work(int threads)
{
    in_own_memory<Size><<<1, threads>>>(out);
    bool right = cudaDeviceSynchronize() == cudaSuccess && are_right<Size>(out, threads, false);
    if (!has_reserved) return right;
    in_reserved_memory<Size><<<1, threads, threads * sizeof(int)>>>(out);
    return right && cudaDeviceSynchronize() == cudaSuccess && are_right<Size>(out, threads, true);
}

int main()
{
    int major = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    has_reserved = major >= 8;
    cudaMallocManaged(&out, 1024 * sizeof *out);
    EXPECT("64", work<64>(64) && work<64>(192) && work<64>(1024));
    EXPECT("128", work<128>(128) && work<128>(640));
    EXPECT("256", work<256>(256) && work<256>(1024));
    EXPECT("512", work<512>(512) && work<512>(1024));
    if (!has_reserved) return failures;
    auto* const r = reinterpret_cast<unsigned*>(out);
    registers<<<1, 1, 500>>>(r);
    EXPECT("registers", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("the reserved region", r[0] == 0 && r[1] <= 1024 && r[2] == 1024 && r[3] == 0 && r[4] + 288 <= r[1]);
    EXPECT("sizes", r[5] >= 540 && r[5] % 128 == 0 && r[6] == 1024 + 48 + 500 && r[7] == 500);
    EXPECT("the program's own comes behind", r[8] >= 1024 && r[9] >= 1024 && r[8] != r[9]);
    cudaFuncAttributes a;
    EXPECT("attributes", cudaFuncGetAttributes(&a, registers) == cudaSuccess && a.sharedSizeBytes == 48);
    registers<<<1, 1, 48 * 1024 - 40>>>(r);
    EXPECT("as much as ever", cudaDeviceSynchronize() == cudaSuccess);
    registers<<<1, 1, 48 * 1024 - 36>>>(r);
    EXPECT("and no more", cudaGetLastError() == cudaErrorInvalidValue);
    return failures;
}
