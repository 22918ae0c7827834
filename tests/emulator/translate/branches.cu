// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches on a comparison of the thread's number with one value for all: which threads jump is known without a look at
// each. Prints a sum for each kernel, shape of the block and value; an argument runs that kernel alone.
#include <cstdio>
#include <cstring>

constexpr unsigned blocks = 2, largest = 256, size = blocks * largest;

__device__ unsigned thread_in_block() { return threadIdx.y * blockDim.x + threadIdx.x; }

struct places {
    unsigned* at;
    __device__ void add(unsigned value) { at[blockIdx.x * largest + thread_in_block()] += value; }
};

// Each relation, with the thread index on either side. The branch is short, so whole-block code runs it.
template <class T>
__global__ void relations(unsigned* out, int value)
{
    const T t = static_cast<T>(threadIdx.x), v = static_cast<T>(value);
    places p{out};
    if (t < v) p.add(1);
    if (t <= v) p.add(10);
    if (t > v) p.add(100);
    if (t >= v) p.add(1000);
    if (t == v) p.add(10000);
    if (t != v) p.add(100000);
    if (v < t) p.add(1000000);
    if (!(v <= t)) p.add(10000000);
    if (!(v != t)) p.add(100000000);
}

// Other strides, negative strides, and values that wrap.
__global__ void steps(unsigned* out, int value)
{
    const int t = static_cast<int>(threadIdx.x);
    const unsigned u = threadIdx.x, v = static_cast<unsigned>(value);
    places p{out};
    if (3 * t - 100 < value) p.add(1);
    if (200 - 2 * t >= value) p.add(10);
    if (u + 0xffffffc0u > v) p.add(100);
    if (u + 0xffffffc0u == v) p.add(1000);
    if (static_cast<int>(u + 0x7fffffe0u) <= value) p.add(10000);
    if (5 * u == v) p.add(100000);
    if (100 - u == v) p.add(1000000);
}

// Two-dimensional blocks, and a value that is uniform in a row.
__global__ void rows(unsigned* out, int value)
{
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
    places p{out};
    if (x < value) p.add(1);
    if (y < value) p.add(10);
    if (y == value) p.add(100);
    if (x == value) p.add(1000);
    if (x + 16 * y > value) p.add(10000);
    if (static_cast<int>(blockIdx.x) == value) p.add(100000);
}

// Conditions that hold for all threads or for none: no divergence.
__global__ void together(unsigned* out, int value)
{
    places p{out};
    for (int k = value; k > 0; k /= 2) {
        if (k > 40) p.add(k);
        if (k == 1) p.add(1000);
    }
    if (value != 33) p.add(100000);
}

// The same comparison again after the branch, and inside of it.
__global__ void asked_again(unsigned* out, int value)
{
    const int t = static_cast<int>(threadIdx.x);
    places p{out};
    const bool below = t < value, odd = t & 1;
    unsigned sum = 0;
    if (below) sum = odd ? 3 : 5;
    p.add(sum + (below ? 10 : 20) + (below && odd ? 100 : 0));
    if (below != odd) p.add(1000);
    if (!below) {
        const bool again = t < value + 20;
        p.add(again ? 10000 : 20000);
        if (again && !odd) p.add(100000);
    }
}

// Too long for whole-block code: its warps continue alone, with the lane masks that it leaves.
__global__ void long_way(unsigned* out, int value)
{
    const int t = static_cast<int>(threadIdx.x);
    places p{out};
    unsigned x = 7 * t + 1;
    if (t > value) {
        for (int k = 0; k < t % 5; ++k) {
            x = x * 3 + k;
            p.add(x & 0xff);
            if (x & 1) x ^= 0x55;
            p.add(x >> 3 & 0xf);
        }
        p.add(x);
    } else if (t == value) {
        for (int k = 0; k < 3; ++k)
            p.add(x *= 5);
    }
    p.add(x);
}

// Some threads end, and others continue.
__global__ void some_end(unsigned* out, int value)
{
    const int t = static_cast<int>(threadIdx.x);
    places p{out};
    p.add(1);
    if (t >= value) return;
    p.add(10);
    if (t == 0) return;
    p.add(100);
}

// A loop whose trip count differs between threads.
__global__ void loops(unsigned* out, int value)
{
    const int t = static_cast<int>(thread_in_block());
    places p{out};
    unsigned sum = 0;
    for (int k = t; k < value; k += static_cast<int>(blockDim.x * blockDim.y))
        sum += 3 * k + 1;
    for (int k = 0; k <= t && k < value; k += 50)
        sum = sum * 5 + 1;
    p.add(sum);
}

// The branch's predicate was used for something else before, while loads are in the pending loop.
__global__ void again_the_same(unsigned* out, int value)
{
    unsigned* const mine = out + blockIdx.x * largest + thread_in_block();
    asm volatile(
        "{ .reg .pred p; .reg .u32 x, y, z;\n"
        "ld.global.u32 x, [%0]; add.u32 x, x, %1; and.b32 x, x, 1; setp.ne.u32 p, x, 0; bar.sync 0;\n"
        "ld.global.u32 y, [%0]; ld.global.u32 z, [%0]; selp.u32 x, y, z, p; setp.ge.s32 p, %1, %2; @p bra end;\n"
        "mad.lo.u32 y, x, 3, z; st.global.u32 [%0], y;\n"
        "end: bar.sync 0; }"
        :
        : "l"(mine), "r"(threadIdx.x), "r"(value)
        : "memory");
    *mine += 11;
}

