// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mipmap levels and cubemaps.
#include "texture_samples.h"

// mipmaps
static float level_value(int l, int) { return float(1 << (2 * l)); }
static float random_value(int, int) { return unit(); }
static void mipmaps()
{
    {
        auto m = mipmap<float>(16, 16, 0, 5, 0, level_value, "mip.levels");
        struct set {
            float bias, low, high;
        };
        int k = 0;
        for (set s : {set{0, 0, 10}, set{0, 0, 0}, set{0.3f, 0, 10}, set{-0.6f, 0, 10}, set{0, 0.3f, 2.7f},
                      set{0, 1.501f, 2.4999f}, set{0, 3, 1}, set{20, 0, 10}, set{0, -2, 100}, set{0.001f, 0, 3.9990f},
                      set{-17, 0, 10}, set{0, 0, 3.5f}})
            for (int f = 0; f < 2; ++f) {
                options o;
                o.norm = 1;
                o.mip = f ? cudaFilterModeLinear : cudaFilterModePoint;
                o.bias = s.bias, o.low = s.low, o.high = s.high;
                auto t = texture_of(m, o);
                std::vector<place> in;
                if (k == 0)
                    for (int i = -40; i <= 5 * 512 + 40; i += 1)
                        in.push_back(at(0.5f, 0.5f, i / 512.0f));
                else
                    for (int i = -300; i <= 1500; i += 37)
                        in.push_back(at(0.5f, 0.5f, i / 256.0f));
                for (float x : {1e-5f, 0.0009765625f, 0.001953125f, 0.0029296875f, 1.49f, 1.5f, 1.51f, 100.0f, 1e10f,
                                INFINITY, -INFINITY, NAN, 0.9980f, 0.9985f, 0.999f})
                    in.push_back(at(0.5f, 0.5f, x));
                char tail[100];
                sprintf(tail, ".bias%g.low%g.high%g.%s", s.bias, s.low, s.high, f ? "linear" : "point");
                sample("mip.levels" + std::string(tail), 1, in,
                       [=] __device__(place p) { return bits(tex2DLod<float4>(t, p.v[0], p.v[1], p.v[2])); });
                sample("mip.plain" + std::string(tail), 1, {at(0.5f, 0.5f)},
                       [=] __device__(place p) { return bits(tex2D<float4>(t, p.v[0], p.v[1])); });
                k += f;
            }
    }
    // trilinear
    auto trilinear = [&](const std::string& name, cudaMipmappedArray_t m, bool fractions) {
        for (int f = 0; f < 2; ++f) {
            options o;
            o.norm = 1;
            o.filter = f ? cudaFilterModeLinear : cudaFilterModePoint;
            o.mip = cudaFilterModeLinear;
            o.high = 10;
            if (fractions) o.read = cudaReadModeNormalizedFloat;
            o.address(cudaAddressModeWrap);
            auto t = texture_of(m, o);
            std::vector<place> in;
            state = 31;
            for (int i = 0; i < 600; ++i)
                in.push_back(at(between(-1, 2), between(-1, 2), between(-0.5f, 4.5f)));
            sample(name + (f ? ".linear" : ".point"), 4, in,
                   [=] __device__(place p) { return bits(tex2DLod<float4>(t, p.v[0], p.v[1], p.v[2])); });
        }
    };
    state = 41;
    trilinear("mip.f32", mipmap<float>(16, 16, 0, 5, 0, random_value, "mip.f32"), false);
    trilinear("mip.odd", mipmap<float>(13, 9, 0, 4, 0, random_value, "mip.odd"), false);
    trilinear("mip.u8", mipmap<uchar4>(16, 16, 0, 5, 0, random_bytes, "mip.u8"), true);
    // other dimensions
    options o;
    o.norm = 1;
    o.filter = o.mip = cudaFilterModeLinear;
    o.high = 10;
    std::vector<place> in;
    state = 51;
    for (int i = 0; i < 150; ++i)
        in.push_back(at(unit(), unit(), unit(), between(-0.5f, 4)));
    {
        auto t = texture_of(mipmap<float>(16, 0, 0, 5, 0, random_value, "mip.1d"), o);
        sample("mip.1d", 1, in, [=] __device__(place p) { return bits(tex1DLod<float4>(t, p.v[0], p.v[3])); });
    }
    {
        auto t = texture_of(mipmap<float>(8, 8, 8, 4, 0, random_value, "mip.3d"), o);
        sample("mip.3d", 1, in,
               [=] __device__(place p) { return bits(tex3DLod<float4>(t, p.v[0], p.v[1], p.v[2], p.v[3])); });
    }
    {
        auto t = texture_of(mipmap<float>(16, 0, 3, 5, cudaArrayLayered, random_value, "mip.1dlayered"), o);
        sample("mip.1dlayered", 1, in,
               [=] __device__(place p) { return bits(tex1DLayeredLod<float4>(t, p.v[0], int(p.v[1] * 3), p.v[3])); });
    }
    {
        auto t = texture_of(mipmap<float>(8, 8, 3, 4, cudaArrayLayered, random_value, "mip.2dlayered"), o);
        sample("mip.2dlayered", 1, in, [=] __device__(place p) {
            return bits(tex2DLayeredLod<float4>(t, p.v[0], p.v[1], int(p.v[2] * 3), p.v[3]));
        });
    }
}
// cubemaps
static void cubemaps()
{
    const int n = 8;
    std::vector<float> index(n * n * 6), v(n * n * 6);
    state = 71;
    for (size_t i = 0; i < index.size(); ++i)
        index[i] = float(i), v[i] = unit();
    cudaArray_t ai = array_of(cudaCreateChannelDesc<float>(), index.data(), n, n, 6, cudaArrayCubemap);
    cudaArray_t av = array_of(cudaCreateChannelDesc<float>(), v.data(), n, n, 6, cudaArrayCubemap);
    std::vector<place> in;
    for (float x : {-1.0f, 0.0f, 1.0f})
        for (float y : {-1.0f, 0.0f, 1.0f})
            for (float z : {-1.0f, 0.0f, 1.0f})
                in.push_back(at(x, y, z)), in.push_back(at(x, y * 0.5f, z * 0.999f)),
                    in.push_back(at(x * 1e-3f, y * 1e-3f, z * 0.999e-3f)), in.push_back(at(-0.0f * x, y, z * 0.3f));
    in.push_back(at(NAN, 1, 0)), in.push_back(at(1, NAN, 0)), in.push_back(at(INFINITY, 1, 0)),
        in.push_back(at(INFINITY, INFINITY, 0)), in.push_back(at(1e-40f, 1e-41f, 0)),
        in.push_back(at(1e38f, 2e37f, -1e38f));
    for (int i = 0; i < 1500; ++i)
        in.push_back(at(between(-1, 1), between(-1, 1), between(-1, 1)));
    for (int i = 0; i < 600; ++i) { // near an edge or a corner
        float p[3] = {between(-1, 1), between(-1, 1), between(-1, 1)};
        const int a = rnd() % 3, b = (a + 1 + rnd() % 2) % 3;
        p[a] = rnd() & 1 ? 1.0f : -1.0f;
        p[b] = (rnd() & 1 ? 1 : -1) * between(0.9f, 1.0f);
        if (i % 3 == 0) p[3 - a - b] = (rnd() & 1 ? 1 : -1) * between(0.9f, 1.0f);
        in.push_back(at(p[0], p[1], p[2]));
    }
    for (int seamless = 0; seamless < 2; ++seamless)
        for (int norm = 0; norm < 2; ++norm) {
            options o;
            o.norm = norm;
            o.seamless = seamless;
            const std::string tail = std::string(norm ? ".norm" : ".texels") + (seamless ? ".seamless" : "");
            auto ti = texture_of(ai, o);
            o.filter = cudaFilterModeLinear;
            auto tv = texture_of(av, o);
            if (norm == 0 || seamless == 0)
                sample(
                    "cube.point" + tail, 1, in,
                    [=] __device__(place p) { return bits(texCubemap<float4>(ti, p.v[0], p.v[1], p.v[2])); }, 160);
            sample(
                "cube.linear" + tail, 1, in,
                [=] __device__(place p) { return bits(texCubemap<float4>(tv, p.v[0], p.v[1], p.v[2])); }, 160);
            for (int mode : {0, 3}) {
                o.address(mode);
                o.border[0] = 9;
                auto tm = texture_of(av, o);
                std::vector<place> few(in.end() - 150, in.end());
                sample(
                    "cube.linear.mode" + std::to_string(mode) + tail, 1, few,
                    [=] __device__(place p) { return bits(texCubemap<float4>(tm, p.v[0], p.v[1], p.v[2])); }, 160);
            }
        }
    std::vector<float> lv(n * n * 12);
    for (size_t i = 0; i < lv.size(); ++i)
        lv[i] = float(i);
    cudaArray_t al = array_of(cudaCreateChannelDesc<float>(), lv.data(), n, n, 12, cudaArrayCubemap | cudaArrayLayered);
    options o;
    auto tl = texture_of(al, o);
    in.resize(130);
    std::vector<place> li;
    for (auto p : in)
        for (int l : {0, 1, 2, 5, -1}) {
            memcpy(&p.v[3], &l, 4);
            li.push_back(p);
        }
    sample("cube.layered", 1, li, [=] __device__(place p) {
        return bits(texCubemapLayered<float4>(tl, p.v[0], p.v[1], p.v[2], __float_as_int(p.v[3])));
    });
    sample("cube.gather", 4, in, [=] __device__(place p) {
        float4 r;
        asm volatile("tld4.r.cube.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];"
                     : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)
                     : "l"(tl), "f"(p.v[0]), "f"(p.v[1]), "f"(p.v[2]));
        return bits(r);
    });
}

int main(int argc, char** argv)
{
    // No sample ends in an error, and each case makes its own textures and texels.
    return run_cases(argc, argv, {{"mipmaps", mipmaps}, {"cubemaps", cubemaps}}, processes::one);
}
