// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of several shapes, whose warps go through one code, and where they stop to. Prints a sum for each kernel and
// shape; an argument runs that kernel alone.
#include <cstdio>
#include <cstring>

constexpr unsigned blocks = 70, largest = 512, size = blocks * largest;

__device__ unsigned special(int which)
{
    unsigned v = 0;
    if (which == 0) asm volatile("mov.u32 %0, %%laneid;" : "=r"(v));
    if (which == 1) asm volatile("mov.u32 %0, %%warpid;" : "=r"(v));
    if (which == 2) asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(v));
    if (which == 3) asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(v));
    return v;
}
__device__ unsigned block_if(bool wanted)
{
    unsigned v = 0;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, %%ctaid.x; }" : "+r"(v) : "r"(unsigned{wanted}));
    return v;
}

__device__ unsigned mixed(unsigned x, unsigned y)
{
    x = (x ^ y) * 1664525u + 1013904223u;
    return x ^ x >> 15;
}

struct thread {
    unsigned here, in_block, threads;
};
__device__ thread own()
{
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    const unsigned in_block = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    return {blockIdx.x * threads + in_block, in_block, threads};
}

// The thread's identity, by every special register.
__global__ void names(const unsigned*, unsigned* out)
{
    const thread t = own();
    unsigned x = mixed(threadIdx.x, threadIdx.y);
    x = mixed(x, threadIdx.z + 3 * special(0));
    x = mixed(x, 5 * special(1) + blockIdx.x);
    out[t.here] = mixed(x, special(2));
}

// Forwards, backwards, with a stride, wide and narrow, a row for all, and through shared memory.
__global__ void accesses(const unsigned* in, unsigned* out)
{
    __shared__ unsigned turned[largest];
    __shared__ unsigned char narrow[2 * largest];
    const thread t = own();
    const unsigned first = blockIdx.x * t.threads;
    unsigned x = in[t.here] + in[first + t.threads - 1 - t.in_block] + in[(first + 2 * t.in_block) % size];
    x += in[threadIdx.y] + in[threadIdx.x] + in[17 + blockIdx.x];
    const uint2 pair = reinterpret_cast<const uint2*>(in)[t.in_block];
    x = mixed(x, pair.x - 3 * pair.y);
    x += reinterpret_cast<const unsigned short*>(in)[t.here] + reinterpret_cast<const signed char*>(in)[3 + t.here];
    turned[t.threads - 1 - t.in_block] = x;
    narrow[2 * t.in_block] = static_cast<unsigned char>(x);
    narrow[2 * t.in_block + 1] = static_cast<unsigned char>(x >> 8);
    __syncthreads();
    x = mixed(turned[t.in_block], turned[threadIdx.x * blockDim.y + threadIdx.y]);
    const double d = 1.5 * narrow[t.in_block] + narrow[2 * t.threads - 1 - t.in_block];
    const float f = static_cast<float>(d) * 0.25f + static_cast<float>(static_cast<int>(x));
    __syncthreads();
    turned[t.in_block] = static_cast<unsigned>(d) + __float_as_uint(f);
    __syncthreads();
    out[t.here] = turned[(t.in_block + 33) % t.threads];
}

// Warps diverge: for a short path, for a longer one, for loops with different trip counts; and they join.
__global__ void parts(const unsigned* in, unsigned* out)
{
    __shared__ unsigned s[largest];
    const thread t = own();
    const unsigned warp = t.in_block / 32;
    unsigned x = in[t.here];
    s[t.in_block] = x;
    __syncthreads();
    for (unsigned half = t.threads / 2; half; half /= 2) {
        if (t.in_block < half) s[t.in_block] += 3 * s[t.in_block + half];
        __syncthreads();
    }
    if (static_cast<int>(threadIdx.x - (blockDim.x - 1) * threadIdx.y) > 7) x = mixed(x, 99);
    if (warp & 1)
        x += s[0] + special(3);
    else
        x ^= s[0] + t.in_block;
    for (unsigned k = 0; k < 3 + warp; ++k)
        x = mixed(x, k);
    __syncthreads();
    s[t.in_block] = x;
    if (blockIdx.x % 5 == 2 && warp == 1) return;
    if (x % 3 == 0) x = mixed(x, in[t.in_block]);
    if (warp == 0)
        for (unsigned k = 0; k < t.in_block % 7; ++k)
            x = mixed(x, in[k]);
    x = mixed(x, special(3));
    atomicAdd(&out[size], x);
    out[t.here] = x + s[t.in_block];
}

