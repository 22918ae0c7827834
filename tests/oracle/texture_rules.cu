// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filters, cubemaps and gradients, in wide ranges. The rules of an H200 were found from these samples. A line is a hash
// of a section's samples.
#include "texture_samples.h"

#include <cstdarg>

static float wild(int spread) // any sign, exponents within +-spread
{
    const float m = unit() + 1;
    const int e = int(rnd() % unsigned(2 * spread + 1)) - spread;
    return std::ldexp(m, e) * (rnd() & 1 ? -1.0f : 1.0f);
}

enum kind { t1, t2, t3, tcube, t2lod, t3lod, t1grad, t2grad, cubegrad };
struct fetch_of {
    cudaTextureObject_t t;
    kind k;
    __device__ uint4 operator()(const place& p) const
    {
        const float *v = p.v, *x = p.dx, *y = p.dy;
        switch (k) {
        case t1:
            return bits(tex1D<float4>(t, v[0]));
        case t2:
            return bits(tex2D<float4>(t, v[0], v[1]));
        case t3:
            return bits(tex3D<float4>(t, v[0], v[1], v[2]));
        case tcube:
            return bits(texCubemap<float4>(t, v[0], v[1], v[2]));
        case t2lod:
            return bits(tex2DLod<float4>(t, v[0], v[1], v[3]));
        case t3lod:
            return bits(tex3DLod<float4>(t, v[0], v[1], v[2], v[3]));
        case t1grad:
            return bits(tex1DGrad<float4>(t, v[0], x[0], y[0]));
        case t2grad:
            return bits(tex2DGrad<float4>(t, v[0], v[1], make_float2(x[0], x[1]), make_float2(y[0], y[1])));
        case cubegrad:
            return bits(texCubemapGrad<float4>(t, v[0], v[1], v[2], make_float4(x[0], x[1], x[2], 0),
                                               make_float4(y[0], y[1], y[2], 0)));
        }
        return make_uint4(0, 0, 0, 0);
    }
};
static float number(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, 4);
    return v;
}
// All shown values (bits of a float or a half, integers of parts) go into one hash.
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
static void show(const std::string& name, const std::vector<place>& places, fetch_of fetch,
                 const std::function<void(const uint4&)>& one)
{
    tokens.clear();
    const std::vector<uint4> r = fetched(name, places, fetch);
    for (const uint4& v : r)
        one(v);
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : tokens)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::printf("%s: %016llx of %zu\n", name.c_str(), static_cast<unsigned long long>(hash), r.size());
}
static void show1(const std::string& name, const std::vector<place>& places, fetch_of fetch)
{
    show(name, places, fetch, [](const uint4& v) { token("%x ", v.x); });
}
static void show3(const std::string& name, const std::vector<place>& places, fetch_of fetch)
{
    show(name, places, fetch, [](const uint4& v) { token("%x,%x,%x ", v.x, v.y, v.z); });
}
static void show_parts(const std::string& name, const std::vector<place>& places, fetch_of fetch)
{
    show(name, places, fetch, [](const uint4& v) { token("%d ", int(std::rint(double(number(v.x)) * 32767))); });
}
static void show_half(const std::string& name, const std::vector<place>& places, fetch_of fetch)
{
    show(name, places, fetch, [](const uint4& v) {
        const __half h = __float2half(number(v.x));
        uint16_t b;
        memcpy(&b, &h, 2);
        token("%x ", b);
    });
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
    return array_of(channels<T>(), v.data(), w, h, d, flags);
}
static place grad(place p, float ax, float ay, float az, float bx, float by, float bz)
{
    p.dx[0] = ax, p.dx[1] = ay, p.dx[2] = az, p.dy[0] = bx, p.dy[1] = by, p.dy[2] = bz;
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
            o.address(mode);
            o.filter = cudaFilterModePoint;
            const std::string m = tail + " mode " + std::to_string(mode);
            show("cube special point" + m, special, {texture_of(a, o), tcube}, [&](const uint4& t) {
                token("%x ", int(number(t.z)) * n * n + int(number(t.y)) * n + int(number(t.x)));
            });
            o.filter = cudaFilterModeLinear;
            if (n != 5) show3("cube special linear" + m, special, {texture_of(a, o), tcube});
            if (n == 8 && mode == 1) {
                o.seamless = 1;
                show3("cube special seamless" + m, special, {texture_of(a, o), tcube});
                o.seamless = 0;
            }
        }
    }
}

