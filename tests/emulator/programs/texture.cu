// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects: every kind of memory, address modes, filters, fractions, layers.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#define CU(x)                                                                                                          \
    do {                                                                                                               \
        cudaError_t e = (x);                                                                                           \
        if (e) {                                                                                                       \
            printf("%s: %s\n", #x, cudaGetErrorName(e));                                                               \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)
__global__ void f1(cudaTextureObject_t t, float* o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = tex1Dfetch<float>(t, i - 2);
}
__global__ void a1(cudaTextureObject_t t, float* o, int n, float off)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = tex1D<float>(t, i + off);
}
__global__ void a2(cudaTextureObject_t t, float* o, int w, int h, float sx, float sy)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (x < w) o[y * w + x] = tex2D<float>(t, (x + .5f) * sx, (y + .5f) * sy);
}
__global__ void a3(cudaTextureObject_t t, float* o, int w, int h, int d)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    o[(z * h + y) * w + x] = tex3D<float>(t, x + .5f, y + .5f, z + .5f);
}
__global__ void u4(cudaTextureObject_t t, uchar4* o) { o[threadIdx.x] = tex1Dfetch<uchar4>(t, threadIdx.x); }
__global__ void n4(cudaTextureObject_t t, float4* o) { o[threadIdx.x] = tex1Dfetch<float4>(t, threadIdx.x); }
__global__ void lay(cudaTextureObject_t t, float* o)
{
    o[threadIdx.x] = tex2DLayered<float>(t, threadIdx.x + .5f, 1.5f, 2);
}
__global__ void surf(cudaSurfaceObject_t s, int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    float v;
    surf2Dread(&v, s, x * 4, y);
    surf2Dwrite(v * 2, s, x * 4, y);
}
// Some lanes fetch, from one texture or from two. The others keep what they have.
__global__ void some(cudaTextureObject_t t, cudaTextureObject_t other, unsigned lanes, float* o)
{
    float v = -1;
    if (lanes >> threadIdx.x & 1) v = tex1D<float>(threadIdx.x % 3 ? t : other, threadIdx.x + 1.0f);
    o[threadIdx.x] = v;
}
// The result of a filter of two texels is their mean. One texel is an infinity.
void some_lanes(float* o)
{
    std::vector<float> texels[2] = {std::vector<float>(33), std::vector<float>(33)};
    cudaTextureObject_t objects[2];
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 33; ++i)
            texels[k][i] = 100 * k + 2 * i;
        texels[k][20] = INFINITY;
        cudaResourceDesc r = {};
        cudaTextureDesc t = {};
        const auto desc = cudaCreateChannelDesc<float>();
        r.resType = cudaResourceTypeArray;
        t.filterMode = cudaFilterModeLinear;
        CU(cudaMallocArray(&r.res.array.array, &desc, 33));
        CU(cudaMemcpy2DToArray(r.res.array.array, 0, 0, texels[k].data(), 132, 132, 1, cudaMemcpyHostToDevice));
        CU(cudaCreateTextureObject(&objects[k], &r, &t, nullptr));
    }
    for (const int textures : {1, 2})
        for (const unsigned lanes : {0xffffffffu, 0x7ffu, 0x80f03c55u, 0x10u, 0x00100000u}) {
            some<<<1, 32>>>(objects[0], objects[textures - 1], lanes, o);
            float got[32];
            CU(cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost));
            bool ok = true;
            for (int i = 0; i < 32; ++i) {
                const auto& from = texels[i % 3 ? 0 : textures - 1];
                const float mean = (from[i] + from[i + 1]) / 2;
                ok &= got[i] == (lanes >> i & 1 ? mean : -1);
            }
            EXPECT("some lanes", ok);
        }
    for (const cudaTextureObject_t object : objects)
        CU(cudaDestroyTextureObject(object));
}
int main()
{
    int n = 100;
    std::vector<float> h(n);
    for (int i = 0; i < n; i++)
        h[i] = i * 1.25f - 3;
    float *d, *o;
    CU(cudaMalloc(&d, n * 4));
    CU(cudaMalloc(&o, 4096 * 4));
    CU(cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice));
    auto get = [&](int k) {
        std::vector<float> r(k);
        CU(cudaMemcpy(r.data(), o, k * 4, cudaMemcpyDeviceToHost));
        return r;
    };
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = d;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = n * 4;
    cudaTextureDesc t;
    memset(&t, 0, sizeof t);
    cudaTextureObject_t x;
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    f1<<<1, 128>>>(x, o, n + 4);
    auto g = get(n + 4);
    bool ok = true;
    for (int i = 0; i < n + 4; i++)
        ok &= g[i] == (i < 2 || i >= n + 2 ? 0 : h[i - 2]);
    EXPECT("1D linear", ok);
    CU(cudaDestroyTextureObject(x));
    cudaArray_t a;
    auto cd = cudaCreateChannelDesc<float>();
    CU(cudaMallocArray(&a, &cd, n));
    CU(cudaMemcpy2DToArray(a, 0, 0, h.data(), n * 4, n * 4, 1, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    t.addressMode[0] = cudaAddressModeClamp;
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    a1<<<1, 128>>>(x, o, n + 4, -1.5f);
    g = get(n + 4);
    ok = true;
    for (int i = 0; i < n + 4; i++) {
        int k = i - 2;
        k = k < 0 ? 0 : k >= n ? n - 1 : k;
        ok &= g[i] == h[k];
    }
    EXPECT("1D array clamp", ok);
    cudaDestroyTextureObject(x);
    t.filterMode = cudaFilterModeLinear;
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    a1<<<1, 128>>>(x, o, n - 1, 1.0f);
    g = get(n - 1);
    ok = true;
    for (int i = 0; i < n - 1; i++)
        ok &= fabs(g[i] - (h[i] + h[i + 1]) / 2) < 1e-5;
    EXPECT("1D linear filter", ok);
    int w = 20, hh = 10;
    std::vector<float> im(w * hh);
    for (int i = 0; i < w * hh; i++)
        im[i] = i * i % 97;
    cudaArray_t a2d;
    CU(cudaMallocArray(&a2d, &cd, w, hh, cudaArraySurfaceLoadStore));
    CU(cudaMemcpy2DToArray(a2d, 0, 0, im.data(), w * 4, w * 4, hh, cudaMemcpyHostToDevice));
    r.res.array.array = a2d;
    memset(&t, 0, sizeof t);
    t.normalizedCoords = 1;
    t.addressMode[0] = cudaAddressModeWrap;
    t.addressMode[1] = cudaAddressModeMirror;
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    a2<<<2 * hh, 2 * w>>>(x, o, 2 * w, 2 * hh, 1.f / w, 1.f / hh);
    g = get(4 * w * hh);
    ok = true;
    for (int y = 0; y < 2 * hh; y++)
        for (int xx = 0; xx < 2 * w; xx++) {
            int yy = y < hh ? y : 2 * hh - 1 - y;
            ok &= g[y * 2 * w + xx] == im[yy * w + xx % w];
        }
    EXPECT("2D wrap mirror", ok);
    int D = 4;
    std::vector<float> vol(w * hh * D);
    for (size_t i = 0; i < vol.size(); i++)
        vol[i] = i;
    cudaArray_t a3d;
    CU(cudaMalloc3DArray(&a3d, &cd, make_cudaExtent(w, hh, D)));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(vol.data(), w * 4, w, hh);
    p.dstArray = a3d;
    p.extent = make_cudaExtent(w, hh, D);
    p.kind = cudaMemcpyHostToDevice;
    CU(cudaMemcpy3D(&p));
    r.res.array.array = a3d;
    memset(&t, 0, sizeof t);
    t.filterMode = cudaFilterModeLinear;
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    a3<<<dim3(hh, D), w>>>(x, o, w, hh, D);
    g = get(w * hh * D);
    ok = true;
    for (size_t i = 0; i < vol.size(); i++)
        ok &= g[i] == vol[i];
    EXPECT("3D", ok);
    std::vector<uchar4> c(32);
    for (int i = 0; i < 32; i++)
        c[i] = make_uchar4(i, i * 8, 255 - i, 7);
    uchar4* dc;
    CU(cudaMalloc(&dc, 128));
    CU(cudaMemcpy(dc, c.data(), 128, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = dc;
    r.res.linear.desc = cudaCreateChannelDesc<uchar4>();
    r.res.linear.sizeInBytes = 128;
    memset(&t, 0, sizeof t);
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    u4<<<1, 32>>>(x, (uchar4*)o);
    std::vector<uchar4> c2(32);
    CU(cudaMemcpy(c2.data(), o, 128, cudaMemcpyDeviceToHost));
    EXPECT("memcmp(c.data(),c2.data(),128)==0", memcmp(c.data(), c2.data(), 128) == 0);
    t.readMode = cudaReadModeNormalizedFloat;
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    n4<<<1, 32>>>(x, (float4*)o);
    g = get(128);
    ok = true;
    for (int i = 0; i < 32; i++)
        ok &= g[4 * i + 1] == c[i].y / 255.f;
    EXPECT("normalised", ok);
    cudaArray_t al;
    CU(cudaMalloc3DArray(&al, &cd, make_cudaExtent(w, hh, D), cudaArrayLayered));
    p.dstArray = al;
    CU(cudaMemcpy3D(&p));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = al;
    memset(&t, 0, sizeof t);
    CU(cudaCreateTextureObject(&x, &r, &t, 0));
    lay<<<1, w>>>(x, o);
    g = get(w);
    ok = true;
    for (int i = 0; i < w; i++)
        ok &= g[i] == vol[(2 * hh + 1) * w + i];
    EXPECT("layered", ok);
    r.res.array.array = a2d;
    cudaSurfaceObject_t s;
    CU(cudaCreateSurfaceObject(&s, &r));
    surf<<<hh, w>>>(s, w);
    std::vector<float> im2(w * hh);
    CU(cudaMemcpy2DFromArray(im2.data(), w * 4, a2d, 0, 0, w * 4, hh, cudaMemcpyDeviceToHost));
    ok = true;
    for (int i = 0; i < w * hh; i++)
        ok &= im2[i] == 2 * im[i];
    EXPECT("surface", ok);
    some_lanes(o);
    CU(cudaDeviceSynchronize());
    return failures;
}
