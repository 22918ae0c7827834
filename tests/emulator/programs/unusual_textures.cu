// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures with unusual settings: integers between mipmap levels, views, texels that are resident, limits of arrays.
// The expected values are those of an H200, but for a few that no probe asked. These follow the manual. Prints one
// line per check and exits with the number of failures.
#include "expect.h"
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <initializer_list>
#include <vector>

static cudaTextureDesc clamped()
{
    cudaTextureDesc t = {};
    for (auto& mode : t.addressMode)
        mode = cudaAddressModeClamp;
    t.maxMipmapLevelClamp = 10;
    return t;
}
static cudaResourceDesc of_array(cudaArray_t a)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    return r;
}

template <class T>
__global__ void level_of(cudaTextureObject_t t, float level, T* out)
{
    *out = tex2DLod<T>(t, .3f, .3f, level);
}
__global__ void gradient_of(cudaTextureObject_t t, int* out)
{
    *out = tex2DGrad<int>(t, .5f, .53125f, make_float2(6 / 16.f, 0), make_float2(0, 1 / 16.f));
}
template <class T>
static T first(T* p)
{
    T v;
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v;
}

// A mipmapped array whose texels are value(level, x).
template <class T, class Value>
static cudaResourceDesc levels_of(int width, unsigned count, Value value)
{
    const auto d = cudaCreateChannelDesc<T>();
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    cudaMallocMipmappedArray(&r.res.mipmap.mipmap, &d, make_cudaExtent(width, width, 0), count, 0);
    for (unsigned l = 0; l < count; ++l) {
        const int size = width >> l;
        std::vector<T> texels(size * size);
        for (int k = 0; k < size * size; ++k)
            texels[k] = value(l, k % size);
        cudaArray_t level;
        cudaGetMipmappedArrayLevel(&level, r.res.mipmap.mipmap, l);
        cudaMemcpy2DToArray(level, 0, 0, texels.data(), size * sizeof(T), size * sizeof(T), size,
                            cudaMemcpyHostToDevice);
    }
    return r;
}

// Levels 0, 1/4, 1/2, 3/4 and 1 of two levels that each have one value.
template <class T>
static void between(const char* name, T lower, T upper, unsigned anisotropy, std::initializer_list<long long> expected)
{
    const cudaResourceDesc r = levels_of<T>(4, 2, [&](unsigned l, int) { return l ? upper : lower; });
    cudaTextureDesc t = clamped();
    t.normalizedCoords = 1;
    t.mipmapFilterMode = cudaFilterModeLinear;
    t.maxAnisotropy = anisotropy;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &r, &t, nullptr);
    T* out;
    cudaMalloc(&out, sizeof(T));
    bool ok = true;
    float level = 0;
    for (const long long value : expected) {
        level_of<<<1, 1>>>(object, level, out);
        ok &= first(out) == T(value);
        level += .25f;
    }
    EXPECT(name, ok);
}

static void integers_between_levels()
{
    between<int>("int", 1000, 2000, 0, {1000, 1250, 1500, 1750, 2000});
    between<int>("negative int", -1000, -2000, 0, {-1000, -1250, -1500, -1750, -2000});
    between<unsigned>("an int is cut", 0x40490fdb, 0x3f800000, 0,
                      {1078530011, 1075235812, 1071941613, 1068647414, 1065353216});
    between<unsigned>("the largest int", ~0u, 1u << 31, 0,
                      {4294967295, 3758096383, 3221225471, 2684354559, 2147483648});
    between<unsigned char>("a byte is rounded", 10, 20, 0, {10, 13, 15, 18, 20});
    between<signed char>("a signed byte", -10, 100, 0, {-10, 18, 45, 73, 100});
    between<unsigned short>("16 bits", 10000, 20000, 0, {10000, 12500, 15000, 17500, 20000});
    between<short>("signed 16 bits", -10000, 20000, 0, {-10000, -2500, 5000, 12500, 20000});
    between<int>("with anisotropy", 1000, 2000, 8, {1000, 1000, 1500, 2000, 2000});
    between<signed char>("a signed byte with anisotropy", -10, 100, 8, {-10, -10, 45, 100, 100});
}

