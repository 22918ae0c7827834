// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of CUDA 1 to 4's device functions without underscores. A line is a function and all of its results.
//
// The program is built and compared as texture_reference_1d.cu is. Functions that CUDA 11.8 lacked are missing:
// syncthreads, threadfence, trap, brkpt and prof_trigger.

#include "facts.h"

namespace {

const int numbers = 12;

// Each function of two numbers, on every pair of them.
template <class T, class F>
__global__ void for_each_pair(T* out, const T* in, F f)
{
    out[threadIdx.y * numbers + threadIdx.x] = f(in[threadIdx.x], in[threadIdx.y]);
}

template <class T, class F>
void of_two(const char* name, const T (&in)[numbers], F f)
{
    T *d_in = nullptr, *d_out = nullptr, out[numbers * numbers];
    cudaMalloc((void**)&d_in, sizeof in);
    cudaMalloc((void**)&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    for_each_pair<<<1, dim3(numbers, numbers)>>>(d_out, d_in, f);
    says(name, cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    cudaFree(d_in);
    cudaFree(d_out);
    std::printf("%s:", name);
    for (T one : out)
        std::printf(" %llx", static_cast<unsigned long long>(one));
    std::printf("\n");
}

struct mulhi_ii {
    __device__ int operator()(int a, int b) const { return mulhi(a, b); }
};
struct mulhi_uu {
    __device__ unsigned operator()(unsigned a, unsigned b) const { return mulhi(a, b); }
};
struct mulhi_iu {
    __device__ int operator()(int a, int b) const { return static_cast<int>(mulhi(a, static_cast<unsigned>(b))); }
};
struct mulhi_ui {
    __device__ int operator()(int a, int b) const { return static_cast<int>(mulhi(static_cast<unsigned>(a), b)); }
};
struct mul64hi_ii {
    __device__ long long operator()(long long a, long long b) const { return mul64hi(a, b); }
};
struct mul64hi_uu {
    __device__ unsigned long long operator()(unsigned long long a, unsigned long long b) const { return mul64hi(a, b); }
};
struct mul64hi_iu {
    __device__ unsigned long long operator()(unsigned long long a, unsigned long long b) const
    {
        return mul64hi(static_cast<long long>(a), b) ^ mul64hi(a, static_cast<long long>(b)) >> 7;
    }
};
struct mul24_ii {
    __device__ int operator()(int a, int b) const { return mul24(a, b); }
};
struct umul24_uu {
    __device__ unsigned operator()(unsigned a, unsigned b) const { return umul24(a, b); }
};

void products()
{
    const int i[numbers] = {0,        1,        -1,       2,         77777,      -77777,
                            0x7fffff, 0x800000, 0xffffff, 0x1000001, 2147483647, -2147483647 - 1};
    unsigned u[numbers];
    long long l[numbers];
    unsigned long long ul[numbers];
    for (int k = 0; k < numbers; k++) {
        u[k] = static_cast<unsigned>(i[k]);
        l[k] = i[k] * 4294967311LL + 99;
        ul[k] = static_cast<unsigned long long>(l[k]);
    }
    of_two("mulhi(int, int)", i, mulhi_ii());
    of_two("mulhi(unsigned, unsigned)", u, mulhi_uu());
    of_two("mulhi(int, unsigned)", i, mulhi_iu());
    of_two("mulhi(unsigned, int)", i, mulhi_ui());
    of_two("mul64hi(long long, long long)", l, mul64hi_ii());
    of_two("mul64hi(unsigned long long, unsigned long long)", ul, mul64hi_uu());
    of_two("mul64hi of either sign", ul, mul64hi_iu());
    of_two("mul24", i, mul24_ii());
    of_two("umul24", u, umul24_uu());
}

__global__ void convert(unsigned* out, const unsigned* in)
{
    const unsigned bits = in[threadIdx.x];
    unsigned* at = out + 40 * threadIdx.x;
    const float x = uint_as_float(bits);
    const int i = static_cast<int>(bits);
    const cudaRoundMode modes[] = {cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf};
    for (cudaRoundMode mode : modes) {
        *at++ = static_cast<unsigned>(float2int(x, mode));
        *at++ = float2uint(x, mode);
        *at++ = float_as_uint(int2float(i, mode));
        *at++ = float_as_uint(uint2float(bits, mode));
    }
    *at++ = static_cast<unsigned>(float2int(x));
    *at++ = float2uint(x);
    *at++ = float_as_uint(int2float(i));
    *at++ = float_as_uint(uint2float(bits));
    *at++ = static_cast<unsigned>(float_as_int(x));
    *at++ = float_as_uint(int_as_float(i));
    *at++ = float_as_uint(saturate(x));
}

void conversions()
{
    const float x[] = {0.f,    -0.f, 0.5f,  -0.5f,        1.5f,         2.5f,  -1.5f,  0.99999994f, 1.00000012f,
                       1e-40f, 3e9f, -3e9f, 2147483520.f, 4294967040.f, 7e20f, -7e20f, 16777218.f,  0.49999997f};
    const unsigned more[] = {0x7f800000, 0xff800000, 0x7fc00000, 16777217,
                             16777219,   0x7fffffff, 0x80000000, 0xffffffff};
    std::vector<unsigned> in(sizeof x / sizeof *x);
    std::memcpy(in.data(), x, sizeof x);
    in.insert(in.end(), more, more + sizeof more / sizeof *more);
    std::vector<unsigned> out(in.size() * 40);
    unsigned *d_in = nullptr, *d_out = nullptr;
    cudaMalloc((void**)&d_in, in.size() * sizeof(unsigned));
    cudaMalloc((void**)&d_out, out.size() * sizeof(unsigned));
    cudaMemset(d_out, 0, out.size() * sizeof(unsigned));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    convert<<<1, static_cast<unsigned>(in.size())>>>(d_out, d_in);
    says("conversions", cudaMemcpy(out.data(), d_out, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    cudaFree(d_in);
    cudaFree(d_out);
    for (size_t k = 0; k < in.size(); k++) {
        std::printf("%08x:", in[k]);
        for (int column = 0; column < 23; column++)
            std::printf(" %08x", out[k * 40 + column]);
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char** argv)
{
    return run_cases(argc, argv, {{"products", products}, {"conversions", conversions}}, processes::one);
}
