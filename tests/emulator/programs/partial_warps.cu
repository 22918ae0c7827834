// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correct programs that the checks must let pass: warps with lanes that have returned or never were there, groups of a
// warp's lanes, values of other lanes that are thrown away, and structures with padding in shared memory.
// Prints one line per check and exits with the number of failures; a finding makes it exit with 99.
#include "expect.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cuda/atomic>
#include <cuda/functional>
#include <functional>
#include <vector>

namespace cg = cooperative_groups;

namespace {

template <class T>
struct managed {
    explicit managed(int n)
        : size(n)
    {
        cudaMallocManaged(&data, n * sizeof(T));
        cudaMemset(data, 0xa5, n * sizeof(T));
        cudaDeviceSynchronize();
    }
    T& operator[](int k) { return data[k]; }
    T* data;
    int size;
};

struct item { // three bytes of padding behind the first member, four at the end
    char key;
    int value;
    double weight;
    int last;
    __host__ __device__ bool operator==(const item& o) const
    {
        return key == o.key && value == o.value && weight == o.weight && last == o.last;
    }
};
__host__ __device__ item item_of(int k)
{
    item x;
    x.key = static_cast<char>(k * 7 % 31);
    x.value = k;
    x.weight = k / 2.0;
    x.last = -k;
    return x;
}

// --- CUB
template <int Threads>
__global__ void block_primitives(int* out)
{
    using reduce = cub::BlockReduce<int, Threads>;
    using scan = cub::BlockScan<int, Threads>;
    using raking = cub::BlockReduce<int, Threads, cub::BLOCK_REDUCE_RAKING>;
    using sort = cub::BlockRadixSort<unsigned, Threads, 3, item>;
    using exchange = cub::BlockExchange<item, Threads, 2>;
    __shared__ union {
        typename reduce::TempStorage reduce_;
        typename scan::TempStorage scan_;
        typename raking::TempStorage raking_;
        typename sort::TempStorage sort_;
        typename exchange::TempStorage exchange_;
    } storage;
    const int t = threadIdx.x;
    int prefix, total;
    scan(storage.scan_).InclusiveSum(t, prefix, total);
    out[t] = prefix;
    __syncthreads();
    const int sum = reduce(storage.reduce_).Sum(t, Threads - 3);
    __syncthreads();
    const int most = raking(storage.raking_).Reduce(t * 37 % 11, cuda::maximum<>());
    __syncthreads();
    if (t == 0) {
        out[Threads] = sum;
        out[Threads + 1] = most;
    }
    unsigned keys[3];
    item values[3];
    for (int k = 0; k < 3; ++k) {
        keys[k] = (3 * t + k) * 5 % (3 * Threads);
        values[k] = item_of(keys[k]);
    }
    sort(storage.sort_).Sort(keys, values);
    bool good = true;
    for (int k = 0; k < 3; ++k)
        good = good && values[k] == item_of(keys[k]) && (k == 0 || keys[k - 1] <= keys[k]);
    __syncthreads();
    item two[2] = {item_of(2 * t), item_of(2 * t + 1)};
    exchange(storage.exchange_).BlockedToStriped(two);
    good = good && two[0] == item_of(t) && two[1] == item_of(t + Threads);
    out[Threads + 2 + t] = good;
}

template <int Threads>
void check_block_primitives(const char* name)
{
    managed<int> out(2 * Threads + 2);
    block_primitives<Threads><<<1, Threads>>>(out.data);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    bool good = out[Threads] == (Threads - 3) * (Threads - 4) / 2 && out[Threads + 1] == 10;
    for (int t = 0; t < Threads; ++t)
        good = good && out[t] == t * (t + 1) / 2 && out[Threads + 2 + t] == 1;
    EXPECT(name, good);
}

__global__ void warp_primitives(int n, int* out)
{
    using reduce = cub::WarpReduce<int>;
    using halves = cub::WarpReduce<int, 8>;
    using scan = cub::WarpScan<int>;
    __shared__ typename reduce::TempStorage reduce_[2];
    __shared__ typename halves::TempStorage halves_[8];
    __shared__ typename scan::TempStorage scan_[2];
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    const int sum = reduce(reduce_[warp]).Sum(t, max(0, min(32, n - 32 * warp)));
    if (lane == 0) out[warp] = sum;
    const int eight = halves(halves_[t / 8]).Sum(t);
    if (t % 8 == 0) out[2 + t / 8] = eight;
    int prefix, total;
    scan(scan_[warp]).InclusiveSum(t, prefix, total);
    out[16 + t] = prefix;
}

// --- cooperative groups, in warps that have lost lanes
template <int Size>
__device__ int tile_work(int t)
{
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    // Beyond the tile a lane gets its own value.
    int v = tile.shfl_down(t, 1) * 3 + tile.shfl_up(t, 2) * 5 + tile.shfl(t, Size + 1) * 7 + tile.shfl_xor(t, Size / 2);
    v += cg::reduce(tile, t, cg::plus<int>()) + cg::inclusive_scan(tile, t) + cg::exclusive_scan(tile, t);
    return v + tile.ballot(t & 1) + tile.any(t == 5) + tile.match_any(t % 3);
}
int tile_result(int size, int t)
{
    const int first = t / size * size, rank = t % size;
    int v = (rank + 1 < size ? t + 1 : t) * 3 + (rank >= 2 ? t - 2 : t) * 5 + (first + (size + 1) % size) * 7 +
            (first + (rank ^ size / 2));
    unsigned odd = 0, same = 0;
    int any = 0;
    for (int k = 0; k < size; ++k) {
        v += first + k;
        if (k <= rank) v += first + k;
        if (k < rank) v += first + k;
        odd |= unsigned((first + k) & 1) << k;
        same |= unsigned((first + k) % 3 == t % 3) << k;
        any |= first + k == 5;
    }
    return v + int(odd) + any + int(same);
}

__global__ void groups(int n, int* out, int* counters)
{
    const int t = threadIdx.x;
    if (t >= n) return; // n is a multiple of 8
    out[t] = tile_work<4>(t);
    out[64 + t] = tile_work<8>(t);
    const auto left = cg::coalesced_threads();
    out[128 + t] = left.shfl(t, left.size() - 1) - left.shfl_down(t, 1) + left.shfl_up(t, 1);
    out[192 + t] = cg::reduce(left, t, cg::plus<int>()) + cg::reduce(left, t, cg::greater<int>());
    if (t % 3 == 0) { // every third of the lanes that are left
        const auto third = cg::coalesced_threads();
        out[256 + t] = cg::reduce(third, t, cg::plus<int>()) + cg::inclusive_scan(third, t);
        out[320 + t] = third.shfl_up(t, 1) - third.shfl_down(t, 2);
        // One atomic for the group.
        int first = 0;
        if (third.thread_rank() == 0) first = atomicAdd(counters, third.size());
        out[384 + t] = third.shfl(first, 0) + third.thread_rank();
    } else {
        const auto label = cg::labeled_partition(cg::coalesced_threads(), t % 5);
        out[256 + t] = label.size();
        out[320 + t] = label.shfl(t, 0);
        out[384 + t] = cg::reduce(label, t, cg::plus<int>());
    }
}

// One warp waits for data of the other, as before there was cuda::atomic. By PTX the flag is relaxed, and fences order.
__global__ void flag_of_block(int* out)
{
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = out[1] + 1;
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 0) {
        while (flag == 0) {}
        __threadfence_block();
        out[0] = data;
    }
}

