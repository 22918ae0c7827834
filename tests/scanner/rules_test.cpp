// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which names the rules of cuda-legacy-scan find, and what they leave alone.
#include <boost/test/unit_test.hpp>

#include <string>

#include "files/patterns.hpp"
#include "found.hpp"
#include "output/json_text.hpp"

using namespace scanner;

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
