// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks whose warps go from barrier to barrier together, and the ways in which they stop to. Prints a sum for each
// kernel; an argument runs that one alone.
#include <cassert>
#include <cstdio>
#include <cstring>

constexpr unsigned threads = 128, blocks = 3000;

__device__ unsigned scrambled(unsigned x)
{
    x = x * 1664525u + 1013904223u;
    return x ^ x >> 15;
}

// Each thread passes its value through the block, with a barrier on each side.
__device__ unsigned passed_on(unsigned x, unsigned by, unsigned count)
{
    __shared__ unsigned s[threads];
    s[threadIdx.x] = x;
    __syncthreads();
    x += scrambled(s[(threadIdx.x + by) % count]);
    __syncthreads();
    return x;
}

__device__ unsigned own() { return blockIdx.x * 977 + threadIdx.x; }
__device__ void give(unsigned* out, unsigned x) { atomicAdd(out, x); }

__global__ void together(unsigned* out)
{
    unsigned x = own();
    for (unsigned k = 1; k < 12; ++k)
        x = passed_on(x, 7 * k, threads);
    give(out, x);
}
__global__ void some_return(unsigned* out)
{
    unsigned x = passed_on(own(), 3, threads);
    if (threadIdx.x >= 64) {
        give(out, x);
        return;
    }
    for (unsigned k = 1; k < 4; ++k)
        x = passed_on(x, 5 * k, 64);
    give(out, x);
}
__global__ void some_blocks_return(unsigned* out)
{
    if (blockIdx.x % 3 == 0) return;
    give(out, passed_on(own(), 31, threads));
}
__global__ void two_places(unsigned* out)
{
    __shared__ unsigned s[threads];
    unsigned x = passed_on(own(), 1, threads);
    if (threadIdx.x < 64) {
        s[threadIdx.x] = x * 3;
        __syncthreads();
        x += s[threadIdx.x + 64];
    } else {
        s[threadIdx.x] = x * 5;
        __syncthreads();
        x -= s[threadIdx.x - 64];
    }
    __syncthreads();
    give(out, passed_on(x, 9, threads));
}
__global__ void some_return_before_two_places(unsigned* out)
{
    __shared__ unsigned s[threads];
    unsigned x = passed_on(own(), 1, threads);
    if (threadIdx.x >= 96) return;
    s[threadIdx.x] = x;
    if (threadIdx.x < 64) {
        __syncthreads();
        x += s[threadIdx.x ^ 32];
    } else {
        x = scrambled(x);
        __syncthreads();
        x -= s[threadIdx.x - 64];
    }
    __syncthreads();
    give(out, x);
}
__global__ void two_barriers(unsigned* out)
{
    __shared__ unsigned s[threads];
    unsigned x = passed_on(own(), 2, threads);
    s[threadIdx.x] = x;
    if (threadIdx.x < 64)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 2, 64;" ::: "memory");
    x += s[threadIdx.x ^ 32];
    __syncthreads();
    give(out, passed_on(x, 4, threads));
}
__global__ void lanes_part(unsigned* out)
{
    unsigned x = passed_on(own(), 6, threads);
    if (x & 1)
        for (unsigned k = 0; k < (x & 7); ++k)
            x = scrambled(x);
    __syncthreads();
    give(out, passed_on(x, 8, threads));
}
// Some lanes execute a short path of their own: all join after it.
__global__ void short_ways(unsigned* out)
{
    __shared__ unsigned s[threads];
    unsigned x = own(), sums = x * 5;
    s[threadIdx.x] = x;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    x = scrambled(x + sums);
    unsigned one_side = blockIdx.x + 9; // uniform only there
    if (x & 16) one_side = s[threadIdx.x ^ 3];
    sums += scrambled(one_side ^ x);
    if (x & 32) {
        sums += s[threadIdx.x ^ 5] * x;
        atomicAdd(out, 3);
    } else {
        one_side = s[threadIdx.x ^ 6] + one_side;
        atomicAdd(out, one_side);
    }
    sums ^= one_side;
    if (x % 5 == 3) atomicAdd(out, s[threadIdx.x]);
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
    unsigned either = blockIdx.x * 7; // uniform on either side, but not after it
    if (x & 8) {
        either = s[blockIdx.x % 32];
        atomicAdd(out, 1);
    }
    give(out, sums + x + scrambled(either));
}
// A nested branch, and one that is too long.
__global__ void longer_ways(unsigned* out)
{
    __shared__ unsigned s[threads];
    unsigned x = passed_on(own(), 23, threads), base = blockIdx.x;
    s[threadIdx.x] = x;
    for (unsigned k = 1; k < 8; ++k) {
        if (scrambled(x) & k) {
            base = s[threadIdx.x] + x % 7;
            if (base & 2) s[threadIdx.x] ^= k;
        }
        __syncthreads();
        x += base;
        if (scrambled(x) & k) x = scrambled(scrambled(scrambled(s[k] * 3 + x % 7)) % 11) / k;
        __syncthreads();
    }
    give(out, x + s[threadIdx.x]);
}
// A register that some threads read before anything is in it: it begins as zero, whatever the block before has left.
__global__ void begins_as_zero(unsigned* out)
{
    unsigned x = passed_on(own(), 29, threads), y;
    asm volatile("{ .reg .u32 t; .reg .pred q; and.b32 %0, %1, 1; setp.eq.u32 q, %0, 1; @q mov.u32 t, %1;"
                 " add.u32 %0, t, 1; }"
                 : "=&r"(y)
                 : "r"(x));
    give(out, y);
}
__global__ void votes(unsigned* out)
{
    unsigned x = passed_on(own(), 10, threads);
    x += __syncthreads_count(x & 2);
    x += __syncthreads_or(x == 77) ? 1 : 2;
    give(out, passed_on(x, 11, threads));
}
// A warp ends in the function: what the next block's instructions find there must be its kernel's registers again.
__device__ __noinline__ void give_and_end(unsigned* out, unsigned x)
{
    atomicAdd(out, scrambled(x));
    asm volatile("exit;");
}
__global__ void ends_in_a_function(unsigned* out)
{
    unsigned x = passed_on(own(), 17, threads);
    atomicAdd(out, x);
    give_and_end(out, passed_on(x, 19, threads));
}
__global__ void beyond_its_turn(unsigned* out)
{
    if (blockIdx.x > 1) return;
    unsigned x = own();
    for (unsigned round = 0; round < 300; ++round) {
        for (unsigned k = 0; k < 1000 + threadIdx.x / 32; ++k)
            x = scrambled(x);
        x = passed_on(x, round, threads);
    }
    give(out, x);
}
__global__ void fails(unsigned* out)
{
    const unsigned x = passed_on(own(), 12, threads);
    assert(blockIdx.x % 1000 != 700 || threadIdx.x < 96);
    give(out, passed_on(x, 13, threads));
}
__global__ void never_ends(unsigned* out)
{
    for (;;)
        *out = passed_on(own(), 14, threads);
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(unsigned*);
    } all[] = {{"together", together},
               {"some_return", some_return},
               {"two_places", two_places},
               {"some_blocks_return", some_blocks_return},
               {"two_barriers", two_barriers},
               {"some_return_before_two_places", some_return_before_two_places},
               {"lanes_part", lanes_part},
               {"ends_in_a_function", ends_in_a_function},
               {"short_ways", short_ways},
               {"longer_ways", longer_ways},
               {"begins_as_zero", begins_as_zero},
               {"votes", votes},
               {"beyond_its_turn", beyond_its_turn},
               {"fails", fails},
               {"never_ends", never_ends}};
    for (const auto& one : all) {
        const bool ends_badly = one.kernel == fails || one.kernel == never_ends;
        if (count > 1 ? std::strcmp(one.name, arguments[1]) != 0 : ends_badly) continue;
        for (const unsigned size : {threads, threads - 28}) { // and with a warp that is not whole
            unsigned *out, sum = 0;
            cudaMalloc(&out, sizeof sum);
            cudaMemset(out, 0, sizeof sum);
            one.kernel<<<one.kernel == never_ends ? 1 : blocks, size>>>(out);
            const cudaError_t error = cudaDeviceSynchronize();
            cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
            std::printf("%s %u: %s %u\n", one.name, size, cudaGetErrorName(error), sum);
            cudaFree(out);
            if (size != threads || one.kernel == two_barriers || one.kernel == two_places ||
                one.kernel == some_return_before_two_places)
                break;
        }
    }
}
