// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __float2half_rn and __half2float convert bits, as until CUDA 8 without cuda_fp16.h. Every bit pattern is converted
// there and back.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <boost/test/unit_test.hpp>

// Sources of that time contain no more than this.
__global__ void widen(float* out)
{
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned short bits = i;
    out[i] = __half2float(bits);
}
__global__ void narrow(unsigned short* out, const float* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half_rn(in[i]);
}

namespace {

constexpr int patterns = 0x10000;

// IEEE 754 binary16, by its definition.
double value_of(unsigned bits)
{
    const int exponent = (bits >> 10) & 31;
    const double fraction = bits & 1023;
    const double magnitude = exponent == 31  ? (fraction == 0 ? HUGE_VAL : NAN)
                             : exponent == 0 ? std::ldexp(fraction, -24)
                                             : std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

template <class T>
struct on_device {
    T* p = nullptr;
    explicit on_device(int n) { BOOST_REQUIRE(cudaMalloc(&p, n * sizeof(T)) == cudaSuccess); }
    ~on_device() { cudaFree(p); }
    std::vector<T> read(int n) const
    {
        std::vector<T> result(n);
        BOOST_REQUIRE(cudaMemcpy(result.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
        return result;
    }
};

std::vector<unsigned short> narrowed(const std::vector<float>& in)
{
    const int n = static_cast<int>(in.size());
    const on_device<float> from(n);
    const on_device<unsigned short> to(n);
    BOOST_REQUIRE(cudaMemcpy(from.p, in.data(), n * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
    narrow<<<(n + 255) / 256, 256>>>(to.p, from.p, n);
    return to.read(n);
}

} // namespace

BOOST_AUTO_TEST_SUITE(half_functions)

BOOST_AUTO_TEST_CASE(every_bit_pattern_there_and_back)
{
    const on_device<float> out(patterns);
    widen<<<patterns / 256, 256>>>(out.p);
    const auto wide = out.read(patterns);
    const auto again = narrowed(wide);
    for (int bits = 0; bits < patterns; ++bits) {
        const double expected = value_of(bits);
        if (std::isnan(expected)) {
            BOOST_TEST(std::isnan(wide[bits]));
            BOOST_TEST(std::isnan(value_of(again[bits])));
        } else {
            BOOST_TEST(wide[bits] == expected);
            BOOST_TEST(std::signbit(wide[bits]) == std::signbit(expected));
            BOOST_TEST(again[bits] == bits);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_lies_between_goes_to_the_nearest_and_ties_to_even)
{
    // Neighbours of 1: 0x3c00 is 1, one step is 2^-10.
    const float step = std::ldexp(1.f, -10);
    const std::vector<float> in{1 + step / 2, 1 + 0.51f * step,     1 + 1.5f * step,        65519.f,
                                65520.f,      std::ldexp(1.f, -25), std::ldexp(1.01f, -25), -1 - 0.51f * step};
    const std::vector<unsigned short> expected{0x3c00, 0x3c01, 0x3c02, 0x7bff, 0x7c00, 0x0000, 0x0001, 0xbc01};
    const auto out = narrowed(in);
    BOOST_TEST(out == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