// Forms that nvcc does not write: the other result of a comparison, a negated one, and one that is read before.
__global__ void other_results(unsigned* out, int value)
{
    unsigned x = 1;
    asm volatile("{ .reg .pred p, q; setp.lt.s32 p|q, %1, %2; @q bra end; add.u32 %0, %0, 10; end: }"
                 : "+r"(x)
                 : "r"(threadIdx.x), "r"(value));
    asm volatile("{ .reg .pred p; setp.ge.s32 p, %1, %2; @!p bra end; add.u32 %0, %0, 100; end: }"
                 : "+r"(x)
                 : "r"(threadIdx.x), "r"(value));
    asm volatile("{ .reg .pred p, q; setp.gt.u32 p|q, %1, %2; @!q bra end; add.u32 %0, %0, 1000; end: }"
                 : "+r"(x)
                 : "r"(threadIdx.x), "r"(value));
    asm volatile(
        "{ .reg .pred p; .reg .u32 y; setp.lt.s32 p, %1, %2; selp.u32 y, 3, 5, p; @p bra end; add.u32 %0, %0, y; end: "
        "add.u32 %0, %0, y; }"
        : "+r"(x)
        : "r"(threadIdx.x), "r"(value));
    places{out}.add(x);
    asm volatile("{ .reg .pred p, q; .reg .u32 k; setp.lt.s32 p|q, %1, %2; @q bra end; mov.u32 k, 0;\n"
                 "again: add.u32 %0, %0, k; add.u32 k, k, 7; setp.lt.u32 p, k, %1; @p bra again; end: }"
                 : "+r"(x)
                 : "r"(threadIdx.x), "r"(value));
    places{out}.add(x);
}

// A warp's clock counts what that warp has done: from zero on in the first block, the first one of its thread.
__global__ void clocks(unsigned* out, int value)
{
    unsigned* const mine = out + blockIdx.x * largest + thread_in_block();
    unsigned told = 0;
    asm volatile(
        "{ .reg .pred p; setp.ge.s32 p, %2, %3; @p bra end; st.global.u32 [%1], 5; st.global.u32 [%1], 7; end:\n"
        "add.u32 %0, %0, 1; mov.u32 %0, %%clock; }"
        : "+r"(told)
        : "l"(mine), "r"(threadIdx.x), "r"(value)
        : "memory");
    if (blockIdx.x == 0) *mine = told;
}

// Short paths that compute between accesses of memory: with registers of all widths, predicates, and values that the
// threads of the other path, or all threads, use afterwards.
__global__ void between_accesses(unsigned* out, int value)
{
    const unsigned t = threadIdx.y * blockDim.x + threadIdx.x, place = blockIdx.x * blockDim.x * blockDim.y + t;
    unsigned v = (t * 2654435761u ^ static_cast<unsigned>(value)) >> 7, same = static_cast<unsigned>(value);
    unsigned long long wide = v * 0x100000001ull;
    double real = t;
    short narrow = static_cast<short>(v);
    bool flag = v & 4;
    if (v & 1) {
        const float f = static_cast<float>(out[place] + t);
        wide = wide * 31 + t;
        v = v * 3 + static_cast<unsigned>(sqrtf(f));
        out[place] = v ^ 5;
        narrow = static_cast<short>(narrow * 5 - 1);
        real = real * 1.5 + narrow;
        flag = wide % 7 > 3;
    }
    out[place] += v + static_cast<unsigned>(wide >> 32) + narrow + flag;
    if ((v ^ v >> 3) & 2) {
        same = same * 5 + blockIdx.x;
        v ^= same << 3;
        out[place] ^= v;
        real -= static_cast<double>(v & 255);
        v = v * 17 + same;
    } else {
        const unsigned was = v;
        v = same + (was >> 2);
        same = v * 3 + t;
        out[place] += same ^ was;
        flag = !flag || (v & 64);
        v += flag ? was : same;
    }
    out[place] = out[place] * 3 + v + same * 7 + flag + static_cast<unsigned>(static_cast<long long>(real * 8));
}

int main(int count, char** arguments)
{
    const struct {
        const char* name;
        void (*kernel)(unsigned*, int);
    } kernels[] = {{"relations of int", relations<int>},
                   {"relations of unsigned", relations<unsigned>},
                   {"steps", steps},
                   {"rows", rows},
                   {"together", together},
                   {"asked_again", asked_again},
                   {"long_way", long_way},
                   {"some_end", some_end},
                   {"loops", loops},
                   {"clocks", clocks},
                   {"again_the_same", again_the_same},
                   {"other_results", other_results},
                   {"between_accesses", between_accesses}};
    const dim3 shapes[] = {{256}, {96}, {32}, {70}, {64, 4}, {16, 16}, {8, 4}};
    const int values[] = {-100, -1, 0, 1, 2, 31, 32, 33, 69, 95, 96, 200, 254, 255, 256, 5000, 0x7fffffff};
    unsigned* out = nullptr;
    static unsigned host[size];
    if (cudaMalloc(&out, sizeof host)) return 1;
    for (const auto& one : kernels) {
        if (count > 1 && std::strcmp(one.name, arguments[1]) != 0) continue;
        for (const dim3 shape : shapes)
            for (const int value : values) {
                if (cudaMemset(out, 0, sizeof host)) return 1;
                const bool is_long = one.kernel == loops && value > 5000;
                one.kernel<<<blocks, shape>>>(out, is_long ? 700 : value);
                const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
                unsigned long long sum = 0;
                for (const unsigned x : host)
                    sum = sum * 31 + x;
                std::printf("%s %ux%u, %d: %llu, %s\n", one.name, shape.x, shape.y, value, sum,
                            cudaGetErrorName(error));
            }
    }
}