// One instruction for two groups of lanes. The upper group has lanes that come only when lane 0 has exchanged.
__global__ void split_groups(int* out)
{
    __shared__ int word;
    cuda::atomic_ref<int, cuda::thread_scope_block> flag(word);
    const int t = static_cast<int>(threadIdx.x);
    const unsigned group = t < 16 ? 0xffffu : 0xffff0000u, with_lane_0 = 0xff000001u;
    if (t == 0) flag.store(0);
    __syncwarp();
    if (t >= 24) __syncwarp(with_lane_0);
    out[t] = __shfl_xor_sync(group, t * 3, 15);
    if (t == 0) __syncwarp(with_lane_0);
    __syncwarp();
    if (t >= 24)
        while (flag.load(cuda::memory_order_acquire) == 0) {}
    out[32 + t] = __shfl_xor_sync(group, t * 3, 1);
    if (t == 0) flag.store(1, cuda::memory_order_release);
    __syncwarp();
    if (t >= 24)
        while (flag.load(cuda::memory_order_acquire) == 1) {}
    out[64 + t] = static_cast<int>(__ballot_sync(group, true));
    if (t == 0) flag.store(2, cuda::memory_order_release);
}

// --- intrinsics with a full mask after some lanes have returned: the others need not be there
__global__ void left_over(int n, int* out)
{
    const int t = threadIdx.x;
    if (t >= n) return;
    out[t] = __ballot_sync(0xffffffff, t & 1);
    out[64 + t] = __any_sync(0xffffffff, t == n - 1) + 2 * __all_sync(0xffffffff, t < n);
    out[128 + t] = __match_any_sync(0xffffffff, t % 4);
    int sum = t;
    for (int k = 16; k > 0; k /= 2) {
        const int other = __shfl_xor_sync(0xffffffff, sum, k);
        sum = max(sum, (t ^ k) < n && (t ^ k) >= 0 ? other : 0); // missing lanes do not count
    }
    out[192 + t] = sum;
    const int next = __shfl_sync(0xffffffff, t, (t + 1) % 8, 8);
    out[256 + t] = next;
}

unsigned lanes_of(int t, int n, const std::function<bool(int)>& f)
{
    unsigned m = 0;
    for (int k = t / 32 * 32; k < n && k < t / 32 * 32 + 32; ++k)
        m |= unsigned(f(k)) << k % 32;
    return m;
}

