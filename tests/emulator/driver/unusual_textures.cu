// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures of the driver API with unusual settings: formats, flags, views, and references that filter integers. Copies
// between arrays by bytes. The expected values are those of an H200, but for a few that no probe asked. These follow
// the manual.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <algorithm>
#include <cstring>
#include <cuda.h>
#include <initializer_list>
#include <vector>

static const char* const code = R"(
.version 7.0
.target sm_60
.address_size 64
.global .texref t;
.visible .entry by_whole_number(.param .u64 o, .param .s32 x) {
  .reg .b64 %d<3>; .reg .b32 %r<8>;
  ld.param.u64 %d1, [o]; ld.param.s32 %r5, [x];
  tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [t, {%r5}];
  st.global.b32 [%d1], %r1; ret;
}
.visible .entry by_number(.param .u64 o, .param .f32 x) {
  .reg .b64 %d<3>; .reg .b32 %r<8>; .reg .f32 %f<3>;
  ld.param.u64 %d1, [o]; ld.param.f32 %f1, [x]; mov.f32 %f2, 0f3f000000;
  tex.2d.v4.s32.f32 {%r1, %r2, %r3, %r4}, [t, {%f1, %f2}];
  st.global.b32 [%d1], %r1; ret;
}
.visible .entry without(.param .u64 o, .param .s32 x) {
  .reg .b64 %d<3>; .reg .b32 %r<8>;
  ld.param.u64 %d1, [o]; ld.param.s32 %r5, [x];
  st.global.b32 [%d1], %r5; ret;
}
.visible .entry of_object(.param .u64 o, .param .u64 h) {
  .reg .b64 %d<3>; .reg .b32 %r<8>; .reg .f32 %f<3>;
  ld.param.u64 %d1, [o]; ld.param.u64 %d2, [h]; mov.f32 %f2, 0f3f000000;
  tex.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%d2, {%f2, %f2}];
  st.global.v4.b32 [%d1], {%r1, %r2, %r3, %r4}; ret;
}
)";

static CUmodule module;
static CUdeviceptr out;

template <class T>
static unsigned run(const char* kernel, T argument, unsigned* all = nullptr)
{
    CUfunction f;
    unsigned got[4] = {};
    void* arguments[] = {&out, &argument};
    cuModuleGetFunction(&f, module, kernel);
    if (cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) != CUDA_SUCCESS) return 0xbad;
    cuMemcpyDtoH(got, out, sizeof got);
    if (all) std::memcpy(all, got, sizeof got);
    return got[0];
}

template <class T>
static CUarray row_of(CUarray_format format, unsigned channels, const std::vector<T>& values)
{
    const CUDA_ARRAY_DESCRIPTOR d = {values.size() / channels, 1, format, channels};
    CUarray a;
    cuArrayCreate(&a, &d);
    CUDA_MEMCPY2D c = {};
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = values.data();
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    c.dstArray = a;
    c.WidthInBytes = values.size() * sizeof(T);
    c.Height = 1;
    cuMemcpy2D(&c);
    return a;
}

static CUresult create(const CUDA_RESOURCE_DESC& r, unsigned flags, CUfilter_mode filter = CU_TR_FILTER_MODE_POINT,
                       const CUDA_RESOURCE_VIEW_DESC* view = nullptr, CUtexObject* object = nullptr)
{
    CUtexObject other = 0;
    CUDA_TEXTURE_DESC d = {}, back = {};
    d.flags = flags;
    d.filterMode = filter;
    for (auto& mode : d.addressMode)
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    const CUresult e = cuTexObjectCreate(object ? object : &other, &r, &d, view);
    if (e == CUDA_SUCCESS)
        EXPECT("the flags come back",
               cuTexObjectGetTextureDesc(&back, object ? *object : other) == CUDA_SUCCESS && back.flags == flags);
    return e;
}