// tex2DGrad takes the mean of several integers.
static void integers_with_anisotropy()
{
    const auto value = [](int data, unsigned level, int x) {
        return data == 0   ? x
               : data == 1 ? (x & 1 ? -5 : 5)
               : data == 2 ? (x < 8 ? 0x7f800000 : 0x10000000)
                           : x * 0x01000000 + int(level);
    };
    const int expected[4][3] = {
        {1, 1, 7}, {-5, 0, 0}, {0x7f800000, 0x7f800000, 0x47c00000}, {0x01000003, 0x01800002, 0x07800000}};
    int* out;
    cudaMalloc(&out, 4);
    for (int data = 0; data < 4; ++data)
        for (int k = 0; k < 3; ++k) {
            const auto r = levels_of<int>(16, 5, [&](unsigned l, int x) { return value(data, l, x); });
            cudaTextureDesc t = clamped();
            t.normalizedCoords = 1;
            t.maxMipmapLevelClamp = 4;
            t.maxAnisotropy = k == 0 ? 0 : k == 1 ? 2 : 8;
            cudaTextureObject_t object = 0;
            cudaCreateTextureObject(&object, &r, &t, nullptr);
            gradient_of<<<1, 1>>>(object, out);
            EXPECT("a mean of integers", first(out) == expected[data][k]);
        }
}

__global__ void texel_of(cudaTextureObject_t t, uint4* out) { *out = tex2D<uint4>(t, .5f, .5f); }

// The array's own format decides what may be asked, and the view's what is read.
template <class T>
static void view(const char* name, T texel, cudaResourceViewFormat format, cudaTextureReadMode read,
                 cudaTextureFilterMode filter, cudaError_t error, uint4 expected = {})
{
    const auto d = cudaCreateChannelDesc<T>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, 4, 1);
    const std::vector<T> texels(4, texel);
    cudaMemcpy2DToArray(a, 0, 0, texels.data(), 4 * sizeof(T), 4 * sizeof(T), 1, cudaMemcpyHostToDevice);
    const auto r = of_array(a);
    cudaTextureDesc t = clamped();
    t.readMode = read;
    t.filterMode = filter;
    cudaResourceViewDesc v = {};
    v.format = format;
    v.width = 4;
    v.height = 1;
    cudaTextureObject_t object = 0;
    bool ok = cudaCreateTextureObject(&object, &r, &t, &v) == error;
    cudaGetLastError();
    if (ok && !error) {
        uint4* out;
        cudaMalloc(&out, sizeof *out);
        texel_of<<<1, 1>>>(object, out);
        const uint4 got = first(out);
        ok = std::memcmp(&got, &expected, sizeof got) == 0;
    }
    EXPECT(name, ok);
}
static void views_of_other_formats()
{
    const auto element = cudaReadModeElementType, fraction = cudaReadModeNormalizedFloat;
    const auto point = cudaFilterModePoint, linear = cudaFilterModeLinear;
    const uchar4 bytes = {0, 0x3c, 2, 0x3f};
    const ushort2 halves = {0x3c00, 0x4000};
    view("bytes as an int", bytes, cudaResViewFormatUnsignedInt1, fraction, point, cudaSuccess, {0x3f023c00});
    view("filtered", bytes, cudaResViewFormatSignedInt1, fraction, linear, cudaSuccess, {0x3f023c00});
    view("bytes as a float", bytes, cudaResViewFormatFloat1, fraction, linear, cudaSuccess, {0x3f023c00});
    view("filtered elements", bytes, cudaResViewFormatFloat1, element, linear, cudaErrorInvalidFilterSetting);
    view("shorts as halves", halves, cudaResViewFormatHalf2, fraction, linear, cudaSuccess, {0x3f800000, 0x40000000});
    view("their elements", halves, cudaResViewFormatHalf2, element, linear, cudaErrorInvalidFilterSetting);
    view("shorts as bytes", halves, cudaResViewFormatUnsignedChar4, element, point, cudaSuccess, {0, 0x3c, 0, 0x40});
    view("a float as bytes", 1.5f, cudaResViewFormatUnsignedChar4, element, linear, cudaSuccess,
         {0, 0, 0x3f40c0c1, 0x3e7cfcfd});
    view("as fractions", 1.5f, cudaResViewFormatUnsignedChar4, fraction, linear, cudaErrorInvalidNormSetting);
    view("an int as bytes", 0x80ff4001u, cudaResViewFormatUnsignedChar4, fraction, point, cudaErrorInvalidNormSetting);
    view("filtered", 0x80ff4001u, cudaResViewFormatUnsignedChar4, fraction, linear, cudaErrorInvalidFilterSetting);
    view("an int as a float", 0x80ff4001u, cudaResViewFormatFloat1, element, linear, cudaErrorInvalidFilterSetting);
}