// --- structures with padding, in the library's own kernels
void device_algorithms()
{
    constexpr int n = 5000;
    managed<double> in(n);
    managed<cub::KeyValuePair<int, double>> least(1);
    managed<item> items(n), chosen(n);
    managed<int> count(1);
    for (int k = 0; k < n; ++k) {
        in[k] = (k * 7919 % n) + 1;
        items[k] = item_of(k);
    }
    in[3210] = 0.5;
    std::size_t bytes = 0;
    void* storage = nullptr;
    cub::DeviceReduce::ArgMin(nullptr, bytes, in.data, least.data, n);
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::ArgMin(storage, bytes, in.data, least.data, n);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("DeviceReduce::ArgMin", least[0].key == 3210 && least[0].value == 0.5);
    auto odd = [] __device__(const item& x) { return x.value % 2 != 0; };
    cub::DeviceSelect::If(nullptr, bytes, items.data, chosen.data, count.data, n, odd);
    cudaMalloc(&storage, bytes);
    cub::DeviceSelect::If(storage, bytes, items.data, chosen.data, count.data, n, odd);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    bool good = count[0] == n / 2;
    for (int k = 0; k < n / 2; ++k)
        good = good && chosen[k] == item_of(2 * k + 1);
    EXPECT("DeviceSelect::If", good);
    auto heavier = [] __device__(const item& a, const item& b) { return a.weight > b.weight; };
    cub::DeviceMergeSort::SortKeys(nullptr, bytes, items.data, n, heavier);
    cudaMalloc(&storage, bytes);
    cub::DeviceMergeSort::SortKeys(storage, bytes, items.data, n, heavier);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    good = true;
    for (int k = 0; k < n; ++k)
        good = good && items[k] == item_of(n - 1 - k);
    EXPECT("DeviceMergeSort::SortKeys", good);
}

} // namespace

int main()
{
    check_block_primitives<20>("20 threads");
    check_block_primitives<33>("33 threads");
    check_block_primitives<48>("48 threads");
    check_block_primitives<64>("64 threads");
    managed<int> out(512);
    managed<int> counters(1);
    warp_primitives<<<1, 64>>>(40, out.data);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    bool good = out[0] == 496 && out[1] == 284;
    for (int t = 0; t < 64; ++t) {
        const int first = t / 32 * 32;
        good = good && out[2 + t / 8] == t / 8 * 64 + 28 && out[16 + t] == (t + first) * (t - first + 1) / 2;
    }
    EXPECT("warp primitives", good);

    constexpr int n = 40;
    counters[0] = 0;
    groups<<<1, 64>>>(n, out.data, counters.data);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    bool tiles = true, left = true, thirds = true;
    for (int t = 0; t < n; ++t) {
        tiles = tiles && out[t] == tile_result(4, t) && out[64 + t] == tile_result(8, t);
        const int first = t / 32 * 32, last = std::min(first + 32, n) - 1;
        left = left && out[128 + t] == last - (t < last ? t + 1 : t) + (t > first ? t - 1 : t) &&
               out[192 + t] == (first + last) * (last - first + 1) / 2 + last;
        if (t % 3 != 0) continue;
        int sum = 0, prefix = 0, rank = 0;
        for (int k = first; k <= last; ++k)
            if (k % 3 == 0) {
                sum += k;
                if (k <= t) prefix += k;
                rank += k < t;
            }
        thirds = thirds && out[256 + t] == sum + prefix && out[384 + t] == (first ? 11 : 0) + rank;
    }
    EXPECT("tiles", tiles);
    EXPECT("coalesced groups", left);
    EXPECT("groups within them", thirds && counters[0] == 14);

    out[1] = 41;
    flag_of_block<<<1, 64>>>(out.data);
    EXPECT("a volatile flag with fences", cudaDeviceSynchronize() == cudaSuccess && out[0] == 42);

    split_groups<<<1, 32>>>(out.data);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    good = true;
    for (int t = 0; t < 32; ++t)
        good = good && out[t] == (t ^ 15) * 3 && out[32 + t] == (t ^ 1) * 3 &&
               out[64 + t] == (t < 16 ? 0xffff : int(0xffff0000u));
    EXPECT("groups of one instruction that come one after the other", good);

    left_over<<<1, 64>>>(n, out.data);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    good = true;
    for (int t = 0; t < n; ++t) {
        const int first = t / 32 * 32, last = std::min(first + 32, n) - 1;
        good = good && out[t] == int(lanes_of(t, n, [](int k) { return k & 1; }));
        good = good && out[64 + t] == (last == n - 1) + 2;
        good = good && out[128 + t] == int(lanes_of(t, n, [t](int k) { return k % 4 == t % 4; }));
        good = good && out[192 + t] == last && out[256 + t] == t / 8 * 8 + (t + 1) % 8;
    }
    EXPECT("what is left of a warp", good);
    device_algorithms();
    return failures;
}