static void formats_of_memory()
{
    CUdeviceptr p;
    cuMemAlloc(&p, 4096);
    for (const bool pitched : {false, true}) {
        const auto made = [&](int format, unsigned channels, unsigned flags, unsigned resource_flags = 0) {
            CUDA_RESOURCE_DESC r = {};
            r.flags = resource_flags;
            r.resType = pitched ? CU_RESOURCE_TYPE_PITCH2D : CU_RESOURCE_TYPE_LINEAR;
            if (pitched)
                r.res.pitch2D = {p, CUarray_format(format), channels, 4, 2, 256};
            else
                r.res.linear = {p, CUarray_format(format), channels, 64};
            return create(r, flags);
        };
        EXPECT("floats", made(CU_AD_FORMAT_FLOAT, 1, 0) == CUDA_SUCCESS);
        EXPECT("integers", made(CU_AD_FORMAT_UNSIGNED_INT32, 1, 0) == CUDA_SUCCESS);
        for (const unsigned channels : {0, 3, 5, 8})
            EXPECT("channels", made(CU_AD_FORMAT_UNSIGNED_INT8, channels, 1) == CUDA_ERROR_INVALID_VALUE);
        for (const int format : {0, 0x77, 0xc2, 0xc0, 0xc7, 0x91, 0xb0})
            EXPECT("format", made(format, 1, 1) == CUDA_ERROR_INVALID_VALUE);
        EXPECT("flags of the resource", made(CU_AD_FORMAT_FLOAT, 1, 0, 1) == CUDA_ERROR_INVALID_VALUE);
        EXPECT("unknown flags", made(CU_AD_FORMAT_FLOAT, 1, 0x1000) == CUDA_ERROR_INVALID_VALUE);
    }
    CUDA_RESOURCE_DESC r = {};
    r.resType = CU_RESOURCE_TYPE_ARRAY;
    r.res.array.hArray = row_of<int>(CU_AD_FORMAT_SIGNED_INT32, 1, {1, 2, 3, 4});
    EXPECT("a flag without a name", create(r, 4) == CUDA_SUCCESS);
    EXPECT("another one", create(r, 0x80) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("a filter of integers", create(r, 0, CU_TR_FILTER_MODE_LINEAR) == CUDA_SUCCESS &&
                                       create(r, 1, CU_TR_FILTER_MODE_LINEAR) == CUDA_SUCCESS);
}

// The flag decides between integers and fractions, whatever the array has.
static void views()
{
    const auto check = [](const char* name, CUarray a, CUresourceViewFormat format, unsigned flags,
                          std::initializer_list<unsigned> expected) {
        CUDA_RESOURCE_DESC r = {};
        r.resType = CU_RESOURCE_TYPE_ARRAY;
        r.res.array.hArray = a;
        CUDA_RESOURCE_VIEW_DESC v = {};
        v.format = format;
        v.width = 4;
        v.height = 1;
        for (const auto filter : {CU_TR_FILTER_MODE_POINT, CU_TR_FILTER_MODE_LINEAR}) {
            CUtexObject object = 0;
            unsigned got[4] = {};
            EXPECT(name, create(r, flags, filter, &v, &object) == CUDA_SUCCESS);
            run("of_object", object, got);
            EXPECT("its texel", std::equal(expected.begin(), expected.end(), got));
        }
    };
    std::vector<unsigned char> texels;
    for (int k = 0; k < 4; ++k)
        texels.insert(texels.end(), {0, 0x3c, 2, 0x3f});
    const CUarray a = row_of(CU_AD_FORMAT_UNSIGNED_INT8, 4, texels);
    const CUarray words = row_of<unsigned>(CU_AD_FORMAT_UNSIGNED_INT32, 1, std::vector<unsigned>(4, 0x80ff4001));
    const CUarray floats = row_of<float>(CU_AD_FORMAT_FLOAT, 1, std::vector<float>(4, 1.5f));
    for (const unsigned flags : {0, CU_TRSF_READ_AS_INTEGER}) {
        check("bytes as an int", a, CU_RES_VIEW_FORMAT_UINT_1X32, flags, {0x3f023c00, 0, 0, 0});
        check("bytes as a float", a, CU_RES_VIEW_FORMAT_FLOAT_1X32, flags, {0x3f023c00, 0, 0, 0});
        check("an int as a float", words, CU_RES_VIEW_FORMAT_FLOAT_1X32, flags, {0x80ff4001, 0, 0, 0});
    }
    check("an int as fractions", words, CU_RES_VIEW_FORMAT_UINT_4X8, 0,
          {0x3b808081, 0x3e808081, 0x3f800000, 0x3f008081});
    check("an int as bytes", words, CU_RES_VIEW_FORMAT_UINT_4X8, CU_TRSF_READ_AS_INTEGER, {1, 0x40, 0xff, 0x80});
    check("a float as fractions", floats, CU_RES_VIEW_FORMAT_UINT_4X8, 0, {0, 0, 0x3f40c0c1, 0x3e7cfcfd});
    check("a float as bytes", floats, CU_RES_VIEW_FORMAT_UINT_4X8, CU_TRSF_READ_AS_INTEGER, {0, 0, 0xc0, 0x3f});
}

static void references()
{
    CUtexref t;
    CUdeviceptr p;
    const std::vector<int> ints = {1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000};
    const std::vector<unsigned char> bytes = {0, 51, 102, 153, 204, 255, 1, 2};
    cuModuleGetTexRef(&t, module, "t");
    cuMemAlloc(&p, 1024);
    cuMemcpyHtoD(p, ints.data(), 32);
    cuTexRefSetFormat(t, CU_AD_FORMAT_SIGNED_INT32, 1);
    cuTexRefSetFlags(t, CU_TRSF_READ_AS_INTEGER);
    cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_LINEAR);
    cuTexRefSetAddress(nullptr, t, p, 32);
    EXPECT("linear memory", run("by_whole_number", 2) == 3000 && run("without", 2) == 2);
    cuTexRefSetArray(t, row_of(CU_AD_FORMAT_SIGNED_INT32, 1, ints), CU_TRSA_OVERRIDE_FORMAT);
    EXPECT("a filter of ints", run("by_number", 2.25f) == 2750 && run("without", 2) == 2);
    cuTexRefSetFlags(t, 0);
    EXPECT("without the flag", run("by_number", 2.25f) == 2750);
    cuTexRefSetArray(t, row_of(CU_AD_FORMAT_UNSIGNED_INT8, 1, bytes), CU_TRSA_OVERRIDE_FORMAT);
    EXPECT("a filter of fractions", run("by_number", 2.25f) == 0x3eb332b3);
    cuTexRefSetFlags(t, CU_TRSF_READ_AS_INTEGER);
    EXPECT("a filter of bytes", run("by_number", 2.25f) == 0x59 && run("without", 2) == 2);
    cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_POINT);
    EXPECT("another format", cuTexRefSetFormat(t, CU_AD_FORMAT_SIGNED_INT8, 1) == CUDA_SUCCESS);
    EXPECT("is read", run("by_number", 3.25f) == 0xffffff99);
    cuTexRefSetFlags(t, 0);
    EXPECT("as a fraction", run("by_number", 3.25f) == 0xbf4f9f3e);
}

