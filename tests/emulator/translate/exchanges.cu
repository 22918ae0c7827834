// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges between the lanes of a warp, whose member mask is a constant, comes from memory, or names a part of the
// warp. Prints a sum for each kernel, shape and kind of mask. An argument names a defect.
#include <cstdio>
#include <cstring>

constexpr unsigned size = 1024;

__device__ unsigned thread_of_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ unsigned thread_of_grid() { return blockIdx.x * blockDim.x * blockDim.y + thread_of_block(); }

#define SHUFFLE(mode)                                                                                                  \
    __device__ unsigned mode(unsigned v, unsigned b, unsigned c, unsigned members)                                     \
    {                                                                                                                  \
        unsigned d, inside;                                                                                            \
        asm volatile("{ .reg .pred p; shfl.sync." #mode ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"           \
                     : "=r"(d), "=r"(inside)                                                                           \
                     : "r"(v), "r"(b), "r"(c), "r"(members));                                                          \
        return d * 2 + inside;                                                                                         \
    }
SHUFFLE(up)
SHUFFLE(down)
SHUFFLE(bfly)
SHUFFLE(idx)

// Segments of eight lanes; `members` names at least those. Operands are loaded, affine, uniform and special.
__global__ void shuffles(const unsigned* in, const unsigned* members, unsigned* out, unsigned uniform)
{
    const unsigned t = thread_of_grid(), m = members[thread_of_block() % 32], lane = thread_of_block() % 32;
    unsigned v = in[t];
    constexpr unsigned segments = 24 << 8;
    v += up(v, 3, segments, m) * 3 + down(v, 2, segments | 31, m) * 5;
    v ^= bfly(v, 5, segments | 31, m) + idx(v, v, segments | 31, m) * 7;
    v += bfly(t, uniform & 7, segments | 31, m) + idx(threadIdx.x, lane / 4, segments | 31, m) * 9;
    v ^= idx(uniform, in[t] & 3, segments | 31, m) + down(77, lane & 3, segments | in[t] % 32 | 24, m);
    out[t] += v;
}
// With constant masks, also between segments.
__global__ void whole_shuffles(const unsigned* in, unsigned* out, unsigned uniform)
{
    const unsigned t = thread_of_grid();
    unsigned v = in[t];
    for (unsigned d = 16; d; d /= 2)
        v += __shfl_xor_sync(~0u, v, d) * 3;
    v += up(v, uniform, 0, ~0u) + down(v, uniform + 1, 31, ~0u) * 3 + idx(v, t * 5, 31, ~0u) * 5;
    for (int d = 1; d < 32; d *= 2) { // as scans do
        unsigned sum = v;
        asm volatile("{ .reg .pred p; .reg .u32 r; shfl.sync.up.b32 r|p, %1, %2, 0, -1; @p add.u32 %0, %0, r; }"
                     : "+r"(sum)
                     : "r"(v), "r"(d));
        v = sum;
    }
    out[t] += v;
}
__global__ void votes(const unsigned* in, const unsigned* members, unsigned* out, unsigned uniform)
{
    const unsigned t = thread_of_grid(), m = members[thread_of_block() % 32];
    const unsigned v = in[t];
    unsigned sum = __ballot_sync(m, v & 1) * 3 + __any_sync(m, v % 29 == 0) * 5;
    sum += __all_sync(m, v % 31 != 0) * 7 + __ballot_sync(m, uniform == 7) * 9;
    unsigned same;
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %1, 100; vote.sync.uni.pred q, p, %2; selp.u32 %0, 11, 2, q; }"
                 : "=r"(same)
                 : "r"(v), "r"(m));
    sum += same + __ballot_sync(m, threadIdx.x < 7) * 13;
    if (__any_sync(m, uniform == 8)) sum ^= 5;
    out[t] += sum;
}
__global__ void matches(const unsigned* in, const unsigned* members, unsigned* out, unsigned uniform)
{
    const unsigned t = thread_of_grid(), m = members[thread_of_block() % 32];
    const unsigned long long wide = (in[t] % 5) * 0x100000001ull;
    int all_same, others_same;
    unsigned sum = __match_any_sync(m, in[t] % 7) + 3 * __match_any_sync(m, wide) + 5 * __match_any_sync(m, uniform);
    sum += 7 * __match_all_sync(m, in[t] / 4096, &all_same) + 9 * __match_all_sync(m, wide, &others_same);
    out[t] += sum + all_same * 11 + others_same * 13 + __activemask();
}
#define REDUCE(operation)                                                                                              \
    asm volatile("redux.sync." #operation " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(m));                                  \
    sum = sum * 3 + r;
__global__ void reductions(const unsigned* in, const unsigned* members, unsigned* out, unsigned uniform)
{
    const unsigned t = thread_of_grid(), m = members[thread_of_block() % 32];
    const unsigned v = in[t] * 2654435761u + uniform;
    unsigned r, sum = 0;
    REDUCE(add.u32)
    REDUCE(add.s32)
    REDUCE(min.u32)
    REDUCE(min.s32)
    REDUCE(max.u32)
    REDUCE(max.s32)
    REDUCE(and.b32)
    REDUCE(or.b32)
    REDUCE(xor.b32)
    out[t] += sum;
}
// The active lanes of divergent paths.
__global__ void active(const unsigned* in, unsigned* out, unsigned few)
{
    const unsigned t = thread_of_block();
    unsigned* const to = out + thread_of_grid();
    if (t < few) to[0] += __activemask();
    if (t >= few + 3) {
        to[0] += __activemask() * 3;
    } else {
        to[0] ^= __activemask();
    }
    if (in[t] & 1) to[0] += __activemask() * 5;
}
// A lane takes the value of a lane that its mask does not name, or names other lanes only. The value is used.
__global__ void defects(const unsigned* in, const unsigned* members, unsigned* out, unsigned source)
{
    const unsigned t = thread_of_grid(), m = members[thread_of_block() % 32];
    unsigned v = in[t];
    v += __shfl_sync(~0u, v, 3);
    v += __shfl_sync(m, v, source);
    v += __shfl_sync(~0u, v, 5);
    if (v & 1) v += 2;
    out[t] = v;
}

void print(const char* name, const char* masks, dim3 shape, unsigned* out)
{
    static unsigned host[size];
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (const unsigned x : host)
        sum = sum * 31 + x;
    std::printf("%s, %s %ux%u: %llu, %s\n", name, masks, shape.x, shape.y, sum, cudaGetErrorName(error));
}

int main(int count, char** arguments)
{
    static unsigned host[size];
    unsigned *in, *out, *members;
    if (cudaMalloc(&in, sizeof host) || cudaMalloc(&out, sizeof host) || cudaMalloc(&members, 128)) return 1;
    for (unsigned k = 0; k < size; ++k)
        host[k] = k * 2654435761u >> 20;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    unsigned masks[32];
    if (count > 1) {
        const bool is_foreign = !std::strcmp(arguments[1], "names_others");
        for (unsigned k = 0; k < 32; ++k)
            masks[k] = is_foreign ? (k < 16 ? 0xffff0000u : 0xffffu) : (k < 16 ? 0xffffu : 0xffff0000u);
        cudaMemcpy(members, masks, 128, cudaMemcpyHostToDevice);
        defects<<<4, 256>>>(in, members, out, 20);
        print(arguments[1], "halves", 256, out);
        return 0;
    }
    const char* const names[] = {"whole warp", "halves", "quarters"};
    for (const dim3 shape : {dim3(256), dim3(64, 4), dim3(8, 16), dim3(32), dim3(4, 8)})
        for (unsigned parts = 0; parts < 3; ++parts) {
            const unsigned blocks = size / (shape.x * shape.y), lanes = 32 >> parts;
            for (unsigned k = 0; k < 32; ++k)
                masks[k] = parts ? (1u << lanes) - 1 << k / lanes * lanes : ~0u;
            cudaMemcpy(members, masks, 128, cudaMemcpyHostToDevice);
            shuffles<<<blocks, shape>>>(in, members, out, 7);
            print("shuffles", names[parts], shape, out);
            whole_shuffles<<<blocks, shape>>>(in, out, 7);
            print("whole shuffles", names[parts], shape, out);
            votes<<<blocks, shape>>>(in, members, out, 7);
            print("votes", names[parts], shape, out);
            matches<<<blocks, shape>>>(in, members, out, 7);
            print("matches", names[parts], shape, out);
            reductions<<<blocks, shape>>>(in, members, out, 7);
            print("reductions", names[parts], shape, out);
            active<<<blocks, shape>>>(in, out, 7);
            print("active", names[parts], shape, out);
        }
    return 0;
}