__global__ void faces_of(cudaTextureObject_t t, int* out)
{
    const float3 at[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int layer = -1; layer < 3; ++layer)
        for (const float3& d : at)
            *out++ = texCubemapLayered<int>(t, d.x, d.y, d.z, layer);
}
__global__ void layers_of(cudaTextureObject_t t, int* out)
{
    for (int layer = -2; layer < 6; ++layer)
        *out++ = tex2DLayered<int>(t, .5f, .5f, layer);
}
// Slice k has the value k.
static cudaArray_t slices(int count, unsigned flags)
{
    const auto d = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    cudaMalloc3DArray(&a, &d, make_cudaExtent(4, 4, count), flags);
    std::vector<int> texels(16 * count);
    for (std::size_t k = 0; k < texels.size(); ++k)
        texels[k] = int(k / 16);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(texels.data(), 16, 4, 4);
    p.dstArray = a;
    p.extent = make_cudaExtent(4, 4, count);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
    return a;
}
// A view of layers. The depth must be the array's.
static std::vector<int> through_view(cudaArray_t a, int depth, unsigned first_layer, unsigned last, bool cubes)
{
    const auto r = of_array(a);
    const auto t = clamped();
    cudaResourceViewDesc v = {};
    v.format = cudaResViewFormatSignedInt1;
    v.width = v.height = 4;
    v.depth = depth;
    v.firstLayer = first_layer;
    v.lastLayer = last;
    cudaTextureObject_t object = 0;
    if (cudaCreateTextureObject(&object, &r, &t, &v) != cudaSuccess) return cudaGetLastError(), std::vector<int>{};
    int* out;
    cudaMalloc(&out, 24 * 4);
    if (cubes)
        faces_of<<<1, 1>>>(object, out);
    else
        layers_of<<<1, 1>>>(object, out);
    std::vector<int> got(cubes ? 24 : 8);
    cudaMemcpy(got.data(), out, got.size() * 4, cudaMemcpyDeviceToHost);
    return got;
}
static void views_of_layers()
{
    // The layers -1 to 2, each with the six faces from `at` on.
    const auto cubes = [](std::initializer_list<int> begin) {
        std::vector<int> all;
        for (const int at : begin)
            for (int face = 0; face < 6; ++face)
                all.push_back(at < 0 ? 0 : at + face);
        return all;
    };
    const cudaArray_t a = slices(18, cudaArrayLayered | cudaArrayCubemap), b = slices(5, cudaArrayLayered);
    EXPECT("one cube", through_view(a, 18, 0, 0, true) == cubes({0, 0, 0, 0}));
    EXPECT("two cubes", through_view(a, 18, 0, 1, true) == cubes({6, 0, 6, 6}));
    EXPECT("cubes from a face on", through_view(a, 18, 1, 2, true) == cubes({7, 1, 7, 7}));
    EXPECT("more cubes than there are", through_view(a, 18, 0, 5, true) == cubes({-1, 0, 6, 12}));
    EXPECT("after the last layer", through_view(a, 18, 0, 18, true) == cubes({-1, 0, 6, 12}));
    EXPECT("another depth", through_view(a, 3, 0, 2, true).empty());
    EXPECT("layers", through_view(b, 5, 1, 3, false) == std::vector<int>({3, 3, 1, 2, 3, 3, 3, 3}));
    EXPECT("behind the last", through_view(b, 5, 5, 5, false) == std::vector<int>(8, 0)); // an H200 reads any memory
    EXPECT("far behind it", through_view(b, 5, 100, 0xffffffff, false).size() == 8);
    EXPECT("an empty range", through_view(b, 5, 6, 5, false).empty());
    EXPECT("one too many", through_view(b, 5, 0, 5, false) == std::vector<int>({0, 0, 0, 1, 2, 3, 4, 0}));
    const auto r = levels_of<int>(16, 5, [](unsigned l, int) { return int(l + 1) * 1000; });
    cudaTextureDesc t = clamped();
    t.normalizedCoords = 1;
    cudaResourceViewDesc v = {};
    v.format = cudaResViewFormatSignedInt1;
    v.width = v.height = 16;
    v.firstMipmapLevel = v.lastMipmapLevel = 5;
    cudaTextureObject_t object = 0;
    int* out;
    cudaMalloc(&out, 4);
    EXPECT("a level after the last", cudaCreateTextureObject(&object, &r, &t, &v) == cudaSuccess);
    level_of<<<1, 1>>>(object, 0, out);
    EXPECT("is the last", first(out) == 5000);
}