template <class T>
void pairs(const std::string& name, std::vector<int> others,
           void (*shown)(const std::string&, const std::vector<place>&, fetch_of), int srgb, T (*texel)(int))
{
    for (int other : others) {
        std::vector<T> v;
        for (int i = 0; i < 256; ++i)
            v.push_back(texel(i)), v.push_back(texel(other));
        cudaArray_t a = array_of(v, v.size());
        options o;
        o.filter = cudaFilterModeLinear;
        o.read = cudaReadModeNormalizedFloat;
        o.srgb = srgb;
        std::vector<place> in;
        for (int i = 0; i < 256; ++i)
            for (int k = 0; k < 128; ++k)
                in.push_back(at(2 * i + 0.5f + (2 * k + (i + k) % 2) / 256.0f));
        shown(name + " with " + std::to_string(other), in, {texture_of(a, o), t1});
    }
}
static signed char random_char(int, int) { return (signed char)rnd(); }
static float wild_value(int, int) { return wild(12); }
static float level_value(int l, int) { return float(l); }

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
        o.read = cudaReadModeNormalizedFloat;
        show1("s8 point", in, {texture_of(array_of(v, 256), o), t1});
        o.filter = cudaFilterModeLinear;
        show1("s8 linear", in, {texture_of(array_of(v, 256), o), t1});
        o.srgb = 1;
        o.filter = cudaFilterModePoint;
        show1("srgb point", in, {texture_of(array_of(u, 256), o), t1});
        o.filter = cudaFilterModeLinear;
        show1("srgb linear", in, {texture_of(array_of(u, 256), o), t1});
    }
    pairs<signed char>("s8", {0, 127, -77}, show_parts, 0, [](int i) { return (signed char)i; });
    pairs<uchar4>("srgb", {0, 255, 100}, show_half, 1, [](int i) { return make_uchar4(i, i, i, i); });
    for (int dim = 2; dim <= 3; ++dim) {
        state = dim;
        std::vector<signed char> v(32 * 32 * (dim > 2 ? 32 : 1));
        for (auto& x : v)
            x = (signed char)rnd();
        std::vector<uchar4> u(v.size());
        for (auto& x : u)
            x = random_bytes(0, 0);
        std::vector<place> in;
        for (int i = 0; i < 6000; ++i)
            in.push_back(at(between(0, 32), between(0, 32), between(0, 32)));
        options o;
        o.filter = cudaFilterModeLinear;
        o.read = cudaReadModeNormalizedFloat;
        const std::string tail = " " + std::to_string(dim) + "d";
        show_parts("s8" + tail, in, {texture_of(array_of(v, 32, 32, dim > 2 ? 32 : 0), o), dim > 2 ? t3 : t2});
        o.srgb = 1;
        show_half("srgb" + tail, in, {texture_of(array_of(u, 32, 32, dim > 2 ? 32 : 0), o), dim > 2 ? t3 : t2});
    }
    state = 9;
    auto m = mipmap<signed char>(32, 32, 0, 6, 0, random_char);
    auto mu = mipmap<uchar4>(32, 32, 0, 6, 0, random_bytes);
    for (int linear = 0; linear < 2; ++linear) {
        std::vector<place> in;
        for (int i = 0; i < 4000; ++i)
            in.push_back(at(between(0, 1), between(0, 1), 0, between(-0.2f, 5.2f)));
        options o;
        o.norm = 1;
        o.filter = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        o.read = cudaReadModeNormalizedFloat;
        o.mip = cudaFilterModeLinear;
        o.high = 100;
        o.address(cudaAddressModeWrap);
        const std::string tail = linear ? " trilinear" : " mip of points";
        show_parts("s8" + tail, in, {texture_of(m, o), t2lod});
        o.srgb = 1;
        show_half("srgb" + tail, in, {texture_of(mu, o), t2lod});
        show("srgb alpha" + tail, in, {texture_of(mu, o), t2lod}, [](const uint4& t) { token("%x ", t.w); });
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
    o.filter = cudaFilterModeLinear;
    auto t = texture_of(array_of(v, 32, 32, 32), o);
    show1(name, in, {t, t3});
    for (auto& p : in)
        p.v[0] = std::floor(p.v[0]) + 0.5f, p.v[1] = std::floor(p.v[1]) + 0.5f;
    show1(name + " along z", in, {t, t3});
    for (auto& p : in)
        p.v[0] += unit();
    show1(name + " along x and z", in, {t, t3});
    o.norm = 1;
    in.resize(in.size() / 4);
    for (auto& p : in)
        for (int k = 0; k < 3; ++k)
            p.v[k] = between(-0.5f, 1.5f);
    show1(name + " normalised clamp", in, {texture_of(array_of(v, 32, 32, 32), o), t3});
    o.address(cudaAddressModeWrap);
    show1(name + " normalised wrap", in, {texture_of(array_of(v, 32, 32, 32), o), t3});
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
        auto m = mipmap<float>(16, 16, d, 5, 0, wild_value);
        std::vector<place> in;
        for (int i = 0; i < 5000; ++i)
            in.push_back(at(unit(), unit(), unit(), between(0, 4)));
        options o;
        o.norm = 1;
        o.mip = cudaFilterModeLinear;
        o.high = 100;
        o.address(cudaAddressModeWrap);
        show1("mip of points f32 " + std::to_string(d), in, {texture_of(m, o), d ? t3lod : t2lod});
        o.filter = cudaFilterModeLinear;
        show1("trilinear f32 " + std::to_string(d), in, {texture_of(m, o), d ? t3lod : t2lod});
    }
}
// Levels, in 1/256.
static void show_levels(const std::string& name, const std::vector<place>& places, fetch_of fetch)
{
    show(name, places, fetch, [](const uint4& v) { token("%x ", int(std::rint(number(v.x) * 256))); });
}
static void gradients()
{
    const int n = 256;
    options o;
    o.norm = 1;
    o.filter = cudaFilterModeLinear;
    o.mip = cudaFilterModeLinear;
    o.high = 100;
    o.address(cudaAddressModeWrap);
    auto m = mipmap<float>(n, n, 0, 9, 0, level_value);
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
            show_levels("2d " + s.first, s.second, {texture_of(m, o), t2grad});
    auto row = mipmap<float>(256, 0, 0, 9, 0, level_value);
    auto cube = mipmap<float>(64, 64, 6, 7, cudaArrayCubemap, level_value);
    for (auto& s : sets) {
        if (s.first == "random" || s.first == "sweep") s.second.resize(3000);
        if (s.first == "random" || s.first == "sweep" || s.first == "special")
            show_levels("1d " + s.first, s.second, {texture_of(row, o), t1grad});
    }
    std::vector<place> one_axis;
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 512; ++i) {
            float g[3] = {};
            g[axis] = (1 + i / 256.0f) / 16;
            one_axis.push_back(grad(c, g[0], g[1], g[2], 0, 0, 0));
        }
    show_levels("cube one axis", one_axis, {texture_of(cube, o), cubegrad});
}
int main(int argc, char** argv)
{
    // No sample ends in an error, and each case makes its own textures and texels.
    return run_cases(argc, argv,
                     {{"cubes", cubes}, {"fractions", fractions}, {"volumes", volumes}, {"gradients", gradients}},
                     processes::one);
}
