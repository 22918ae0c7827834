// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of a warp that meet at an exchange, although they come from different places: from two calls of a function, by
// pointers, in recursion, at two instructions, or in loops with different trip counts, which nvcc unrolls. PTX lets
// them meet, because the instructions are alike and name the same lanes.
// Prints one line per check and exits with the number of failures; a finding makes it exit with 99.
#include "expect.h"

#include <vector>

namespace {

constexpr unsigned all = 0xffffffffu;
constexpr int width = 32;

template <class T>
__device__ __noinline__ T from_opposite(T value)
{
    value += 1; // a register of the function
    return __shfl_xor_sync(all, value, 16) + value;
}

__device__ __noinline__ unsigned votes(bool mine, bool asks)
{
    unsigned result = 7;
    if (asks) result = __ballot_sync(0x0fffffffu, mine);
    return result;
}

__device__ __noinline__ int sum_of_tile(int value, unsigned tile)
{
    for (int step = 4; step > 0; step /= 2)
        value += __shfl_xor_sync(tile, value, step);
    return value;
}

__device__ __noinline__ unsigned equal_lanes(int value)
{
    const unsigned mask = __match_any_sync(all, value);
    return mask + __reduce_add_sync(all, value);
}

__device__ __noinline__ int of_depth(int depth, int value)
{
    int below = 0;
    if (depth > 0) below = of_depth(depth - 1, value + 1000);
    return below + __shfl_xor_sync(all, value, 1) * (depth + 1);
}

__device__ __noinline__ int twice(int v) { return __shfl_xor_sync(all, v * 2, 3); }
__device__ int (*pointer)(int) = twice;

__global__ void two_places(int* ints, double* doubles, unsigned* ballots, unsigned* matches)
{
    const int l = threadIdx.x;
    int i;
    double d;
    if (l % 2) {
        i = from_opposite(l) * 3;
        d = from_opposite(l * 0.5);
        matches[l] = equal_lanes(l / 8);
    } else {
        d = l;
        i = from_opposite(l + 100);
        d += from_opposite(l * 0.25);
        matches[l] = equal_lanes(l / 8) + 1;
    }
    ints[l] = i;
    doubles[l] = d;
    if (l < 12) {
        ballots[l] = votes(l % 3 == 0, true);
    } else {
        ballots[l] = votes(l % 5 == 0, l < 28);
    }
}

__global__ void opposite_halves(int* out)
{
    const int l = threadIdx.x;
    if (l < 16) {
        out[l] = from_opposite(l);
    } else {
        out[l] = from_opposite(2 * l);
    }
}

__global__ void tiles(int* out)
{
    const int l = threadIdx.x;
    const unsigned tile = 0xffu << l / 8 * 8;
    int v = 0;
    if (l % 8 < 3 || l >= 24) {
        v = sum_of_tile(l, tile);
    } else if (l % 2) {
        v = sum_of_tile(10 * l, tile);
    } else {
        v = sum_of_tile(100 * l, tile) + 1;
    }
    out[l] = v;
}

__global__ void by_pointer(int* out)
{
    const int l = threadIdx.x;
    int (*const f)(int) = pointer;
    int v = 0;
    if (l % 4 == 1) {
        v = f(l);
    } else {
        v = 5 + f(l + 32);
    }
    out[l] = v;
}

__global__ void in_turn(int* lock, int* out)
{
    const int l = threadIdx.x;
    // The lanes leave the loop one by one.
    for (bool waits = true; waits;)
        if (atomicAdd(lock, 0) == l) {
            atomicAdd(lock, 1);
            waits = false;
        }
    out[l] = from_opposite(l);
}

__global__ void two_instructions(int* out)
{
    const int l = threadIdx.x;
    int v = 0;
    if (l < 16) {
        v = __shfl_sync(all, l, l + 16) * 2;
    } else {
        v = __shfl_sync(all, l + 100, 15) * 3;
    }
    unsigned votes = 0;
    asm volatile("{ .reg .pred p, q, first; setp.lt.s32 first, %1, 16; setp.eq.s32 p, %1, 3;\n"
                 "@first bra.uni one; vote.sync.ballot.b32 %0, !p, 0xffffffff; bra done;\n"
                 "one: vote.sync.ballot.b32 %0, p, 0xffffffff; done: }"
                 : "=r"(votes)
                 : "r"(l));
    out[l] = v + static_cast<int>(votes >> 16 == 0xffff) + (votes & 0xffff);
}

__device__ __noinline__ int one_function(int v) { return __shfl_xor_sync(all, v * 3, 16) + 1; }
__device__ __noinline__ int another_function(int v)
{
    const int sum = v + v / 2;
    return __shfl_xor_sync(all, sum, 16) + 2;
}
__global__ void two_functions(int* out)
{
    const int l = threadIdx.x;
    if (l < 16) {
        out[l] = one_function(l);
    } else {
        out[l] = another_function(l);
    }
}

constexpr int count_of(int lane) { return (lane * 3 + 1) % 5; }

// members[k]: the lanes with more than k rounds.
__global__ void unequal_loops(const unsigned* members, unsigned* out)
{
    const int l = threadIdx.x;
    unsigned v = l;
#pragma unroll 4
    for (int k = 0; k < (l * 3 + 1) % 5; ++k)
        v = v * 3 + __reduce_add_sync(members[k], v + k);
    out[l] = v;
}

// Lane 0 waits for lane 1 in the second round, when lane 1 waits for lane 2 at the same instruction.
__global__ void rounds(int* flag, int* out)
{
    const int l = threadIdx.x;
    if (l >= width) {
        if (l == width) atomicExch(flag, 1);
        return;
    }
    int v = l + 1;
#pragma unroll 1
    for (int round = 0; round < 2; ++round) {
        if (l == 2 && round == 0)
            while (atomicAdd(flag, 0) == 0) {}
        const unsigned members = round == 0 ? 6 : 3;
        if (members >> l & 1) v += __reduce_add_sync(members, v);
    }
    out[l] = v;
}

__global__ void recursive(int* out)
{
    const int l = threadIdx.x;
    if (l % 2) {
        out[l] = of_depth(1, l);
    } else {
        out[l] = of_depth(0, l);
        out[l] += of_depth(0, l + 50);
    }
}

template <class T>
struct array {
    explicit array(int n)
        : host(n)
    {
        cudaMalloc(&device, n * sizeof(T));
        cudaMemset(device, 0, n * sizeof(T));
    }
    ~array() { cudaFree(device); }
    void fetch() { cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost); }
    T operator[](int k) const { return host[k]; }
    std::vector<T> host;
    T* device = nullptr;
};

