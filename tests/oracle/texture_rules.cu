// Filters, cubemaps and gradients, wide: what an H200's rules were found from. A line is a hash of a section's samples.
#include "facts.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <vector>

static uint32_t state = 1;
static uint32_t rnd()
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
static float unit() { return rnd() / 16777216.0f; }
static float between(float a, float b) { return a + (b - a) * unit(); }
static float wild(int spread) // any sign, exponents within +-spread
{
    const float m = unit() + 1;
    const int e = int(rnd() % unsigned(2 * spread + 1)) - spread;
    return std::ldexp(m, e) * (rnd() & 1 ? -1.0f : 1.0f);
}
static void must(const char* what, cudaError_t e)
{
    if (e != cudaSuccess) {
        std::printf("FAILED %s: %s\n", what, cudaGetErrorName(e));
        std::exit(1);
    }
}
#define MUST(call) must(#call, call)

enum kind { t1, t2, t3, tcube, t1lod, t2lod, t3lod, t1grad, t2grad, t3grad, cubegrad, cubelod };
struct place {
    float v[12];
};
__global__ void fetch_all(cudaTextureObject_t t, int k, const place* in, float4* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const place p = in[i];
    const float* v = p.v;
    float4 r = make_float4(0, 0, 0, 0);
    switch (k) {
    case t1:
        r = tex1D<float4>(t, v[0]);
        break;
    case t2:
        r = tex2D<float4>(t, v[0], v[1]);
        break;
    case t3:
        r = tex3D<float4>(t, v[0], v[1], v[2]);
        break;
    case tcube:
        r = texCubemap<float4>(t, v[0], v[1], v[2]);
        break;
    case t1lod:
        r = tex1DLod<float4>(t, v[0], v[3]);
        break;
    case t2lod:
        r = tex2DLod<float4>(t, v[0], v[1], v[3]);
        break;
    case t3lod:
        r = tex3DLod<float4>(t, v[0], v[1], v[2], v[3]);
        break;
    case cubelod:
        r = texCubemapLod<float4>(t, v[0], v[1], v[2], v[3]);
        break;
    case t1grad:
        r = tex1DGrad<float4>(t, v[0], v[4], v[8]);
        break;
    case t2grad:
        r = tex2DGrad<float4>(t, v[0], v[1], make_float2(v[4], v[5]), make_float2(v[8], v[9]));
        break;
    case t3grad:
        r = tex3DGrad<float4>(t, v[0], v[1], v[2], make_float4(v[4], v[5], v[6], 0), make_float4(v[8], v[9], v[10], 0));
        break;
    case cubegrad:
        r = texCubemapGrad<float4>(t, v[0], v[1], v[2], make_float4(v[4], v[5], v[6], 0),
                                   make_float4(v[8], v[9], v[10], 0));
        break;
    }
    out[i] = r;
}
static std::vector<float4> fetch(cudaTextureObject_t t, kind k, const std::vector<place>& in)
{
    place* d = nullptr;
    float4* o = nullptr;
    const int n = int(in.size());
    MUST(cudaMalloc(&d, n * sizeof(place)));
    MUST(cudaMalloc(&o, n * sizeof(float4)));
    MUST(cudaMemcpy(d, in.data(), n * sizeof(place), cudaMemcpyHostToDevice));
    fetch_all<<<(n + 127) / 128, 128>>>(t, k, d, o, n);
    MUST(cudaDeviceSynchronize());
    std::vector<float4> r(n);
    MUST(cudaMemcpy(r.data(), o, n * sizeof(float4), cudaMemcpyDeviceToHost));
    cudaFree(d);
    cudaFree(o);
    return r;
}
static uint32_t bits(float v)
{
    uint32_t b;
    memcpy(&b, &v, 4);
    return b;
}
// How a value is shown: float bits, half bits, integer of parts.
// What is printed of each value goes into one hash.
static std::string tokens;
static void token(const char* format, ...)
{
    char text[100];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tokens += text;
}
static void show(const std::string& name, const std::vector<float4>& r, const std::function<void(const float4&)>& one,
                 int = 0)
{
    tokens.clear();
    for (const float4& v : r)
        one(v);
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : tokens)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::printf("%s: %016llx of %zu\n", name.c_str(), static_cast<unsigned long long>(hash), r.size());
}
static void show1(const std::string& name, const std::vector<float4>& r)
{
    show(name, r, [](const float4& v) { token("%x ", bits(v.x)); });
}
static void show3(const std::string& name, const std::vector<float4>& r)
{
    show(name, r, [](const float4& v) { token("%x,%x,%x ", bits(v.x), bits(v.y), bits(v.z)); });
}
static void show_parts(const std::string& name, const std::vector<float4>& r, double most)
{
    show(
        name, r,
        [&](const float4& v) {
            const double p = std::rint(double(v.x) * most);
            token("%d ", int(p));
        },
        32);
}
static void show_half(const std::string& name, const std::vector<float4>& r)
{
    show(
        name, r,
        [&](const float4& v) {
            const __half h = __float2half(v.x);
            uint16_t b;
            memcpy(&b, &h, 2);
            token("%x ", b);
        },
        32);
}