__global__ void resident(cudaTextureObject_t t, float* out)
{
    bool is_resident = false;
    out[0] = tex2D<float>(t, 1.5f, .5f, &is_resident);
    out[1] = is_resident;
    out[2] = tex2DLod<float>(t, 9.5f, .5f, 0, &is_resident);
    out[3] = is_resident;
    out[4] = tex2Dgather<float4>(t, 1, 1, &is_resident, 0).x;
    out[5] = is_resident;
}
__global__ void of_linear_memory(cudaTextureObject_t t, float* out)
{
    const int i = threadIdx.x;
    out[i] = i % 2 ? tex1D<float>(t, i) : tex2D<float>(t, i, .5f);
    out[32 + i] = tex1Dfetch<float>(t, i);
}
static void residence_and_linear_memory()
{
    const float texels[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const auto d = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, 4, 2, cudaArrayTextureGather);
    cudaMemcpy2DToArray(a, 0, 0, texels, 16, 16, 2, cudaMemcpyHostToDevice);
    auto r = of_array(a);
    const auto t = clamped();
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &r, &t, nullptr);
    float *out, got[64];
    cudaMalloc(&out, sizeof got);
    resident<<<1, 1>>>(object, out);
    EXPECT("resident", cudaGetLastError() == cudaSuccess);
    cudaMemcpy(got, out, 24, cudaMemcpyDeviceToHost);
    EXPECT("values", got[0] == 2 && got[1] == 1 && got[2] == 4 && got[3] == 1 && got[4] == 5 && got[5] == 1);
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {nullptr, d, 32};
    cudaMalloc(&r.res.linear.devPtr, 32);
    cudaMemcpy(r.res.linear.devPtr, texels, 32, cudaMemcpyHostToDevice);
    cudaCreateTextureObject(&object, &r, &t, nullptr);
    of_linear_memory<<<1, 32>>>(object, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    bool zeros = true, found = true;
    for (int k = 0; k < 32; ++k) {
        zeros &= got[k] == 0;
        found &= got[32 + k] == (k < 8 ? texels[k] : 0);
    }
    EXPECT("only whole numbers find linear memory", zeros && found);
}

static bool makes(std::size_t w, std::size_t h, std::size_t d, unsigned flags, bool levels = false)
{
    const auto format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t a = nullptr;
    cudaMipmappedArray_t m = nullptr;
    const cudaError_t e = levels ? cudaMallocMipmappedArray(&m, &format, make_cudaExtent(w, h, d), 20, flags)
                                 : cudaMalloc3DArray(&a, &format, make_cudaExtent(w, h, d), flags);
    cudaGetLastError();
    cudaFreeArray(a);
    cudaFreeMipmappedArray(m);
    return e == cudaSuccess;
}
static void limits()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    int value = -1;
    void* address = nullptr;
    cudaDriverEntryPointQueryResult status;
    cudaGetDriverEntryPointByVersion("cuDeviceGetAttribute", &address, 12050, cudaEnableDefault, &status);
    const auto attribute = reinterpret_cast<decltype(cuDeviceGetAttribute)*>(address);
    EXPECT("the runtime initialises the driver",
           attribute(&value, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, 0) == CUDA_SUCCESS);
    EXPECT("gather", value == 32768 && p.maxTexture2DGather[1] == 32768);
    EXPECT("mipmaps", p.maxTexture1DMipmap == 32768 && p.maxTexture2DMipmap[0] == 32768);
    EXPECT("cubemaps", p.maxTextureCubemap == 32768 && p.maxTextureCubemapLayered[1] == 2046);
    EXPECT("surfaces", p.maxSurface2D[0] == 131072 && p.maxSurface3D[2] == 16384 && p.maxSurface1DLayered[1] == 2048);
    EXPECT("a deep volume", makes(1, 1, 16385, 0) && !makes(8193, 1, 16385, 0) && !makes(1, 8193, 16385, 0));
    EXPECT("as a surface", !makes(1, 1, 16385, cudaArraySurfaceLoadStore));
    EXPECT("a long mipmap", makes(32768, 0, 0, 0, true) && !makes(32769, 0, 0, 0, true));
    EXPECT("a wide mipmap",
           makes(32768, 1, 0, 0, true) && !makes(32769, 1, 0, 0, true) && !makes(1, 32769, 0, 0, true));
    EXPECT("a flag for videos", makes(8, 8, 0, 0x100));
    EXPECT("a flag without a name", makes(8, 8, 0, 0x80000000) && makes(8, 8, 0, 0x80000000, true));
    EXPECT("no such flag", !makes(8, 8, 0, 0x200) && !makes(8, 8, 0, 0x40000000));
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t a, plane;
    cudaArraySparseProperties sparse;
    cudaArrayMemoryRequirements memory;
    cudaMallocArray(&a, &format, 8, 8);
    EXPECT("no planes", cudaArrayGetPlane(&plane, a, 0) == cudaErrorInvalidValue);
    EXPECT("not sparse", cudaArrayGetSparseProperties(&sparse, a) == cudaErrorInvalidValue);
    EXPECT("not deferred", cudaArrayGetMemoryRequirements(&memory, a, 0) == cudaErrorInvalidValue);
    cudaGetLastError();
    const auto r = of_array(a);
    const auto t = clamped();
    cudaTextureObject_t object = 0;
    int made = 0;
    while (made < 70000 && cudaCreateTextureObject(&object, &r, &t, nullptr) == cudaSuccess)
        ++made;
    EXPECT("70000 textures", made == 70000);
}

int main()
{
    limits();
    integers_between_levels();
    integers_with_anisotropy();
    views_of_other_formats();
    views_of_layers();
    residence_and_linear_memory();
    return failures;
}
