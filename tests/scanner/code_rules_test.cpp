// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of cuda-legacy-scan find that is more than a name.
#include <boost/test/unit_test.hpp>

#include <string>

#include "found.hpp"

using namespace scanner;

BOOST_AUTO_TEST_SUITE(beyond_names)

BOOST_AUTO_TEST_CASE(inline_assembly)
{
    BOOST_TEST(names("__device__ void f() { asm volatile(\"shfl.up.b32 %0, %1, 1, 0;\" : \"=r\"(a) : \"r\"(b)); }") ==
               words{"shfl.up.b32"});
    BOOST_TEST(
        names("__device__ void f() { asm(\"{ .reg .pred p; \\n\\t\" \"vote.ballot.b32 %0, p; }\" : \"=r\"(a)); }") ==
        words{"vote.ballot.b32"});
    BOOST_TEST(names("__device__ void f() { asm(\"shfl.sync.up.b32 %0, %1;\"); asm(\"vote.sync.any.pred p;\"); "
                     "asm(\"vote.ballot.sync.b32 a;\"); }")
                   .empty());
    BOOST_TEST(names("__device__ const char* s = \"shfl.up\";").empty());
}

BOOST_AUTO_TEST_CASE(volatile_sums)
{
    const std::string begin = "__device__ void f(volatile float* s, int t) { ";
    BOOST_TEST(names(begin + "s[t] += s[t + 32]; s[t] += s[t + 16]; }") == words{"s"});
    BOOST_TEST(names(begin + "if (n >= 64) s[t] += s[t + 32]; if (n >= 32) s[t] += s[t + 16]; }") == words{"s"});
    BOOST_TEST(names(begin + "s[t] = s[t] + s[t + 32]; s[t] = s[t] + s[t + 16]; }") == words{"s"});
    BOOST_TEST(names(begin + "s[t] += s[t + 32]; __syncwarp(); s[t] += s[t + 16]; }") == words{"s"});
    BOOST_TEST(names(begin + "s[t] += s[t + 32]; __syncwarp(); if (t < 16) s[t] += s[t + 16]; }").empty());
    BOOST_TEST(
        names(begin + "v = s[t + 32]; __syncwarp(); s[t] += v; __syncwarp(); v = s[t + 16]; __syncwarp(); s[t] += v; }")
            .empty());
    BOOST_TEST(names("__device__ void f(float* s, int t) { s[t] += s[t + 32]; s[t] += s[t + 16]; }").empty());
}

BOOST_AUTO_TEST_CASE(divergent_barriers)
{
    const std::string begin = "__global__ void k(int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; ";
    BOOST_TEST(rules(begin + "if (i < n) { a(); __syncthreads(); } }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "if (threadIdx.x) a(); else __syncthreads(); }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "if (i < n) { if (n) { __syncthreads(); } } }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "for (; i < n; i += 64) { a(); __syncthreads(); } }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "for (int k = threadIdx.x; k < n; ++k) __syncthreads(); }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "while (i < n) { __syncthreads(); i += 64; } }") == words{"divergent-barrier"});
    BOOST_TEST(
        rules(begin + "for (int k = i, j = 0; j < n; ++j, k += 64) { if (k < n) a(); __syncthreads(); } }").empty());
    BOOST_TEST(rules(begin + "for (int k = 0; k < n; k += i) a(); __syncthreads(); }").empty());
    BOOST_TEST(rules(begin + "for (int k = 0; k < f(i); ++k) __syncthreads(); }").empty());
    BOOST_TEST(rules(begin + "if (i < n) a(); __syncthreads(); }").empty());
    BOOST_TEST(rules(begin + "if (n > 3) { __syncthreads(); } if (shared[i]) __syncthreads(); }").empty());
    BOOST_TEST(rules(begin + "if (i < n) { __syncthreads(); } }", {11000, 13000}).empty());
}