template <class F>
bool each_lane_has(F holds)
{
    for (int l = 0; l < width; ++l)
        if (!holds(l)) return false;
    return true;
}

void try_two_places()
{
    array<int> ints(width);
    array<double> doubles(width);
    array<unsigned> ballots(width), matches(width);
    two_places<<<1, width>>>(ints.device, doubles.device, ballots.device, matches.device);
    ints.fetch();
    doubles.fetch();
    ballots.fetch();
    matches.fetch();
    // Lanes with the same parity are opposite each other, so that only the order of the calls differs.
    const auto int_of = [](int l) { return l % 2 ? l + 1 : l + 101; };
    EXPECT("integers", each_lane_has([&](int l) { return ints[l] == (int_of(l) + int_of(l ^ 16)) * (l % 2 ? 3 : 1); }));
    const auto double_of = [](int l) { return l % 2 ? l * 0.5 + 1 : l * 0.25 + 1; };
    EXPECT("doubles",
           each_lane_has([&](int l) { return doubles[l] == double_of(l) + double_of(l ^ 16) + (l % 2 ? 0 : l); }));
    unsigned yes = 0;
    for (int l = 0; l < 28; ++l)
        yes |= unsigned(l % (l < 12 ? 3 : 5) == 0) << l;
    EXPECT("ballots", each_lane_has([&](int l) { return ballots[l] == (l < 28 ? yes : 7u); }));
    EXPECT("matches and sums", each_lane_has([&](int l) {
               return matches[l] == (0xffu << l / 8 * 8) + 8 * (0 + 1 + 2 + 3) + (l % 2 ? 0 : 1);
           }));
}

