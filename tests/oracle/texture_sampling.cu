// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One image at a time: filters, weights, address modes, formats, gather, layers.
#include "texture_samples.h"

// linear filter, every format, 1D, 2D and 3D
template <class T>
std::vector<T> random_texels(size_t n, int kind)
{
    std::vector<T> v(n);
    for (auto& x : v) {
        if constexpr (std::is_same_v<T, float>) {
            if (kind == 0) x = unit();
            if (kind == 1) x = std::ldexp(unit() + 0.5f, int(rnd() % 61) - 30) * (rnd() & 1 ? -1 : 1);
            if (kind == 2) x = (unit() - 0.5f) * 1000;
        } else if constexpr (std::is_same_v<T, __half>) {
            x = __float2half(kind ? std::ldexp(unit() + 0.5f, int(rnd() % 21) - 10) * (rnd() & 1 ? -1 : 1) : unit());
        } else {
            x = (T)rnd();
        }
    }
    return v;
}
template <class T>
void filters(const std::string& format, cudaChannelFormatDesc desc, int channels, bool normalised, int kind)
{
    const int w = 8, h = 8, d = 8;
    for (int dim = 1; dim <= 3; ++dim) {
        const std::string name = "filter." + format + "." + std::to_string(dim) + "d";
        // Floats of very different size differed by one unit in 1 of 900 samples: the exact rule is unknown.
        if (dim == 3 && std::is_same_v<T, float> && kind == 1) continue;
        state = 77 + dim;
        auto data = random_texels<T>(size_t(w) * (dim > 1 ? h : 1) * (dim > 2 ? d : 1) * channels, kind);
        cudaArray_t a = array_of(desc, data.data(), w, dim > 1 ? h : 0, dim > 2 ? d : 0);
        options o;
        o.filter = cudaFilterModeLinear;
        if (normalised) o.read = cudaReadModeNormalizedFloat;
        auto t = texture_of(a, o);
        std::vector<place> in;
        for (int i = 0; i < 700; ++i)
            in.push_back(at(between(-0.5f, 8.5f), between(-0.5f, 8.5f), between(-0.5f, 8.5f)));
        for (int i = 0; i < 100; ++i) // on multiples of 1/512 and 1/256
            in.push_back(at((rnd() % 4096) / 512.0f, (rnd() % 4096) / 512.0f, (rnd() % 4096) / 512.0f));
        for (int i = 0; i < 100; ++i)
            in.push_back(at((rnd() % 2048) / 256.0f, (rnd() % 2048) / 256.0f, (rnd() % 2048) / 256.0f));
        if (dim == 1) sample(name, channels, in, [=] __device__(place p) { return bits(tex1D<float4>(t, p.v[0])); });
        if (dim == 2)
            sample(name, channels, in, [=] __device__(place p) { return bits(tex2D<float4>(t, p.v[0], p.v[1])); });
        if (dim == 3)
            sample(name, channels, in,
                   [=] __device__(place p) { return bits(tex3D<float4>(t, p.v[0], p.v[1], p.v[2])); });
        cudaDestroyTextureObject(t);
        cudaFreeArray(a);
    }
}
// One texel of 1 among zeros: the result is its weight.
static void weights()
{
    state = 1;
    for (int dim = 2; dim <= 3; ++dim) {
        const std::string name = "weight." + std::to_string(dim) + "d";
        std::vector<float> v(4 * 4 * (dim > 2 ? 4 : 1), 0.0f);
        v[dim > 2 ? (1 * 4 + 1) * 4 + 1 : 4 + 1] = 1;
        cudaArray_t a = array_of(cudaCreateChannelDesc<float>(), v.data(), 4, 4, dim > 2 ? 4 : 0);
        options o;
        o.filter = cudaFilterModeLinear;
        auto t = texture_of(a, o);
        std::vector<place> in;
        for (int k = 0; k <= 1024; k += 2)
            for (float y : {1.5f, 1.501953125f, 1.6f, 2.0f, 2.25f})
                in.push_back(at(0.5f + k / 512.0f, y, dim > 2 ? 2 - (y - 1.5f) * 0.7f : 0));
        for (int k = 0; k < 400; ++k)
            in.push_back(at(between(0.5f, 2.5f), between(0.5f, 2.5f), between(0.5f, 2.5f)));
        if (dim == 2) sample(name, 1, in, [=] __device__(place p) { return bits(tex2D<float4>(t, p.v[0], p.v[1])); });
        if (dim == 3)
            sample(name, 1, in, [=] __device__(place p) { return bits(tex3D<float4>(t, p.v[0], p.v[1], p.v[2])); });
    }
    // Texels that are no plain numbers.
    {
        state = 1;
        const float inf = INFINITY, nan = NAN;
        const float v[] = {1,      inf,   2,       nan,      3,     -inf,  inf,  1e-40f,
                           1e-44f, 3e38f, 3.4e38f, -3.4e38f, -0.0f, -0.0f, 0.0f, 1e-38f};
        cudaArray_t a = array_of(cudaCreateChannelDesc<float>(), v, 16, 0, 0);
        options o;
        o.filter = cudaFilterModeLinear;
        auto t = texture_of(a, o);
        std::vector<place> in;
        for (int k = 0; k < 64; ++k)
            in.push_back(at(k / 4.0f));
        for (int k = 0; k < 100; ++k)
            in.push_back(at(between(0, 16)));
        sample("special", 4, in, [=] __device__(place p) { return bits(tex1D<float4>(t, p.v[0])); });
        o.filter = cudaFilterModePoint;
        t = texture_of(a, o);
        in.resize(64);
        sample("special.point", 4, in, [=] __device__(place p) { return bits(tex1D<float4>(t, p.v[0])); });
    }
}
// normalised coordinates beside the borders of texels
static void borders()
{
    for (int w : {3, 5, 7, 12, 100, 1000, 1023, 4096, 65536}) {
        const std::string name = "border." + std::to_string(w);
        std::vector<float> v(w);
        for (int i = 0; i < w; ++i)
            v[i] = float(i);
        cudaArray_t a = array_of(cudaCreateChannelDesc<float>(), v.data(), w, 0, 0);
        cudaArray_t a2 = array_of(cudaCreateChannelDesc<float>(), v.data(), w, 1, 0);
        state = w;
        std::vector<place> in;
        for (int i = 0; i < 24; ++i) {
            const int k = i < 3 ? i + 1 : 1 + rnd() % (w - 1);
            float x = float(double(k) / w);
            for (int s = 0; s < 5; ++s)
                x = std::nextafter(x, -1.0f);
            for (int s = 0; s < 11; ++s, x = std::nextafter(x, 2.0f))
                in.push_back(at(x));
            for (int s = 1; s < 6; ++s)
                in.push_back(at(float((k + s / 512.0 - 3 / 512.0) / w))),
                    in.push_back(at(float((k + s / 4096.0 - 3 / 4096.0) / w)));
        }
        for (int f = 0; f < 2; ++f)
            for (int wrap = 0; wrap < 2; ++wrap) {
                options o;
                o.norm = 1;
                o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
                if (wrap) o.a[0] = cudaAddressModeWrap;
                auto t = texture_of(a, o);
                sample(name + (f ? ".linear" : ".point") + (wrap ? ".wrap" : ".clamp"), 1, in,
                       [=] __device__(place p) { return bits(tex1D<float4>(t, p.v[0])); });
                if (w <= 1023 && wrap) {
                    auto t2 = texture_of(a2, o);
                    sample(name + (f ? ".linear" : ".point") + ".wrap2d", 1, in,
                           [=] __device__(place p) { return bits(tex2D<float4>(t2, p.v[0], 0.5f)); });
                }
            }
        // not normalised, near integers and fractions
        in.clear();
        for (int i = 0; i < 20; ++i) {
            const float k = float(rnd() % w);
            for (double s : {-1 / 256.0, -1 / 512.0, -1 / 1024.0, -1 / 4096.0, -1 / 65536.0, 0.0, 1 / 65536.0,
                             1 / 4096.0, 1 / 512.0, 3 / 512.0, 0.5, 0.5 + 1 / 512.0, 0.5 - 1 / 512.0, 0.5 + 3 / 512.0})
                in.push_back(at(float(k + s)));
        }
        for (int f = 0; f < 2; ++f) {
            options o;
            o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
            auto t = texture_of(a, o);
            sample(name + (f ? ".linear" : ".point") + ".texels", 1, in,
                   [=] __device__(place p) { return bits(tex1D<float4>(t, p.v[0])); });
        }
        cudaFreeArray(a);
        cudaFreeArray(a2);
    }
}
// far coordinates, every address mode, per axis
static std::vector<float> far_coordinates()
{
    std::vector<float> v;
    for (float x :
         {0.0f,          1e-30f,     1e-6f,       0.1f,        0.3f,        0.5f,          0.75f,         0.999f,
          1.0f,          1.25f,      1.7f,        2.0f,        2.3f,        3.0f,          3.9f,          4.0f,
          5.5f,          7.3f,       10.0f,       99.25f,      100.6f,      1000.3f,       4095.7f,       32767.9f,
          65535.5f,      65536.5f,   100000.7f,   1048575.9f,  2097151.6f,  4194303.75f,   4194304.5f,    8388607.5f,
          8388608.0f,    8388609.0f, 16777215.0f, 16777216.0f, 33554432.0f, 2147483520.0f, 2147483648.0f, 4294967040.0f,
          4294967296.0f, 1e10f,      1e30f,       INFINITY})
        v.push_back(x), v.push_back(-x);
    v.push_back(NAN);
    return v;
}
static void far_away()
{
    const char* names[] = {"wrap", "clamp", "mirror", "border"};
    const int w = 5, h = 4, d = 3;
    std::vector<float> v(w * h * d);
    for (size_t i = 0; i < v.size(); ++i)
        v[i] = float(i + 1);
    cudaArray_t a1 = array_of(cudaCreateChannelDesc<float>(), v.data(), w, 0, 0);
    cudaArray_t a2 = array_of(cudaCreateChannelDesc<float>(), v.data(), w, h, 0);
    cudaArray_t a3 = array_of(cudaCreateChannelDesc<float>(), v.data(), w, h, d);
    for (int mode = 0; mode < 4; ++mode)
        for (int norm = 0; norm < 2; ++norm)
            for (int f = 0; f < 2; ++f) {
                options o;
                o.norm = norm;
                o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
                o.address(mode);
                o.border[0] = 100.25f;
                const std::string tail =
                    std::string(names[mode]) + (norm ? ".norm" : ".texels") + (f ? ".linear" : ".point");
                auto t1 = texture_of(a1, o), t2 = texture_of(a2, o), t3 = texture_of(a3, o);
                const float mid = norm ? 0.5f : 1.5f;
                std::vector<place> in, in2, in3;
                for (float x : far_coordinates()) {
                    in.push_back(at(x));
                    in2.push_back(at(x, mid)), in2.push_back(at(mid, x));
                    in3.push_back(at(x, mid, mid)), in3.push_back(at(mid, x, mid)), in3.push_back(at(mid, mid, x));
                }
                sample("far.1d." + tail, 1, in, [=] __device__(place p) { return bits(tex1D<float4>(t1, p.v[0])); });
                sample("far.2d." + tail, 1, in2,
                       [=] __device__(place p) { return bits(tex2D<float4>(t2, p.v[0], p.v[1])); });
                sample("far.3d." + tail, 1, in3,
                       [=] __device__(place p) { return bits(tex3D<float4>(t3, p.v[0], p.v[1], p.v[2])); });
                if (!f)
                    sample("far.gather." + tail, 4, in2,
                           [=] __device__(place p) { return bits(tex2Dgather<float4>(t2, p.v[0], p.v[1], 0)); });
            }
}
// what a texel of each format reads as; border colours; missing components
template <class T, class V>
void element(const char* name, cudaChannelFormatDesc c, const std::vector<T>& v, bool fractions)
{
    const std::string n = std::string("element.") + name;
    const int channels = (c.x > 0) + (c.y > 0) + (c.z > 0) + (c.w > 0);
    const int w = int(v.size()) / channels;
    cudaArray_t a = array_of(c, v.data(), w, 0, 0);
    options o;
    o.address(cudaAddressModeBorder);
    const float borders[4][4] = {
        {0.25f, 0.5f, 0.75f, 1}, {-1.5f, 2.5f, 300.7f, 1e10f}, {NAN, -1e10f, 65536.0f, 0.999f}, {1, 2, 3, 4}};
    for (int b = 0; b < 4; ++b) {
        memcpy(o.border, borders[b], sizeof o.border);
        auto t = texture_of(a, o);
        std::vector<place> in = {at(-5)};
        if (b == 0)
            for (int i = 0; i < w; ++i)
                in.push_back(at(i + 0.5f));
        sample(n + ".border" + std::to_string(b), 4, in, [=] __device__(place p) { return bits(tex1D<V>(t, p.v[0])); });
        if (fractions) {
            o.read = cudaReadModeNormalizedFloat;
            for (int s = 0; s < 2; ++s) {
                o.srgb = s;
                auto u = texture_of(a, o);
                sample(n + (s ? ".srgb" : ".norm") + ".border" + std::to_string(b), 4, in,
                       [=] __device__(place p) { return bits(tex1D<float4>(u, p.v[0])); });
            }
            o.srgb = 0;
            o.read = cudaReadModeElementType;
        }
    }
}
static void elements()
{
    std::vector<unsigned char> b(256);
    for (int i = 0; i < 256; ++i)
        b[i] = i;
    std::vector<signed char> sb(b.begin(), b.end());
    element<unsigned char, uint4>("u8", cudaCreateChannelDesc<unsigned char>(), b, true);
    element<unsigned char, uint4>("u8x2", cudaCreateChannelDesc<uchar2>(), b, true);
    element<unsigned char, uint4>("u8x4", cudaCreateChannelDesc<uchar4>(), b, true);
    element<signed char, int4>("s8", cudaCreateChannelDesc<signed char>(), sb, true);
    element<signed char, int4>("s8x4", cudaCreateChannelDesc<char4>(), sb, true);
    std::vector<unsigned short> s(512);
    state = 5;
    for (auto& x : s)
        x = rnd();
    s[0] = 0, s[1] = 65535, s[2] = 32768, s[3] = 32767, s[4] = 1, s[5] = 65534, s[6] = 32769;
    std::vector<short> ss(s.begin(), s.end());
    element<unsigned short, uint4>("u16", cudaCreateChannelDesc<unsigned short>(), s, true);
    element<unsigned short, uint4>("u16x4", cudaCreateChannelDesc<ushort4>(), s, true);
    element<short, int4>("s16", cudaCreateChannelDesc<short>(), ss, true);
    element<short, int4>("s16x2", cudaCreateChannelDesc<short2>(), ss, true);
    std::vector<unsigned> u(8, 0x80000001u);
    element<unsigned, uint4>("u32", cudaCreateChannelDesc<unsigned>(), u, false);
    element<unsigned, uint4>("u32x2", cudaCreateChannelDesc<uint2>(), u, false);
    element<int, int4>("s32", cudaCreateChannelDesc<int>(), std::vector<int>(8, -7), false);
    element<float, float4>("f32", cudaCreateChannelDesc<float>(), {1, -2, 1e-40f, NAN, INFINITY, -0.0f}, false);
    element<float, float4>("f32x2", cudaCreateChannelDesc<float2>(), {1, -2, 1e-40f, NAN, INFINITY, -0.0f}, false);
    std::vector<unsigned short> half = {0,      0x8000, 1,      0x3ff,  0x400,  0x3c00,
                                        0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xffff};
    element<unsigned short, float4>("f16", cudaCreateChannelDescHalf(), half, false);
    element<unsigned short, float4>("f16x4", cudaCreateChannelDescHalf4(), half, false);
}