BOOST_AUTO_TEST_CASE(barriers_that_all_threads_reach)
{
    const std::string begin = "__global__ void k(int n) { int x = threadIdx.x, t = threadIdx.x; ";
    const std::string found = "divergent-barrier", turns = " __syncthreads(); }";
    const std::string strides = "for (int i = threadIdx.x; i < end; i += blockDim.x)" + turns;
    // A member is no variable of its name.
    BOOST_TEST(rules(begin + "int b = blockDim.x; for (int d = 1; d < b; d *= 2)" + turns).empty());
    BOOST_TEST(rules(begin + "int b = x; for (int d = 1; d < b; d *= 2)" + turns) == words{found});
    // A variable that got another value
    BOOST_TEST(rules(begin + "for (t = 0; t < n; ++t)" + turns).empty());
    BOOST_TEST(rules(begin + "t = 0; while (t < n) { ++t; __syncthreads(); } }").empty());
    BOOST_TEST(rules(begin + "if (n) t = 0; while (t < n) { ++t; __syncthreads(); } }") == words{found});
    BOOST_TEST(rules(begin + "if (x) { t = 0; } while (t < n) { ++t; __syncthreads(); } }") == words{found});
    BOOST_TEST(rules(begin + "t = 0; while (t < n) { __syncthreads(); t += x; } }") == words{found});
    BOOST_TEST(rules(begin + "t = 0; t += threadIdx.x; while (t < n) { __syncthreads(); } }") == words{found});
    BOOST_TEST(rules(begin + "if (n) for (t = 0; t < 3; ++t) a(); while (t < n)" + turns) == words{found});
    BOOST_TEST(rules(begin + "for (int t = 0; t < 3; ++t) a(); while (t < n)" + turns) == words{found});
    BOOST_TEST(rules(begin + "int2 s; s.t = 0; while (t < n)" + turns) == words{found});
    BOOST_TEST(rules(begin + "for (t = n; t > 0; t /= 2) { a(threadIdx.x); __syncthreads(); } }").empty());
    BOOST_TEST(rules(begin + "for (t = 0, x = threadIdx.x; t < n; ++t)" + turns).empty());
    // As many turns for each thread
    BOOST_TEST(rules(begin + "int end = (n + blockDim.x - 1) / blockDim.x * blockDim.x; " + strides).empty());
    BOOST_TEST(rules(begin + "int end = n - n % blockDim.x; " + strides).empty());
    BOOST_TEST(rules(begin + "int end = n - (n & (blockDim.x - 1)); " + strides).empty());
    BOOST_TEST(rules(begin + "int end = round_up(n, blockDim.x); " + strides).empty());
    BOOST_TEST(rules(begin + "int end = THCRoundUp(n, (int) blockDim.x); " + strides).empty());
    for (const char* end : {"min(n, blockDim.x)", "n + 4 * blockDim.x", "n - 1 + 3 % blockDim.x", "n - blockDim.x % 3",
                            "n - m % blockDim.x", "n - (n & (blockDim.x - 2))", "1 - n * blockDim.x"})
        BOOST_TEST(rules(begin + "int end = " + end + "; " + strides) == words{found}, end);
    BOOST_TEST(rules(begin + "int end = round_up(n, blockDim.x); end += 1; " + strides) == words{found});
    BOOST_TEST(rules(begin + "int end = n; " + strides) == words{found});
    BOOST_TEST(rules(begin + "int end = n * 64; " + strides) == words{found});
    BOOST_TEST(rules(begin + "int end = round_up(n, 64); " + strides) == words{found});
    BOOST_TEST(rules(begin + "int end = n / blockDim.x * blockDim.x; for (int i = t; i < end; i += blockDim.x)" +
                     turns) == words{found});
    BOOST_TEST(rules(begin + "int end = n / blockDim.x * blockDim.x; for (int i = threadIdx.x; i < end; i += 1)" +
                     turns) == words{found});
}