// Instructions of handlers, for all threads and for some; with the same number of the block in each lane.
__global__ void handled(const unsigned* in, unsigned* out)
{
    const thread t = own();
    unsigned x = in[t.here];
    x += __popc(x) + __brev(blockIdx.x + gridDim.x) + __clz(x | 1);
    if (x & 4) atomicMax(&out[size + 1], x % 1000000);
    x = __funnelshift_l(x, blockIdx.x * 77, 5) + __shfl_xor_sync(~0u, x, 3);
    x = mixed(x, __ballot_sync(~0u, x & 8));
    out[t.here] = x / (blockIdx.x + 3) + x % (t.in_block + 1);
}

// Most blocks go to their end in one code. Who asks for the block's number in some lanes gets this block's.
__global__ void few_part(const unsigned* in, unsigned* out)
{
    const thread t = own();
    unsigned x = in[t.here];
    if (blockIdx.x % 3 == 1) x = mixed(x, block_if(x & 16));
    if (t.in_block >= 40 + 64 * (blockIdx.x % 7)) x += special(3);
    if (blockIdx.x % 5 == 2)
        for (unsigned k = 0; k < t.in_block / 32; ++k)
            x = mixed(x, k);
    out[t.here] = mixed(x, special(3));
}

// Who comes when: of the places that atomics give, of a sum that rounds, and of what is read meanwhile.
__global__ void takes_places(const unsigned* in, unsigned* out)
{
    __shared__ unsigned count, places[2 * largest];
    const thread t = own();
    if (t.in_block == 0) count = 0;
    __syncthreads();
    for (unsigned k = 0; k < 2; ++k)
        places[atomicAdd(&count, 1)] = mixed(in[t.here], k);
    __syncthreads();
    out[t.here] = mixed(places[t.in_block], places[t.in_block + t.threads]);
}
// ... while the lanes of one warp diverge, and lanes of another end.
__global__ void takes_places_apart(const unsigned* in, unsigned* out)
{
    __shared__ unsigned count, places[8 * largest];
    const thread t = own();
    const unsigned warp = t.in_block / 32;
    if (t.in_block == 0) count = 0;
    __syncthreads();
    unsigned x = in[t.here];
    for (unsigned phase = 0; phase < 5; ++phase) {
        if (blockIdx.x % 4 && warp == (blockIdx.x + phase) % 4)
            for (unsigned k = 0; k < x % 9; ++k)
                x = mixed(x, k);
        places[atomicAdd(&count, 1)] = x;
        if (phase == 2 && warp == blockIdx.x % 5) return;
        __syncthreads();
    }
    out[t.here] = mixed(places[t.in_block], places[t.in_block + 3 * t.threads]);
}
__global__ void rounds(const unsigned* in, unsigned* out)
{
    __shared__ float sum;
    const thread t = own();
    if (t.in_block == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1e-3f * static_cast<int>(in[t.here] % 1000003));
    atomicAdd(&sum, -7.7f * static_cast<int>(in[t.here] % 1013));
    __syncthreads();
    out[t.here] = __float_as_uint(sum);
}
__global__ void looks_meanwhile(const unsigned* in, unsigned* out)
{
    __shared__ unsigned done;
    const thread t = own();
    if (t.in_block == 0) done = 0;
    __syncthreads();
    for (unsigned k = 0; k < 3; ++k)
        if (t.in_block % 32 == 0) atomicAdd(&done, in[k] % 8);
    out[t.here] = *static_cast<volatile unsigned*>(&done);
}
// Sums of eight threads each, in volatile memory: the rows fill each other's gaps.
__global__ void sums_of_rows(const unsigned* in, unsigned* out)
{
    __shared__ unsigned memory[1024];
    volatile unsigned* const s = memory;
    const thread t = own();
    const unsigned length = 8, place = 2 * t.in_block - (t.in_block & length - 1);
    s[place] = 0;
    s[place + length] = in[t.here];
    for (unsigned distance = 1; distance < length; distance *= 2) {
        __syncthreads();
        const unsigned sum = s[place + length] + s[place + length - distance];
        __syncthreads();
        s[place + length] = sum;
    }
    out[t.here] = s[place + length];
}
// Bits that are set below the strides of a value, and others that meet them.
__global__ void bits(const unsigned* in, unsigned* out)
{
    const thread t = own();
    const unsigned u = t.in_block, x = threadIdx.x;
    unsigned a, b, c, d, e;
    unsigned long long f;
    unsigned short g;
    asm volatile("{ .reg .b32 r; shl.b32 r, %1, 3; or.b32 %0, r, 5; }" : "=r"(a) : "r"(u));
    asm volatile("{ .reg .b32 r; mad.lo.u32 r, %1, 12, 40; xor.b32 %0, r, 3; }" : "=r"(b) : "r"(u));
    asm volatile("{ .reg .b32 r; shl.b32 r, %1, 2; or.b32 %0, r, 6; }" : "=r"(c) : "r"(u));
    asm volatile("{ .reg .b32 r; shl.b32 r, %1, 30; or.b32 %0, 1, r; }" : "=r"(d) : "r"(x));
    asm volatile("{ .reg .b32 r; shl.b32 r, %1, 4; sub.u32 r, 16, r; or.b32 %0, r, 15; }" : "=r"(e) : "r"(x));
    asm volatile("{ .reg .b64 r; mul.wide.u32 r, %1, 64; add.u64 r, r, 0x7fffffff00; or.b64 %0, r, 0x3f; }"
                 : "=l"(f)
                 : "r"(u));
    asm volatile("{ .reg .b16 r; cvt.u16.u32 r, %1; shl.b16 r, r, 9; or.b16 %0, r, 257; }" : "=h"(g) : "r"(u));
    out[t.here] = mixed(mixed(mixed(a, b), mixed(c, d)), mixed(mixed(e, unsigned(f)), mixed(unsigned(f >> 32), g)));
}