// gather
static void gathers()
{
    std::vector<float> v(8 * 8);
    for (int i = 0; i < 64; ++i)
        v[i] = float(i);
    std::vector<uchar4> c(64);
    for (int i = 0; i < 64; ++i)
        c[i] = make_uchar4(i, 64 + i, 128 + i, 192 + i);
    for (int flags : {0, (int)cudaArrayTextureGather}) {
        cudaArray_t a = array_of(cudaCreateChannelDesc<float>(), v.data(), 8, 8, 0, flags);
        cudaArray_t b = array_of(cudaCreateChannelDesc<uchar4>(), c.data(), 8, 8, 0, flags);
        for (int norm = 0; norm < 2; ++norm)
            for (int f = 0; f < 2; ++f) {
                options o;
                o.norm = norm;
                o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
                const std::string tail =
                    std::string(flags ? ".flag" : "") + (norm ? ".norm" : ".texels") + (f ? ".linear" : ".point");
                auto t = texture_of(a, o);
                const float s = norm ? 1 / 8.0f : 1;
                std::vector<place> in;
                state = 9;
                for (int k = -16; k <= 16; ++k)
                    in.push_back(at((3.5f + k / 2048.0f) * s, 4.25f * s)),
                        in.push_back(at(3.75f * s, (4.5f + k / 2048.0f) * s));
                for (int k = 0; k < 60; ++k)
                    in.push_back(at(between(-2, 10) * s, between(-2, 10) * s));
                sample("gather.f32" + tail, 4, in,
                       [=] __device__(place p) { return bits(tex2Dgather<float4>(t, p.v[0], p.v[1], 0)); });
                sample("gather.f32c1" + tail, 4, {at(2 * s, 2 * s)},
                       [=] __device__(place p) { return bits(tex2Dgather<float4>(t, p.v[0], p.v[1], 1)); });
                sample("gather.f32c3" + tail, 4, {at(2 * s, 2 * s)},
                       [=] __device__(place p) { return bits(tex2Dgather<float4>(t, p.v[0], p.v[1], 3)); });
                if (!f) {
                    auto u = texture_of(b, o);
                    in.resize(20);
                    sample("gather.u8c0" + tail, 4, in,
                           [=] __device__(place p) { return bits(tex2Dgather<uint4>(u, p.v[0], p.v[1], 0)); });
                    sample("gather.u8c1" + tail, 4, in,
                           [=] __device__(place p) { return bits(tex2Dgather<uint4>(u, p.v[0], p.v[1], 1)); });
                    sample("gather.u8c2" + tail, 4, in,
                           [=] __device__(place p) { return bits(tex2Dgather<uint4>(u, p.v[0], p.v[1], 2)); });
                    sample("gather.u8c3" + tail, 4, in,
                           [=] __device__(place p) { return bits(tex2Dgather<uint4>(u, p.v[0], p.v[1], 3)); });
                }
                o.read = cudaReadModeNormalizedFloat;
                auto n = texture_of(b, o);
                in.resize(10);
                sample("gather.n8" + tail, 4, in,
                       [=] __device__(place p) { return bits(tex2Dgather<float4>(n, p.v[0], p.v[1], 2)); });
            }
    }
}
// layers
static void layers()
{
    std::vector<float> v(4 * 4 * 3);
    for (size_t i = 0; i < v.size(); ++i)
        v[i] = float(i);
    cudaArray_t a = array_of(cudaCreateChannelDesc<float>(), v.data(), 4, 4, 3, cudaArrayLayered);
    cudaArray_t a1 = array_of(cudaCreateChannelDesc<float>(), v.data(), 4, 0, 3, cudaArrayLayered);
    for (int f = 0; f < 2; ++f) {
        options o;
        o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
        o.address(cudaAddressModeBorder);
        o.border[0] = 77;
        auto t = texture_of(a, o), t1 = texture_of(a1, o);
        std::vector<place> in;
        for (int l : {0, 1, 2, 3, 4, 100, -1, -2, -100, 65535, 65536, 65537, 2147483647, (int)-2147483648LL}) {
            place p = at(1.75f, 2.0f);
            memcpy(&p.v[2], &l, 4);
            in.push_back(p);
        }
        const std::string tail = f ? ".linear" : ".point";
        sample("layer.2d" + tail, 1, in, [=] __device__(place p) {
            return bits(tex2DLayered<float4>(t, p.v[0], p.v[1], __float_as_int(p.v[2])));
        });
        sample("layer.1d" + tail, 1, in,
               [=] __device__(place p) { return bits(tex1DLayered<float4>(t1, p.v[0], __float_as_int(p.v[2]))); });
        sample("layer.gather" + tail, 4, in, [=] __device__(place p) {
            float4 r;
            asm volatile("tld4.r.a2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];"
                         : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)
                         : "l"(t), "r"(__float_as_int(p.v[2])), "f"(p.v[0]), "f"(p.v[1]));
            return bits(r);
        });
    }
}
// integer coordinates and explicit levels on arrays
static void integer_coordinates()
{
    std::vector<float> v(6 * 5 * 4);
    for (size_t i = 0; i < v.size(); ++i)
        v[i] = float(i);
    cudaArray_t a = array_of(cudaCreateChannelDesc<float>(), v.data(), 6, 5, 4);
    cudaArray_t a2 = array_of(cudaCreateChannelDesc<float>(), v.data(), 6, 5, 0);
    cudaArray_t a1 = array_of(cudaCreateChannelDesc<float>(), v.data(), 6, 0, 0);
    for (int mode = 0; mode < 4; ++mode)
        for (int norm = 0; norm < 2; ++norm)
            for (int f = 0; f < 2; ++f) {
                options o;
                o.norm = norm;
                o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
                o.border[0] = 55;
                o.address(mode);
                auto t1 = texture_of(a1, o), t2 = texture_of(a2, o), t3 = texture_of(a, o);
                std::vector<place> in;
                for (int x : {-1000000, -7, -1, 0, 2, 5, 6, 7, 13, 100, 2147483647})
                    in.push_back(at(float(x), 1, 1)), in.push_back(at(1, float(x), 1)),
                        in.push_back(at(1, 1, float(x)));
                const std::string tail =
                    ".mode" + std::to_string(mode) + (norm ? ".norm" : ".texels") + (f ? ".linear" : ".point");
                sample("integer.1d" + tail, 1, in, [=] __device__(place p) {
                    float4 r;
                    asm volatile("tex.1d.v4.f32.s32 {%0,%1,%2,%3}, [%4, {%5}];"
                                 : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)
                                 : "l"(t1), "r"(int(p.v[0])));
                    return bits(r);
                });
                sample("integer.2d" + tail, 1, in, [=] __device__(place p) {
                    float4 r;
                    asm volatile("tex.2d.v4.f32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
                                 : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)
                                 : "l"(t2), "r"(int(p.v[0])), "r"(int(p.v[1])));
                    return bits(r);
                });
                sample("integer.3d" + tail, 1, in, [=] __device__(place p) {
                    float4 r;
                    asm volatile("tex.3d.v4.f32.s32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];"
                                 : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)
                                 : "l"(t3), "r"(int(p.v[0])), "r"(int(p.v[1])), "r"(int(p.v[2])));
                    return bits(r);
                });
            }
}
// pitched memory, filtered, like an array
static void pitched()
{
    float* dev;
    state = 83;
    std::vector<float> v(64 * 6);
    for (auto& x : v)
        x = unit();
    cudaMalloc(&dev, v.size() * 4);
    cudaMemcpy(dev, v.data(), v.size() * 4, cudaMemcpyHostToDevice);
    for (int mode = 0; mode < 4; ++mode)
        for (int norm = 0; norm < 2; ++norm) {
            options o;
            o.filter = cudaFilterModeLinear;
            o.norm = norm;
            o.border[0] = 5;
            o.address(mode);
            cudaResourceDesc r = {};
            r.resType = cudaResourceTypePitch2D;
            r.res.pitch2D.devPtr = dev;
            r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
            r.res.pitch2D.width = 10;
            r.res.pitch2D.height = 6;
            r.res.pitch2D.pitchInBytes = 256;
            auto t = texture_of(r, o);
            std::vector<place> in;
            for (int i = 0; i < 100; ++i)
                in.push_back(norm ? at(between(-2, 3), between(-2, 3)) : at(between(-5, 15), between(-5, 10)));
            sample("pitch.mode" + std::to_string(mode) + (norm ? ".norm" : ".texels"), 1, in,
                   [=] __device__(place p) { return bits(tex2D<float4>(t, p.v[0], p.v[1])); });
        }
}