BOOST_AUTO_TEST_CASE(block_clocks)
{
    const std::string begin = "__global__ void k(clock_t* time) { const int bid = blockIdx.x; __shared__ int s[4]; ";
    BOOST_TEST(rules(begin + "if (!threadIdx.x) time[bid] = clock(); time[bid + gridDim.x] = clock(); }") ==
               words{"block-clocks"});
    BOOST_TEST(rules(begin + "time[blockIdx.x * 2] = clock64(); }") == words{"block-clocks"});
    BOOST_TEST(rules(begin + "s[bid] = clock(); }").empty());
    BOOST_TEST(rules(begin + "clock_t start = clock(); time[bid] = clock() - start; }").empty());
    BOOST_TEST(rules(begin + "time[threadIdx.x] = clock(); }").empty());
    BOOST_TEST(rules("void f() { time[blockIdx.x] = clock(); }").empty());
    BOOST_TEST(rules(begin + "time[bid] = clock(); }", {11000, 13000}).empty());
}

BOOST_AUTO_TEST_CASE(debug_synchronous)
{
    BOOST_TEST(rules("void f() { cub::DeviceReduce::Sum(t, b, i, o, 10, 0, false); }") ==
               words{"cub-debug-synchronous"});
    BOOST_TEST(rules("void f() { cub::DeviceScan::ExclusiveSum<int*>(t, b, i, o, 10, s, debug_synchronous); }") ==
               words{"cub-debug-synchronous"});
    BOOST_TEST(rules("void f() { cub::DeviceReduce::Sum(t, b, i, o, 10, 0); g(false); }").empty());
    BOOST_TEST(rules("void f() { cub::DeviceReduce::Sum(t, b, i, o, 10, pick(false)); }").empty());
    BOOST_TEST(rules("void f() { cub::DeviceReduce::Sum(t, b, i, o, 10, 0, false); }", {11000, 12000}).empty());
}

BOOST_AUTO_TEST_CASE(tuple_members)
{
    BOOST_TEST(rules("int f() { thrust::tuple<int, float> t(1, 2.f); return t.get<0>(); }") == words{"tuple-member"});
    BOOST_TEST(rules("template <class T> int f(const thrust::tuple<T, int>& t) { return t.template get<1>(); }") ==
               words{"tuple-member"});
    BOOST_TEST(rules("typedef thrust::tuple<int, int> two; int f(two t) { return t.get<1>(); }") ==
               words{"tuple-member"});
    BOOST_TEST(rules("using two = thrust::tuple<int, int>; int f(two t) { return t.get<1>(); }") ==
               words{"tuple-member"});
    BOOST_TEST(rules("int f(thrust::tuple<int, int> t) { return thrust::get<0>(t); }").empty());
    BOOST_TEST(rules("int f(boost::tuple<int, int> t) { return thrust::maximum(t.get<0>()); }").empty());
}

BOOST_AUTO_TEST_CASE(half_operators)
{
    const std::string begin = "#include <cuda_fp16.h>\n";
    BOOST_TEST(rules(begin + "__host__ __device__ half operator+(const half& a, const half& b) { return c; }") ==
               words{"half-operator"});
    BOOST_TEST(rules("inline __half2 operator-(__half2 a) { return c; } // __CUDA_NO_HALF_OPERATORS__") ==
               words{"half-operator"});
    BOOST_TEST(rules(begin + "half& operator+=(half& a, half b) { return a; }") == words{"half-operator"});
    BOOST_TEST(rules(begin + "__device__ half operator+(half a, half b) { return c; }").empty());
    BOOST_TEST(rules(begin + "half operator+(half a, float b) { return c; }").empty());
    BOOST_TEST(rules(begin + "complex<half> operator+(complex<half> a, complex<half> b) { return c; }").empty());
    BOOST_TEST(rules(begin + "#ifndef __CUDA_NO_HALF_OPERATORS__\nhalf operator+(half a, half b) { return c; }\n#endif")
                   .empty());
    BOOST_TEST(rules("#include <half.hpp>\nhalf operator+(half a, half b) { return c; }").empty());
    BOOST_TEST(rules("half operator+(half a, half b) { return c; }").empty());
    BOOST_TEST(rules("struct half { int x; }; __half g(); half operator+(half a, half b) { return c; }").empty());
}

