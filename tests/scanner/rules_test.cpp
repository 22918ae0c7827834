// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of cuda-legacy-scan find, and what they leave alone.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "files/patterns.hpp"
#include "output/json_text.hpp"
#include "rules/rules.hpp"

using namespace scanner;

namespace {

using words = std::vector<std::string>;

std::vector<finding> all(const std::string& text, step asked = {}, const char* path = "a.cu")
{
    std::vector<finding> found;
    program source;
    source.read(path, text, asked.to);
    find_in_source({source, asked, found});
    return found;
}

// The names that are found, without the advice on launches, which most of these sources deserve.
words names(const std::string& text, step asked = {}, const char* path = "a.cu")
{
    words result;
    for (const finding& one : all(text, asked, path))
        if (one.rule != "unchecked-launch") result.push_back(one.name);
    return result;
}

// The rules that find something.
words rules(const std::string& text, step asked = {})
{
    words result;
    for (const finding& one : all(text, asked))
        result.push_back(one.rule);
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(names_of_the_list)

BOOST_AUTO_TEST_CASE(a_removed_function)
{
    const auto found = all("void f()\n{\n  \xc3\xbc(); cudaThreadSynchronize();\n}");
    BOOST_REQUIRE(found.size() == 1);
    const finding& one = found[0];
    BOOST_TEST(one.line == 3);
    BOOST_TEST(one.column == 8); // characters, not bytes
    BOOST_TEST(one.removed == 13000);
    BOOST_TEST(one.replacement == "cudaDeviceSynchronize");
    BOOST_TEST(one.note == "thread_management.md");
    BOOST_TEST(one.compat == "here");
    BOOST_TEST((one.effort == effort_of_change::low && one.level == severity::error));
}

BOOST_AUTO_TEST_CASE(pairs)
{
    const auto pair = [](const std::string& text, step asked = {}) { return all(text, asked).at(0).pair; };
    const auto fetched = [&](const std::string& call) { return pair("__global__ void k() { f(" + call + "); }"); };
    const std::string array = "texture/array_1d", linear = "texture/linear_1d", more = "texture/read_modes";
    // Where the memory is, by the bind or the fetch.
    BOOST_TEST(pair("void f() { cudaBindTexture(0, t, p, n); }") == linear);
    BOOST_TEST(pair("void f() { cudaBindTexture2D(0, t, p, d, w, h, n); }") == linear); // no pair has pitched memory
    BOOST_TEST(pair("void f() { cudaGetTextureAlignmentOffset(&o, t); }") == linear);
    BOOST_TEST(pair("void f() { cuTexRefSetAddress(&o, t, p, n); }", {0, 14000}) == linear);
    BOOST_TEST(pair("void f() { cudaBindTextureToArray(t, a); }") == array);
    BOOST_TEST(pair("void f() { cudaUnbindTexture(t); }") == array); // fits all: the note's first pair
    BOOST_TEST(fetched("tex1Dfetch(t, 1)") == linear);
    BOOST_TEST(fetched("tex1D(t, 1)") == array);
    for (const char* call : {"tex2D(t, 1, 2)", "tex3D(t, 1, 2, 3)", "tex2DLayered(t, 1, 2, 3)", "tex1DLayered(t, 1, 2)",
                             "texCubemap(t, 1, 2, 3)", "tex2DLod(t, 1, 2, 3)"})
        BOOST_TEST(fetched(call) == more, call);
    // A pair that does not show the change is worse than none.
    BOOST_TEST(pair("void f() { cudaMemcpyToSymbol(\"c\", p, n); }") == "memory/constant_array");
    BOOST_TEST(pair("void f() { cudaMemcpyFromSymbol(p, \"c\", n); }") == "memory/variable_qualifiers");
    BOOST_TEST(pair("void f() { cudaFuncSetCacheConfig(\"k\", c); }").empty());
    BOOST_TEST(pair("void f() { cudaDeviceProp p; p.clockRate = 1; }") == "device/query");
    BOOST_TEST(pair("void f() { cudaDeviceProp p; p.cooperativeMultiDeviceLaunch = 1; }").empty());
    BOOST_TEST(pair("cudaDeviceProp p = cudaDevicePropDontCare;").empty());
}

BOOST_AUTO_TEST_CASE(pairs_by_a_textures_dimension)
{
    const auto pair = [](const std::string& arguments) { return all("texture<" + arguments + "> t;").at(0).pair; };
    for (const char* one : {"float", "float, 1", "float, 1, cudaReadModeElementType", "float, cudaTextureType1D",
                            "float, N", "T, 1 + 1", "T, size<T, 2>::value"})
        BOOST_TEST(pair(one) == "texture/array_1d", one);
    for (const char* one :
         {"float, 2", "uchar4, 2, cudaReadModeNormalizedFloat", "float, 3", "float, cudaTextureType2D",
          "texel<float, 1>, cudaTextureType3D", "float, cudaTextureType1DLayered", "float, cudaTextureType2DLayered",
          "float, cudaTextureTypeCubemap", "float, cudaTextureTypeCubemapLayered"})
        BOOST_TEST(pair(one) == "texture/read_modes", one);
}

BOOST_AUTO_TEST_CASE(not_in_comments_strings_or_members)
{
    BOOST_TEST(
        names("// cudaThreadExit\n/* cudaThreadExit */ char a[] = \"cudaThreadExit\"; x.cudaThreadExit();").empty());
    BOOST_TEST(names("mine::cudaThreadExit();").empty());
    BOOST_TEST(names("::cudaThreadExit();") == words{"cudaThreadExit"});
    BOOST_TEST(names("#define CHECK(x) cudaThreadExit(); x") == words{"cudaThreadExit"});
    BOOST_TEST(names("#define cudaThreadExit cudaDeviceReset\nvoid f() { cudaThreadExit(); }").empty());
}

BOOST_AUTO_TEST_CASE(steps)
{
    const std::string text = "texture<int> t; void f() { cudaThreadExit(); cudaLaunch(k); }";
    BOOST_TEST(names(text) == (words{"texture", "cudaThreadExit", "cudaLaunch"}));
    BOOST_TEST(names(text, {12000, 13000}) == words{"cudaThreadExit"});
    BOOST_TEST(names(text, {11000, 12000}) == words{"texture"});
    BOOST_TEST(names(text, {0, 9000}) == (words{"cudaThreadExit", "cudaLaunch"})); // deprecated, both
}

BOOST_AUTO_TEST_CASE(branches_for_old_versions)
{
    BOOST_TEST(names("#if CUDART_VERSION < 12000\ntexture<int> t;\n#else\nint t;\n#endif").empty());
    BOOST_TEST(names("#if CUDART_VERSION < 12000\ntexture<int> t;\n#endif", {0, 11080}) == words{"texture"});
    BOOST_TEST(names("#if 0\ntexture<int> t;\n#endif\n").empty());
    BOOST_TEST(names("#if 1\nint t;\n#else\ntexture<int> t;\n#endif").empty());
    BOOST_TEST(names("#if defined(OLD) && CUDA_VERSION < 9000\ntexture<int> t;\n#endif").empty());
    BOOST_TEST(names("#if OLD || CUDA_VERSION >= 9000\ntexture<int> t;\n#endif") == words{"texture"});
    BOOST_TEST(names("#ifdef OLD\ntexture<int> t;\n#else\nsurface<void> s;\n#endif") == (words{"texture", "surface"}));
    BOOST_TEST(names("#if __CUDA_ARCH__ < 300\ntexture<int> t;\n#elif X\nsurface<void> s;\n#endif") ==
               words{"surface"});
    BOOST_TEST(names("#if !(CUDA_VERSION >= 12000)\n#if X\ntexture<int> t;\n#endif\n#endif").empty());
    BOOST_TEST(names("#if (\ntexture<int> t;\n#endif") == words{"texture"}); // not understood: looked at
}

BOOST_AUTO_TEST_CASE(textures)
{
    BOOST_TEST(names("texture<float, 2, cudaReadModeElementType> t;") == words{"texture"});
    BOOST_TEST(names("void f(int texture, int n) { if (texture < n) texture = 1; }").empty());
    BOOST_TEST(names("__global__ void k(float* o) { o[0] = tex2D(t, 1, 2); }") == words{"tex2D"});
    BOOST_TEST(
        names("__global__ void k(float* o) { o[0] = tex2D<float>(t, 1, 2); tex2D(o, t, 1, 2); tex2D(&v, t, 1); }")
            .empty());
    BOOST_TEST(names("texture<int> t; void f() { t.normalized = 1; cudaTextureDesc d; d.filterMode = 0; }") ==
               (words{"texture", "textureReference::normalized"}));
    BOOST_TEST(
        names("surface<void, 2> s; __global__ void k() { surf2Dwrite(1, s, 0, 0); surf2Dwrite(1, other, 0, 0); }") ==
        (words{"surface", "surf2Dwrite"}));
    BOOST_TEST(rules("struct a { static texture<int> t; };") == (words{"removed-name", "static-reference"}));
}

BOOST_AUTO_TEST_CASE(fields)
{
    BOOST_TEST(names("void f() { cudaDeviceProp p, q[2]; p.clockRate; q[i].computeMode; mine.clockRate; }") ==
               (words{"cudaDeviceProp::clockRate", "cudaDeviceProp::computeMode"}));
    BOOST_TEST(names("void f(const cudaDeviceProp* p) { p->deviceOverlap; }") ==
               words{"cudaDeviceProp::deviceOverlap"});
}

BOOST_AUTO_TEST_CASE(old_parameters)
{
    BOOST_TEST(names("void f() { cuCtxCreate(&c, 0, d); }") == words{"cuCtxCreate"});
    BOOST_TEST(all("void f() { cuCtxCreate(&c, 0, d); }")[0].message == "the old parameters are gone since CUDA 13.0");
    BOOST_TEST(names("void f() { cuCtxCreate(&c, p, 0, d); }").empty());
    BOOST_TEST(names("void f() { cudaMemPrefetchAsync(p, n, 0, s); }") == words{"cudaMemPrefetchAsync"});
    BOOST_TEST(names("void f() { cudaMemLocation l; cudaMemPrefetchAsync(p, n, l, 0, s); }").empty());
    BOOST_TEST(names("void f() { cudaMemcpyToSymbol(\"x\", p, n); cudaMemcpyToSymbol(x, p, n); }") ==
               words{"cudaMemcpyToSymbol"});
    BOOST_TEST(names("void f() { cudaFuncSetCacheConfig(\"k\", c); cudaFuncGetAttributes(&a, k); }") ==
               words{"cudaFuncSetCacheConfig"});
}

BOOST_AUTO_TEST_CASE(names_that_others_have)
{
    BOOST_TEST(names("__device__ int f(int a) { return any(a) + x.all(a); }\nvoid g() { all(1); }") == words{"any"});
    BOOST_TEST(names("__device__ int any(int a) { return a; }\n__device__ int f(int a) { return any(a); }").empty());
    BOOST_TEST(names("__device__ int f(int a) { return __shfl(a, 0) + __shfl_sync(~0u, a, 0); }") == words{"__shfl"});
    BOOST_TEST(names("void f() { cudaDeviceSynchronize(); }\n__global__ void k() { cudaDeviceSynchronize(); }") ==
               words{"cudaDeviceSynchronize"});
    BOOST_TEST(names("cub::Sum a; ::cub::Max b; mine::Sum c; Sum d; thrust::identity<int> e;") ==
               (words{"cub::Sum", "cub::Max", "thrust::identity"}));
    BOOST_TEST(names("#include \"helper_cuda.h\"\nvoid f() { checkCudaErrors(1); }") ==
               (words{"helper_cuda.h", "checkCudaErrors"}));
    BOOST_TEST(names("void f() { checkCudaErrors(1); }").empty());
    BOOST_TEST(names("#include <boost/timer.h>\n#include <mine/exception.h>").empty());
    BOOST_TEST(names("#include <nvToolsExt.h>") == words{"nvToolsExt.h"});
    BOOST_TEST(names("#if __CUDACC_VER__ >= 80000\n#endif") == words{"__CUDACC_VER__"});
    BOOST_TEST(names("#include <cudaTypedefs.h>\nPFN_cuMemAlloc a; PFN_cuMemAlloc_v3020 b;", {}, "a.cpp") ==
               words{"PFN_cuMemAlloc"});
    BOOST_TEST(names("#include \"cudaGLTypedefs.h\"\nPFN_cuGLInit a;", {}, "a.c") == words{"PFN_cuGLInit"});
    BOOST_TEST(names("#include <cuda.h>\nPFN_cuMemAlloc a;", {}, "a.cpp").empty());
    BOOST_TEST(names("double4 a;", {}, "a.cpp").empty());
    BOOST_TEST(names("double4 a;") == words{"double4"});
}

// What the headers of CUDA 13 announce is asked for by --to 14.
BOOST_AUTO_TEST_CASE(announced_names)
{
    const step next{0, 14000};
    const std::string graph = "void f(cudaGraphNode_t* n) { cudaGraphAddKernelNode(n, g, 0, 0, &p); }\n";
    BOOST_TEST(names(graph).empty());
    const auto found = all(graph, next);
    BOOST_REQUIRE(found.size() == 1);
    BOOST_TEST(found[0].rule == "announced-name");
    BOOST_TEST(found[0].replacement == "cudaGraphAddNode");
    BOOST_TEST((found[0].level == severity::warning && found[0].note == "ready-for-14.md"));
    BOOST_TEST(found[0].message.find("says that it will be deprecated") != std::string::npos);
    const auto clocks = all("int f() { return nvmlDeviceSetApplicationsClocks(d, 1, 2); }\n", next, "a.cpp");
    BOOST_REQUIRE(clocks.size() == 1);
    BOOST_TEST((clocks[0].level == severity::error && clocks[0].removed == 14000));
    BOOST_TEST(clocks[0].message == "goes in CUDA 14.0, as its header says");
    BOOST_TEST(names("thrust::plus<int> add; std::plus<int> a; plus<int> b;\n", next) == words{"thrust::plus"});
    BOOST_TEST(names("auto n = std::distance(a, b) + distance(a, b) + x.distance(a);\n", next).empty());
    BOOST_TEST(names("#include <cuda/stream_ref>\n#include <other/stream_ref>\n", next) == words{"cuda/stream_ref"});
    BOOST_TEST(rules("#include <cuda/stream_ref>\n", next) == words{"deprecated-name"});
    BOOST_TEST(names("void cudaGraphAddKernelNode(int);\nvoid g() { obj.cudaGraphAddKernelNode(1); }\n", next).size() <
               2);
}

BOOST_AUTO_TEST_CASE(names_for_types)
{
    for (const char* own :
         {"typedef struct _double4 double4;", "typedef struct { double x, y; } double4;",
          "using double4 = vec<int, 4>;", "typedef struct { struct { int a; } x; } *pointer, double4;",
          "typedef struct { int a; } other, *double4;", "typedef float double4[4];",
          "typedef void (*double4)(int, float);", "typedef int (*(*double4)(int))[3];", "typedef void double4(int a);",
          "typedef std::map<int, pair<int> > double4;", "typedef struct __align__(16) { double x; } double4;",
          "typedef struct { double x; } double4 __attribute__((aligned(16)));",
          "typedef struct __attribute__((packed)) { double x; } const double4;", "typedef double2 double3, double4;",
          "struct mine { typedef int double4; };", "#define TYPES typedef struct { int a; } double4;\n"})
        BOOST_TEST(names(std::string(own) + " double4 a;").empty(), own);
    const words two{"double4", "double4"}, three{"double4", "double4", "double4"};
    for (const char* other :
         {"typedef double4 pair; pair a;", "typedef double4 pair[4];", "typedef std::map<double4, int> table;",
          "typedef void (*run)(double4);", "typedef void run(double4);", "typedef double4 *a, b;",
          "typedef struct { double4 x; } pair;", "using pair = double4;", "using mine::pair; pair(double4);",
          "typedef double4\n#include <a>\n pair;"})
        BOOST_TEST(names(std::string(other) + " double4 b;") == two, other);
    BOOST_TEST(names("namespace mine { typedef ::double4 double4; } double4 a;") == two);
    for (const char* same : {"typedef struct double4 double4;", "using double4 = ::double4;"})
        BOOST_TEST(names(std::string(same) + " double4 b;") == three, same);
    for (const char* open :
         {"typedef", "typedef struct {", "typedef struct { } double4", "using", "using double4 =", "typedef ;"})
        names(open); // the source ends there: no name, and no crash
}

BOOST_AUTO_TEST_SUITE_END()

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
    BOOST_TEST(names(begin + "s[t] += s[t + 32]; __syncwarp(); s[t] += s[t + 16]; }").empty());
    BOOST_TEST(names("__device__ void f(float* s, int t) { s[t] += s[t + 32]; s[t] += s[t + 16]; }").empty());
}

BOOST_AUTO_TEST_CASE(divergent_barriers)
{
    const std::string begin = "__global__ void k(int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; ";
    BOOST_TEST(rules(begin + "if (i < n) { a(); __syncthreads(); } }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "if (threadIdx.x) a(); else __syncthreads(); }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "if (i < n) { if (n) { __syncthreads(); } } }") == words{"divergent-barrier"});
    BOOST_TEST(rules(begin + "if (i < n) a(); __syncthreads(); }").empty());
    BOOST_TEST(rules(begin + "if (n > 3) { __syncthreads(); } if (shared[i]) __syncthreads(); }").empty());
    BOOST_TEST(rules(begin + "if (i < n) { __syncthreads(); } }", {11000, 13000}).empty());
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

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(patterns)
{
    BOOST_TEST(matches("*.cu", "a.cu"));
    BOOST_TEST(!matches("*.cu", "a/b.cu"));
    BOOST_TEST(matches("a/**/b", "a/b"));
    BOOST_TEST(matches("a/**/b", "a/x/y/b"));
    BOOST_TEST(!matches("a/**/b", "a/xb"));
    BOOST_TEST(matches("**/b", "x/y/b"));
    BOOST_TEST(matches("a/**", "a/x/y"));
    BOOST_TEST(matches("[a-c]?", "bx"));
    BOOST_TEST(!matches("[!a-c]?", "bx"));
    BOOST_TEST(matches("\\*", "*"));
    BOOST_TEST(!matches("\\*", "a"));
    BOOST_TEST(!matches(std::string(5000, '*') + "b", std::string(5000, 'a')));
}

BOOST_AUTO_TEST_CASE(ignored)
{
    ignore_rules rules;
    for (const char* line : {"# comment", "", "*.o", "/build/", "docs/*.h", "!docs/kept.h", "space  "})
        rules.add_line(line);
    using answer = ignore_rules::answer;
    BOOST_TEST((rules.of("x/a.o", false) == answer::ignored));
    BOOST_TEST((rules.of("build", true) == answer::ignored));
    BOOST_TEST((rules.of("build", false) == answer::none));
    BOOST_TEST((rules.of("x/build", true) == answer::none));
    BOOST_TEST((rules.of("docs/a.h", false) == answer::ignored));
    BOOST_TEST((rules.of("docs/kept.h", false) == answer::kept));
    BOOST_TEST((rules.of("space", false) == answer::ignored));
}

// Rules look ahead and back; the tokens of the file before are no answer, and neither is what lies behind the list.
BOOST_AUTO_TEST_CASE(behind_the_last_token)
{
    program source;
    source.read("a.cu", "a ( b )", 13000);
    source.read("a.cu", "c", 13000);
    BOOST_REQUIRE(source.size() == 1u);
    for (const std::size_t i : {std::size_t(1), std::size_t(2), ~std::size_t(0)}) {
        BOOST_TEST(source.at(i).text == "");
        BOOST_TEST((source.at(i).kind == token_kind::end_of_file));
        BOOST_TEST(source.offset(i) == 1u);
        BOOST_TEST(source.closing(i) == source.size());
        BOOST_TEST(source.opening(i) == source.size());
    }
}

BOOST_AUTO_TEST_CASE(strings_of_json)
{
    BOOST_TEST(json_string("a\"\\\n") == "\"a\\\"\\\\\\u000a\"");
    BOOST_TEST(json_string("\xff\xc3\xbc\xed\xa0\x80") == "\"\\ufffd\xc3\xbc\\ufffd\\ufffd\\ufffd\"");
}

BOOST_AUTO_TEST_SUITE_END()