struct options {
    int linear = 0, norm = 0, mode = 1, read = 0, srgb = 0, mip = 0;
    float bias = 0, low = 0, high = 0;
    unsigned aniso = 0;
    int seamless = 0;
};
static cudaTextureDesc desc_of(const options& o)
{
    cudaTextureDesc t;
    memset(&t, 0, sizeof t);
    for (int i = 0; i < 3; ++i)
        t.addressMode[i] = (cudaTextureAddressMode)o.mode;
    t.filterMode = o.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    t.readMode = o.read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    t.sRGB = o.srgb;
    t.normalizedCoords = o.norm;
    t.maxAnisotropy = o.aniso;
    t.mipmapFilterMode = o.mip ? cudaFilterModeLinear : cudaFilterModePoint;
    t.mipmapLevelBias = o.bias;
    t.minMipmapLevelClamp = o.low;
    t.maxMipmapLevelClamp = o.high;
    t.seamlessCubemap = o.seamless;
    return t;
}
static cudaTextureObject_t texture_of(cudaArray_t a, const options& o)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    const cudaTextureDesc t = desc_of(o);
    cudaTextureObject_t x = 0;
    MUST(cudaCreateTextureObject(&x, &r, &t, nullptr));
    return x;
}
static cudaTextureObject_t texture_of(cudaMipmappedArray_t a, const options& o)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = a;
    const cudaTextureDesc t = desc_of(o);
    cudaTextureObject_t x = 0;
    MUST(cudaCreateTextureObject(&x, &r, &t, nullptr));
    return x;
}
static void fill(cudaArray_t a, const void* data, size_t texel, size_t w, size_t h, size_t d)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void*)data, w * texel, w, h ? h : 1);
    p.dstArray = a;
    p.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
    p.kind = cudaMemcpyHostToDevice;
    MUST(cudaMemcpy3D(&p));
}
template <class T>
cudaChannelFormatDesc channels()
{
    return cudaCreateChannelDesc<T>();
}
template <>
cudaChannelFormatDesc channels<__half>()
{
    return cudaCreateChannelDescHalf();
}
template <class T>
cudaArray_t array_of(const std::vector<T>& v, size_t w, size_t h = 0, size_t d = 0, unsigned flags = 0)
{
    const auto c = channels<T>();
    cudaArray_t a = nullptr;
    MUST(cudaMalloc3DArray(&a, &c, make_cudaExtent(w, h, d), flags));
    fill(a, v.data(), sizeof(T), w, h, d);
    return a;
}
template <class T>
cudaMipmappedArray_t mips_of(size_t w, size_t h, size_t d, int levels, unsigned flags,
                             T (*value)(int level, size_t index))
{
    const auto c = cudaCreateChannelDesc<T>();
    cudaMipmappedArray_t m = nullptr;
    MUST(cudaMallocMipmappedArray(&m, &c, make_cudaExtent(w, h, d), levels, flags));
    for (int l = 0; l < levels; ++l) {
        cudaArray_t a;
        MUST(cudaGetMipmappedArrayLevel(&a, m, l));
        const size_t lw = std::max<size_t>(w >> l, 1), lh = h ? std::max<size_t>(h >> l, 1) : 0,
                     ld = d ? (flags ? d : std::max<size_t>(d >> l, 1)) : 0;
        std::vector<T> v(lw * std::max<size_t>(lh, 1) * std::max<size_t>(ld, 1));
        for (size_t i = 0; i < v.size(); ++i)
            v[i] = value(l, i);
        fill(a, v.data(), sizeof(T), lw, lh, ld);
    }
    return m;
}
static place at(float x, float y = 0, float z = 0, float l = 0)
{
    place p = {};
    p.v[0] = x, p.v[1] = y, p.v[2] = z, p.v[3] = l;
    return p;
}
static place grad(place p, float ax, float ay, float az, float bx, float by, float bz)
{
    p.v[4] = ax, p.v[5] = ay, p.v[6] = az, p.v[8] = bx, p.v[9] = by, p.v[10] = bz;
    return p;
}