void try_others()
{
    array<int> out(width);
    opposite_halves<<<1, width>>>(out.device);
    out.fetch();
    const auto mine = [](int l) { return (l < 16 ? l : 2 * l) + 1; };
    EXPECT("opposite halves", each_lane_has([&](int l) { return out[l] == mine(l) + mine(l ^ 16); }));

    tiles<<<1, width>>>(out.device);
    out.fetch();
    const auto is_first = [](int l) { return l % 8 < 3 || l >= 24; };
    EXPECT("tiles", each_lane_has([&](int l) {
               int sum = 0;
               for (int k = l / 8 * 8; k < l / 8 * 8 + 8; ++k)
                   sum += is_first(k) ? k : k % 2 ? 10 * k : 100 * k;
               return out[l] == sum + (!is_first(l) && l % 2 == 0);
           }));

    by_pointer<<<1, width>>>(out.device);
    out.fetch();
    const auto passes = [](int l) { return l % 4 == 1 ? l : l + 32; };
    EXPECT("calls by pointer",
           each_lane_has([&](int l) { return out[l] == 2 * passes(l ^ 3) + (l % 4 == 1 ? 0 : 5); }));

    array<int> lock(1);
    in_turn<<<1, width>>>(lock.device, out.device);
    out.fetch();
    EXPECT("lanes that leave a loop in turn", each_lane_has([&](int l) { return out[l] == l + 1 + (l ^ 16) + 1; }));

    two_instructions<<<1, width>>>(out.device);
    out.fetch();
    EXPECT("two instructions",
           each_lane_has([&](int l) { return out[l] == (l < 16 ? (l + 116) * 2 : 15 * 3) + 1 + 8; }));

    two_functions<<<1, width>>>(out.device);
    out.fetch();
    EXPECT("two functions",
           each_lane_has([&](int l) { return out[l] == (l < 16 ? l + 16 + (l + 16) / 2 + 1 : (l - 16) * 3 + 2); }));

    array<unsigned> sums(width), members(5);
    std::vector<unsigned> expected(width);
    for (int l = 0; l < width; ++l)
        expected[l] = l;
    for (int k = 0; k < 5; ++k) {
        unsigned sum = 0;
        for (int l = 0; l < width; ++l)
            if (k < count_of(l)) {
                sum += expected[l] + k;
                members.host[k] |= 1u << l;
            }
        for (int l = 0; l < width; ++l)
            if (k < count_of(l)) expected[l] = expected[l] * 3 + sum;
    }
    cudaMemcpy(members.device, members.host.data(), 5 * sizeof(unsigned), cudaMemcpyHostToDevice);
    unequal_loops<<<1, width>>>(members.device, sums.device);
    sums.fetch();
    EXPECT("loops with different trip counts", sums.host == expected);

    cudaMemset(lock.device, 0, sizeof(int));
    rounds<<<1, 2 * width>>>(lock.device, out.device);
    out.fetch();
    const int after[] = {9, 15, 8};
    EXPECT("two rounds of a loop", each_lane_has([&](int l) { return out[l] == (l < 3 ? after[l] : l + 1); }));

    recursive<<<1, width>>>(out.device);
    out.fetch();
    EXPECT("recursion", each_lane_has([&](int l) {
               const int other = l ^ 1;
               return out[l] == (l % 2 ? other + (other + 50) * 2 : other + 1000 + other);
           }));
}

} // namespace

int main()
{
    try_two_places();
    try_others();
    const cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
    return e == cudaSuccess ? failures : 98;
}
