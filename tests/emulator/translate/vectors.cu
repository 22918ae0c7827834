// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the compiler should vectorise: a long loop of many conditions, each with code that only computes, and
// functions. Prints a sum for each kernel and shape of the block.
#include <cstdio>
#include <cstdlib>

constexpr unsigned blocks = 2, largest = 96, points = 32, corners = 20;

struct corner {
    float x, y;
};

// Points in a polygon, as in lane_masks.cu, but each thread has many points.
__global__ void crossings(const corner* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    float x[points], y[points];
    unsigned odd[points];
#pragma unroll
    for (unsigned k = 0; k < points; ++k) {
        x[k] = static_cast<float>((thread * 7 + k * 11) % 97) / 48 - 1;
        y[k] = static_cast<float>((thread * 5 + k * 13) % 89) / 44 - 1;
        odd[k] = 0;
    }
    corner before = in[corners - 1];
#pragma unroll 1
    for (unsigned c = 0; c < corners; ++c) {
        const corner at = in[c];
        const float slope = (before.x - at.x) / (before.y - at.y);
#pragma unroll
        for (unsigned k = 0; k < points; ++k)
            if ((at.y > y[k]) != (before.y > y[k]) && x[k] < slope * (y[k] - at.y) + at.x) odd[k] = !odd[k];
        before = at;
    }
    unsigned all = 0;
#pragma unroll
    for (unsigned k = 0; k < points; ++k)
        all = all * 3 + odd[k];
    out[thread] = all;
}

// Functions that are no instruction of the processor.
__global__ void functions(const float* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[thread % (2 * corners)], r;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(r * 1.5f));
    out[thread] = __float_as_uint(x) + __float_as_uint(r);
}

// Directed rounding, and halves: exp() has the one, and neural networks have the other.
__global__ void small_and_directed(const float* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[thread % (2 * corners)];
    float r;
    unsigned h = __float_as_uint(x);
    asm("fma.rm.f32 %0, %1, %1, %2;" : "=f"(r) : "f"(x), "f"(1.5f));
    asm("fma.rn.f16x2 %0, %0, %0, %0;" : "+r"(h));
    out[thread] = __float_as_uint(r) + h;
}

// exp() among other arithmetic: a branch in one function would keep the whole loop from being vectorised.
__global__ void logistic(const float* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[thread % (2 * corners)];
    out[thread] = __float_as_uint(x / (1 + expf(-x)));
}

// Counts of bits, products of 64 bits, and conversions of long integers: x86-64-v3 has no vector instruction for them.
__global__ void long_integers(const unsigned* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, word = in[thread % (2 * corners)] * (thread + 1);
    const unsigned long long pair = word * 0x9e3779b97f4a7c15ull >> (word & 31);
    const long long with_sign = static_cast<long long>(pair) * (thread & 1 ? -1 : 1);
    unsigned ones, zeros, highest;
    long long back;
    asm("popc.b64 %0, %1;" : "=r"(ones) : "l"(pair));
    asm("clz.b32 %0, %1;" : "=r"(zeros) : "r"(word));
    asm("bfind.s64 %0, %1;" : "=r"(highest) : "l"(with_sign));
    const long long product = __mul64hi(with_sign, static_cast<long long>(pair * 3 + word));
    const float real = static_cast<float>(with_sign);
    const double wide = static_cast<double>(pair);
    asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(back) : "f"(real));
    out[thread] = ones + 3 * zeros + 5 * highest + static_cast<unsigned>(product + back) + __float_as_uint(real) +
                  static_cast<unsigned>(__double2hiint(wide) + __double2loint(wide));
}

// Instructions behind a predicate: each kind of result, an old value that is the same in all lanes or in a row, the
// result among the operands, and a predicate that an instruction behind a predicate makes.
__global__ void guarded(const unsigned* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, word = in[thread % (2 * corners)];
    unsigned long long wide = word;
    unsigned same = 5, row = 2 * threadIdx.x, own = word, last = 0;
    float real = static_cast<float>(word);
    asm volatile("{ .reg .pred p, q, r; .reg .b16 h; setp.gt.u32 p|q, %6, 1000000000; mov.pred r, p; mov.b16 h, 3;\n"
                 "@p add.u32 %0, %0, %6; @!p add.u32 %1, %1, 7; @q not.b32 %2, %2; @q mad.lo.u32 %2, %2, %2, %6;\n"
                 "@p mul.wide.u32 %3, %6, %6; @!q fma.rn.f32 %4, %4, %4, %4; @!p add.u16 h, h, 4;\n"
                 "@q setp.gt.u32 r, %6, 5000; @r add.u32 %0, %0, 11; @!r sub.u32 %1, %1, %2; cvt.u32.u16 %5, h;\n"
                 "setp.eq.u32 p, %7, 0; @p add.u32 %5, %5, 100; @!p add.u32 %5, %5, 200; }"
                 : "+r"(same), "+r"(row), "+r"(own), "+l"(wide), "+f"(real), "=r"(last)
                 : "r"(word), "r"(blockIdx.x));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, %%laneid; }" : "+r"(last) : "r"(blockIdx.x));
    for (unsigned k = 0; k < (thread & 3); ++k)
        asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, %2; @p or.b32 %0, %0, %1; @!p add.u32 %0, %0, 1; }"
                     : "+r"(own)
                     : "r"(k), "r"(word & 3));
    out[thread] = same + 3 * row + 5 * own + static_cast<unsigned>(wide) + __float_as_uint(real) + 7 * last;
}

unsigned sum_of(const unsigned* out, unsigned count)
{
    unsigned values[blocks * largest], sum = 0;
    if (cudaMemcpy(values, out, count * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess) std::exit(1);
    for (unsigned k = 0; k < count; ++k)
        sum = sum * 5 + values[k];
    return sum;
}

int main()
{
    corner polygon[corners], *in;
    for (unsigned c = 0; c < corners; ++c)
        polygon[c] = {static_cast<float>(c * 37 % 101) / 50 - 1, static_cast<float>(c * 53 % 103) / 51 - 1};
    unsigned* out;
    cudaMalloc(&in, sizeof polygon);
    cudaMalloc(&out, blocks * largest * sizeof *out);
    cudaMemcpy(in, polygon, sizeof polygon, cudaMemcpyHostToDevice);
    for (const unsigned threads : {64u, 96u, 40u}) { // the last has a warp that is not complete
        crossings<<<blocks, threads>>>(in, out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        functions<<<blocks, threads>>>(reinterpret_cast<const float*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        small_and_directed<<<blocks, threads>>>(reinterpret_cast<const float*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        logistic<<<blocks, threads>>>(reinterpret_cast<const float*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        long_integers<<<blocks, threads>>>(reinterpret_cast<const unsigned*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        guarded<<<blocks, threads>>>(reinterpret_cast<const unsigned*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
    }
    return 0;
}