static void cubes()
{
    const float inf = INFINITY, nan = NAN;
    const float values[] = {0.f,    -0.f,    1.f,      -1.f,  0.5f,   -0.999f, nan,        inf,         -inf,
                            1e-38f, -1e-45f, 1.2e-38f, 1e30f, -1e30f, 2e38f,   1.0000001f, -0.9999999f, 0.37f};
    std::vector<place> special;
    for (float x : values)
        for (float y : values)
            for (float z : values)
                special.push_back(at(x, y, z));
    for (int n : {8, 6, 5}) {
        std::vector<float4> v;
        for (int f = 0; f < 6; ++f)
            for (int y = 0; y < n; ++y)
                for (int x = 0; x < n; ++x)
                    v.push_back(make_float4(float(x), float(y), float(f), 1));
        cudaArray_t a = array_of(v, n, n, 6, cudaArrayCubemap);
        const std::string tail = " of " + std::to_string(n);
        options o;
        for (int mode : {1, 0}) {
            o.mode = mode;
            o.linear = 0;
            const std::string m = tail + " mode " + std::to_string(mode);
            show(
                "cube special point" + m, fetch(texture_of(a, o), tcube, special),
                [&](const float4& t) { token("%x ", int(t.z) * n * n + int(t.y) * n + int(t.x)); }, 32);
            o.linear = 1;
            if (n != 5) show3("cube special linear" + m, fetch(texture_of(a, o), tcube, special));
            if (n == 8 && mode == 1) {
                o.seamless = 1;
                show3("cube special seamless" + m, fetch(texture_of(a, o), tcube, special));
                o.seamless = 0;
            }
        }
    }
}

template <class T>
void pairs(const std::string& name, std::vector<int> others,
           const std::function<void(const std::string&, const std::vector<float4>&)>& shown, int srgb,
           std::function<T(int)> texel)
{
    for (int other : others) {
        std::vector<T> v;
        for (int i = 0; i < 256; ++i)
            v.push_back(texel(i)), v.push_back(texel(other));
        cudaArray_t a = array_of(v, v.size());
        options o;
        o.linear = 1;
        o.read = 1;
        o.srgb = srgb;
        std::vector<place> in;
        for (int i = 0; i < 256; ++i)
            for (int k = 0; k < 128; ++k)
                in.push_back(at(2 * i + 0.5f + (2 * k + (i + k) % 2) / 256.0f));
        shown(name + " with " + std::to_string(other), fetch(texture_of(a, o), t1, in));
    }
}
static uchar4 bytes_value(int, size_t) { return make_uchar4(rnd(), rnd(), rnd(), rnd()); }
static signed char char_value(int, size_t) { return (signed char)rnd(); }
static float wild_value(int, size_t) { return wild(12); }
static float level_value(int l, size_t) { return float(l); }