static void filter_floats()
{
    filters<float>("f32", cudaCreateChannelDesc<float>(), 1, false, 0);
    filters<float>("f32wide", cudaCreateChannelDesc<float>(), 1, false, 1);
    filters<float>("f32x2", cudaCreateChannelDesc<float2>(), 2, false, 2);
    filters<float>("f32x4", cudaCreateChannelDesc<float4>(), 4, false, 2);
    filters<__half>("f16", cudaCreateChannelDescHalf(), 1, false, 0);
}
// 8-bit signed fractions are left out, because their exact rule is unknown.
static void filter_fractions()
{
    filters<unsigned char>("u8", cudaCreateChannelDesc<unsigned char>(), 1, true, 0);
    filters<unsigned char>("u8x4", cudaCreateChannelDesc<uchar4>(), 4, true, 0);
    filters<unsigned short>("u16", cudaCreateChannelDesc<unsigned short>(), 1, true, 0);
    filters<unsigned short>("u16x4", cudaCreateChannelDesc<ushort4>(), 4, true, 0);
    filters<short>("s16", cudaCreateChannelDesc<short>(), 1, true, 0);
    filters<short>("s16x4", cudaCreateChannelDesc<short4>(), 4, true, 0);
}

int main(int argc, char** argv)
{
    // No sample ends in an error, and each case makes its own textures and texels.
    return run_cases(argc, argv,
                     {{"filter_floats", filter_floats},
                      {"filter_fractions", filter_fractions},
                      {"weights", weights},
                      {"texel_borders", borders},
                      {"far_coordinates", far_away},
                      {"elements", elements},
                      {"gather", gathers},
                      {"layers", layers},
                      {"integer_coordinates", integer_coordinates},
                      {"pitched_memory", pitched}},
                     processes::one);
}