// Only the last blocks are partial; nothing else makes their warps diverge.
__global__ void grid_stride(const unsigned* in, unsigned* out)
{
    unsigned x = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size - 45; i += gridDim.x * blockDim.x)
        x = mixed(x, in[i] * in[i]);
    const unsigned here = blockIdx.x * blockDim.x + threadIdx.x;
    if (here < blocks * 99 + 13) out[here] = x;
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(const unsigned*, unsigned*);
        dim3 shapes[6];
    } kernels[] = {
        {"names", names, {{128}, {16, 16}, {32, 4}, {64, 2}, {8, 4, 4}, {4, 32}}},
        {"accesses", accesses, {{256}, {16, 8}, {8, 16}, {32, 3}, {64, 8}, {8, 8, 2}}},
        {"parts", parts, {{128}, {32, 8}, {16, 8}}},
        {"handled", handled, {{96}, {16, 4}}},
        {"few_part", few_part, {{256}}},
        {"takes_places", takes_places, {{128}}},
        {"takes_places_apart", takes_places_apart, {{128}}},
        {"rounds", rounds, {{128}}},
        {"looks_meanwhile", looks_meanwhile, {{128}}},
        {"sums_of_rows", sums_of_rows, {{256}, {16, 8}}},
        {"bits", bits, {{128}, {16, 8}, {8, 8}}},
        {"grid_stride", grid_stride, {{128}}},
    };
    unsigned *in = nullptr, *out = nullptr;
    static unsigned host[size + 2];
    for (unsigned k = 0; k < size; ++k)
        host[k] = (k * 2654435761u) ^ k >> 3;
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof host)) return 1;
    if (cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice)) return 1;
    for (const auto& one : kernels) {
        if (count > 1 && std::strcmp(one.name, arguments[1]) != 0) continue;
        for (const dim3& shape : one.shapes) {
            if (shape.x * shape.y * shape.z == 1) break;
            if (cudaMemset(out, 0, sizeof host)) return 1;
            one.kernel<<<blocks, shape>>>(in, out);
            const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
            unsigned long long sum = 0;
            for (const unsigned x : host)
                sum = sum * 31 + x;
            std::printf("%s %u x %u x %u: %llu, %s\n", one.name, shape.x, shape.y, shape.z, sum,
                        cudaGetErrorName(error));
        }
    }
}