BOOST_AUTO_TEST_CASE(launches)
{
    BOOST_TEST(rules("void f() { k<<<1, 2>>>(a); g(); }") == words{"unchecked-launch"});
    BOOST_TEST(rules("void f() { k << <1, 2 >> >(a); g(); }") == words{"unchecked-launch"});
    BOOST_TEST(rules("void f() { int a = 1 << 2; g(a < b); }").empty());
    for (const char* kernel : {"k", "k<true>", "ns::k<int, other<4>>", "k<int>"})
        BOOST_TEST(all("void f() { " + std::string(kernel) + "<<<1, 2>>>(a); }").front().name == "k", kernel);
    BOOST_TEST(rules("void f() { k<<<1, 2>>>(a); cudaError_t e = cudaGetLastError(); }").empty());
    BOOST_TEST(rules("void f() { k<<<1, 2>>>(a); CHECK(cudaDeviceSynchronize()); }").empty());
    BOOST_TEST(rules("void f() { CHECK((k<<<1, 2>>>(a))); }").empty());
    BOOST_TEST(rules("void f() { k<<<1, 2>>>(a); }", {11000, 13000}).empty());
}

BOOST_AUTO_TEST_CASE(kernels_of_other_sources)
{
    const auto linkage = [](const std::string& text, step asked = {}) {
        words result;
        for (const finding& one : all(text, asked))
            if (one.rule == "kernel-linkage") result.push_back(one.name);
        return result;
    };
    const std::string head = "template <class T, int n = (2 > 1)> __global__ void __launch_bounds__(64) fill(T*)";
    const std::string launch = "void f(int* p) { fill<int><<<1, 1>>>(p); }\n";
    BOOST_TEST(linkage(head + ";\n" + launch) == words{"fill"});
    BOOST_TEST(linkage("extern template __global__ void fill<int>(int*);\n") == words{"fill"});
    BOOST_TEST(linkage(head + ";\nextern template __global__ void __launch_bounds__(64) fill<int>(int*);\n") ==
               words{"fill"});
    // Defined here, or perhaps in a header; not launched; no kernel; no template.
    BOOST_TEST(linkage(head + ";\n" + head + " {}\n" + launch).empty());
    BOOST_TEST(linkage("#include \"fill.cuh\"\n" + head + ";\n" + launch).empty());
    BOOST_TEST(linkage("#include \"fill.h\"\n#include <cub/cub.cuh>\n" + head + ";\n" + launch) == words{"fill"});
    BOOST_TEST(linkage(head + " {}\ntemplate __global__ void fill<int>(int*);\n").empty());
    BOOST_TEST(linkage(head + ";\n").empty());
    BOOST_TEST(
        linkage("template <class T> void f(T*);\nextern template void f<int>(int*);\n__global__ void k(int*);\n" +
                std::string("void g() { k<<<1, 1>>>(0); f<int>(0); }\n"))
            .empty());
    BOOST_TEST(linkage(head + ";\n" + launch, {0, 12090}).empty());
    BOOST_TEST(linkage(head + ";\n" + launch, {13000, 14000}).empty());
}

BOOST_AUTO_TEST_CASE(host_sums)
{
    const std::string copy = "cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost); ";
    BOOST_TEST(rules("void f() { " + copy + "for (i = 0; i < n; ++i) s += h[i]; }") == words{"host-sum"});
    BOOST_TEST(rules("void f() { " + copy + "for (i = 0; i < n; ++i) s += other[i]; }").empty());
    BOOST_TEST(rules("void f() { cudaMemcpy(h, d, n, cudaMemcpyHostToDevice); s += h[i]; }").empty());
}

BOOST_AUTO_TEST_SUITE_END()