static void copies()
{
    const CUarray to = row_of<int>(CU_AD_FORMAT_SIGNED_INT32, 1, std::vector<int>(8));
    const CUarray from = row_of<unsigned char>(CU_AD_FORMAT_UNSIGNED_INT8, 1, std::vector<unsigned char>(32, 7));
    unsigned got[8];
    CUDA_MEMCPY2D c = {};
    c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    c.srcArray = from;
    c.srcXInBytes = 2;
    c.dstArray = to;
    c.dstXInBytes = 4;
    c.WidthInBytes = 6;
    c.Height = 1;
    EXPECT("six bytes to ints", cuMemcpy2D(&c) == CUDA_SUCCESS);
    cuMemcpyAtoH(got, to, 0, sizeof got);
    EXPECT("are there", got[0] == 0 && got[1] == 0x07070707 && got[2] == 0x0707 && got[3] == 0);
    std::vector<unsigned char> host(256, 9);
    EXPECT("after the row", cuMemcpyHtoA(to, 20, host.data(), 40) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("within a texel", cuMemcpyHtoA(to, 2, host.data(), 8) == CUDA_SUCCESS);
    cuMemcpyAtoH(got, to, 0, sizeof got);
    EXPECT("is there", got[0] == 0x09090000 && got[1] == 0x09090909 && got[2] == 0x0909);
    CUDA_MEMCPY2D h = {};
    h.srcMemoryType = CU_MEMORYTYPE_HOST;
    h.srcHost = host.data();
    h.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    h.dstArray = to;
    h.WidthInBytes = 8;
    h.Height = 1;
    const auto pitch = [&](std::size_t bytes, std::size_t x) {
        h.srcPitch = bytes;
        h.srcXInBytes = x;
        return cuMemcpy2D(&h);
    };
    EXPECT("a pitch of one row", pitch(12, 4) == CUDA_SUCCESS && pitch(0, 4) == CUDA_SUCCESS);
    EXPECT("a short pitch", pitch(8, 4) == CUDA_ERROR_INVALID_VALUE && pitch(4, 0) == CUDA_ERROR_INVALID_VALUE);
}

int main()
{
    CUcontext context;
    cuInit(0);
    cuCtxCreate(&context, nullptr, 0, 0);
    EXPECT("the module", cuModuleLoadData(&module, code) == CUDA_SUCCESS);
    cuMemAlloc(&out, 16);
    formats_of_memory();
    views();
    references();
    copies();
    return failures;
}