static void fractions()
{
    { // every byte, as it is
        std::vector<signed char> v;
        std::vector<uchar4> u;
        for (int i = 0; i < 256; ++i)
            v.push_back((signed char)i), u.push_back(make_uchar4(i, i, i, i));
        std::vector<place> in;
        for (int i = 0; i < 256; ++i)
            in.push_back(at(i + 0.5f));
        options o;
        o.read = 1;
        show1("s8 point", fetch(texture_of(array_of(v, 256), o), t1, in));
        o.linear = 1;
        show1("s8 linear", fetch(texture_of(array_of(v, 256), o), t1, in));
        o.srgb = 1;
        o.linear = 0;
        show1("srgb point", fetch(texture_of(array_of(u, 256), o), t1, in));
        o.linear = 1;
        show1("srgb linear", fetch(texture_of(array_of(u, 256), o), t1, in));
    }
    pairs<signed char>(
        "s8", {0, 127, -77}, [](const std::string& n, const std::vector<float4>& r) { show_parts(n, r, 32767); }, 0,
        [](int i) { return (signed char)i; });
    pairs<uchar4>(
        "srgb", {0, 255, 100}, [](const std::string& n, const std::vector<float4>& r) { show_half(n, r); }, 1,
        [](int i) { return make_uchar4(i, i, i, i); });
    for (int dim = 2; dim <= 3; ++dim) {
        state = dim;
        std::vector<signed char> v(32 * 32 * (dim > 2 ? 32 : 1));
        for (auto& x : v)
            x = (signed char)rnd();
        std::vector<uchar4> u(v.size());
        for (auto& x : u)
            x = bytes_value(0, 0);
        std::vector<place> in;
        for (int i = 0; i < 6000; ++i)
            in.push_back(at(between(0, 32), between(0, 32), between(0, 32)));
        options o;
        o.linear = 1;
        o.read = 1;
        const std::string tail = " " + std::to_string(dim) + "d";
        show_parts("s8" + tail, fetch(texture_of(array_of(v, 32, 32, dim > 2 ? 32 : 0), o), dim > 2 ? t3 : t2, in),
                   32767);
        o.srgb = 1;
        show_half("srgb" + tail, fetch(texture_of(array_of(u, 32, 32, dim > 2 ? 32 : 0), o), dim > 2 ? t3 : t2, in));
    }
    state = 9;
    auto m = mips_of<signed char>(32, 32, 0, 6, 0, char_value);
    auto mu = mips_of<uchar4>(32, 32, 0, 6, 0, bytes_value);
    for (int linear = 0; linear < 2; ++linear) {
        std::vector<place> in;
        for (int i = 0; i < 4000; ++i)
            in.push_back(at(between(0, 1), between(0, 1), 0, between(-0.2f, 5.2f)));
        options o;
        o.norm = 1;
        o.linear = linear;
        o.read = 1;
        o.mip = 1;
        o.high = 100;
        o.mode = 0;
        const std::string tail = linear ? " trilinear" : " mip of points";
        show_parts("s8" + tail, fetch(texture_of(m, o), t2lod, in), 32767);
        o.srgb = 1;
        show_half("srgb" + tail, fetch(texture_of(mu, o), t2lod, in));
        show("srgb alpha" + tail, fetch(texture_of(mu, o), t2lod, in),
             [](const float4& t) { token("%x ", bits(t.w)); });
    }
}
template <class T>
void volume(const std::string& name, int spread, int samples)
{
    state = 100 + spread;
    std::vector<T> v(32 * 32 * 32);
    for (auto& x : v)
        x = T(wild(spread));
    std::vector<place> in;
    for (int i = 0; i < samples; ++i)
        in.push_back(at(between(0.5f, 31.5f), between(0.5f, 31.5f), between(0.5f, 31.5f)));
    options o;
    o.linear = 1;
    auto t = texture_of(array_of(v, 32, 32, 32), o);
    show1(name, fetch(t, t3, in));
    for (auto& p : in)
        p.v[0] = std::floor(p.v[0]) + 0.5f, p.v[1] = std::floor(p.v[1]) + 0.5f;
    show1(name + " along z", fetch(t, t3, in));
    for (auto& p : in)
        p.v[0] += unit();
    show1(name + " along x and z", fetch(t, t3, in));
    o.norm = 1;
    in.resize(in.size() / 4);
    for (auto& p : in)
        for (int k = 0; k < 3; ++k)
            p.v[k] = between(-0.5f, 1.5f);
    show1(name + " normalised clamp", fetch(texture_of(array_of(v, 32, 32, 32), o), t3, in));
    o.mode = 0;
    show1(name + " normalised wrap", fetch(texture_of(array_of(v, 32, 32, 32), o), t3, in));
}
static void volumes()
{
    volume<float>("volume 12", 12, 12000);
    volume<float>("volume 3", 3, 6000);
    volume<float>("volume 0", 0, 3000);
    volume<float>("volume 30", 30, 4000);
    volume<__half>("volume of halves 10", 10, 6000);
    state = 55;
    for (int d : {0, 16}) {
        auto m = mips_of<float>(16, 16, d, 5, 0, wild_value);
        std::vector<place> in;
        for (int i = 0; i < 5000; ++i)
            in.push_back(at(unit(), unit(), unit(), between(0, 4)));
        options o;
        o.norm = 1;
        o.mip = 1;
        o.high = 100;
        o.mode = 0;
        show1("mip of points f32 " + std::to_string(d), fetch(texture_of(m, o), d ? t3lod : t2lod, in));
        o.linear = 1;
        show1("trilinear f32 " + std::to_string(d), fetch(texture_of(m, o), d ? t3lod : t2lod, in));
    }
}
// Levels, in 1/256.
static void show_levels(const std::string& name, const std::vector<float4>& r)
{
    show(name, r, [](const float4& v) { token("%x ", int(std::rint(v.x * 256))); });
}
static void gradients()
{
    const int n = 256;
    options o;
    o.norm = 1;
    o.linear = 1;
    o.mip = 1;
    o.high = 100;
    o.mode = 0;
    auto m = mips_of<float>(n, n, 0, 9, 0, level_value);
    std::vector<std::pair<std::string, std::vector<place>>> sets;
    auto set = [&](const std::string& name) -> std::vector<place>& {
        sets.push_back({name, {}});
        return sets.back().second;
    };
    const place c = at(0.3f, 0.6f, 0.4f);
    const float u = 1.0f / n;
    {
        auto& s = set("one axis");
        for (int i = 0; i < 4096; ++i)
            s.push_back(grad(c, 4 * u * (1 + i / 4096.0f), 0, 0, 0, 0, 0));
    }
    {
        auto& s = set("one axis far");
        for (int i = -60; i < 60; ++i)
            for (int k = 0; k < 4; ++k)
                s.push_back(grad(c, 0, 0, 0, 0, -std::ldexp(u * (1 + k / 4.0f), i), 0));
    }
    {
        auto& s = set("across");
        for (int i = 0; i <= 1024; ++i)
            s.push_back(grad(c, 9.3f * u, 0, 0, 0, 9.3f * u * i / 512.0f, 0));
    }
    {
        auto& s = set("along");
        for (int i = -1024; i <= 1024; ++i)
            s.push_back(grad(c, 9.3f * u, 0, 0, 9.3f * u * i / 512.0f, 0, 0));
    }
    {
        auto& s = set("slant");
        for (int i = -1024; i <= 1024; ++i)
            s.push_back(grad(c, 9.3f * u, 9.3f * u * i / 512.0f, 0, 0, 0, 0));
    }
    {
        auto& s = set("slant y");
        for (int i = -256; i <= 256; ++i)
            s.push_back(grad(c, 0, 0, 0, 9.3f * u * i / 128.0f, 9.3f * u, 0));
    }
    {
        auto& s = set("turned");
        for (int i = 0; i < 1024; ++i)
            s.push_back(grad(c, 9.3f * u * std::cos(i * 0.0061359f), 9.3f * u * std::sin(i * 0.0061359f), 0,
                             -9.3f * u * std::sin(i * 0.0061359f), 9.3f * u * std::cos(i * 0.0061359f), 0));
    }
    state = 21;
    {
        auto& s = set("random");
        for (int i = 0; i < 16000; ++i) {
            float g[6];
            for (float& x : g)
                x = u * wild(4);
            s.push_back(grad(c, g[0], g[1], g[2], g[3], g[4], g[5]));
        }
    }
    {
        auto& s = set("sweep");
        for (int i = 0; i < 3000; ++i) {
            float g[6];
            for (float& x : g)
                x = between(-2, 2) / (i % 3 ? 64 : 1);
            s.push_back(grad(at(unit(), unit(), unit()), g[0], g[1], g[2], g[3], g[4], g[5]));
        }
    }
    {
        auto& s = set("special");
        const float v[] = {0.f, -0.f, 0.03f, NAN, INFINITY, -INFINITY, 1e-40f, 1e20f, 3e38f};
        for (float a : v)
            for (float b : v)
                for (float d : v)
                    for (float e : v)
                        s.push_back(grad(c, a, b, 0, d, e, 0));
    }
    for (auto& s : sets)
        if (s.first != "random" && s.first != "sweep")
            show_levels("2d " + s.first, fetch(texture_of(m, o), t2grad, s.second));
    auto row = mips_of<float>(256, 0, 0, 9, 0, level_value);
    auto cube = mips_of<float>(64, 64, 6, 7, cudaArrayCubemap, level_value);
    for (auto& s : sets) {
        if (s.first == "random" || s.first == "sweep") s.second.resize(3000);
        if (s.first == "random" || s.first == "sweep" || s.first == "special")
            show_levels("1d " + s.first, fetch(texture_of(row, o), t1grad, s.second));
    }
    std::vector<place> one_axis;
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 512; ++i) {
            float g[3] = {};
            g[axis] = (1 + i / 256.0f) / 16;
            one_axis.push_back(grad(c, g[0], g[1], g[2], 0, 0, 0));
        }
    show_levels("cube one axis", fetch(texture_of(cube, o), cubegrad, one_axis));
}
int main(int argc, char** argv)
{
    // No sample ends in an error, and each case makes textures, texels and places of its own.
    return run_cases(argc, argv,
                     {{"cubes", cubes}, {"fractions", fractions}, {"volumes", volumes}, {"gradients", gradients}},
                     processes::one);
}
