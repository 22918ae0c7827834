// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The harness of the programs that sample textures. Each case prints the bits of its first samples.
//
// The answers in recorded/ come from an H200, through texture objects of CUDA 13. The emulated device must give the
// same.
#pragma once

#include "facts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda_fp16.h>
#include <limits>

//! Numbers of 24 bits, the same in every run; calls in one expression come in the order in which g++ evaluates them.
inline uint32_t state = 1;
inline uint32_t rnd()
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
inline float unit() { return rnd() / 16777216.0f; }
inline float between(float a, float b) { return a + (b - a) * unit(); }

inline void must(const char* what, cudaError_t e)
{
    if (e != cudaSuccess) std::printf("FAILED %s: %s\n", what, cudaGetErrorName(e));
}
#define MUST(call) must(#call, call)

__device__ inline uint4 bits(float4 v)
{
    return make_uint4(__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w));
}
__device__ inline uint4 bits(int4 v) { return make_uint4(v.x, v.y, v.z, v.w); }
__device__ inline uint4 bits(uint4 v) { return v; }

//! A sampling position, and the distances to the next samples in x and in y.
struct place {
    float v[4];
    float dx[3], dy[3];
};
inline place at(float x, float y = 0, float z = 0, float w = 0) { return {{x, y, z, w}, {}, {}}; }

template <class Fetch>
__global__ void fetch_all(Fetch fetch, const place* in, uint4* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = fetch(in[i]);
}

//! The bits that `fetch` gives at each place.
template <class Fetch>
std::vector<uint4> fetched(const std::string& name, const std::vector<place>& places, Fetch fetch)
{
    const int n = static_cast<int>(places.size());
    place* in = nullptr;
    uint4* out = nullptr;
    MUST(cudaMalloc(&in, n * sizeof(place)));
    MUST(cudaMalloc(&out, n * sizeof(uint4)));
    MUST(cudaMemcpy(in, places.data(), n * sizeof(place), cudaMemcpyHostToDevice));
    fetch_all<<<(n + 127) / 128, 128>>>(fetch, in, out, n);
    must(name.c_str(), cudaDeviceSynchronize());
    std::vector<uint4> result(n);
    MUST(cudaMemcpy(result.data(), out, n * sizeof(uint4), cudaMemcpyDeviceToHost));
    cudaFree(in);
    cudaFree(out);
    return result;
}

//! Samples at `most` of the places, evenly chosen, and prints that many components of each.
template <class Fetch>
void sample(const std::string& name, int components, const std::vector<place>& all, Fetch fetch, std::size_t most = 48)
{
    const int n = static_cast<int>(std::min(all.size(), most));
    std::vector<place> chosen;
    for (int i = 0; i < n; ++i)
        chosen.push_back(all[i * all.size() / n]);
    const std::vector<uint4> result = fetched(name, chosen, fetch);
    for (int i = 0; i < n; ++i) {
        if (i % 8 == 0) std::printf("%s%s %d:", i ? "\n" : "", name.c_str(), i);
        const uint32_t* v = &result[i].x;
        for (int c = 0; c < components; ++c)
            std::printf("%s%08x", c ? "," : " ", v[c]);
    }
    std::printf("\n");
}

struct options {
    cudaTextureFilterMode filter = cudaFilterModePoint;
    int norm = 0;
    cudaTextureAddressMode a[3] = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp};
    cudaTextureReadMode read = cudaReadModeElementType;
    int srgb = 0;
    float border[4] = {0, 0, 0, 0};
    cudaTextureFilterMode mip = cudaFilterModePoint;
    float bias = 0, low = 0, high = 0;
    unsigned aniso = 0;
    int seamless = 0;
    void address(int mode) // along every axis
    {
        for (auto& one : a)
            one = (cudaTextureAddressMode)mode;
    }
    cudaTextureDesc desc() const
    {
        cudaTextureDesc t;
        memset(&t, 0, sizeof t);
        for (int i = 0; i < 3; ++i)
            t.addressMode[i] = a[i];
        t.filterMode = filter;
        t.readMode = read;
        t.sRGB = srgb;
        memcpy(t.borderColor, border, sizeof border);
        t.normalizedCoords = norm;
        t.maxAnisotropy = aniso;
        t.mipmapFilterMode = mip;
        t.mipmapLevelBias = bias;
        t.minMipmapLevelClamp = low;
        t.maxMipmapLevelClamp = high;
        t.seamlessCubemap = seamless;
        return t;
    }
};
inline cudaTextureObject_t texture_of(const cudaResourceDesc& r, const options& o)
{
    const cudaTextureDesc t = o.desc();
    cudaTextureObject_t x = 0;
    MUST(cudaCreateTextureObject(&x, &r, &t, nullptr));
    return x;
}
inline cudaTextureObject_t texture_of(cudaArray_t a, const options& o)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    return texture_of(r, o);
}
inline cudaTextureObject_t texture_of(cudaMipmappedArray_t a, const options& o)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = a;
    return texture_of(r, o);
}
inline void fill(cudaArray_t a, const void* data, size_t texel, size_t w, size_t h, size_t d)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void*)data, w * texel, w, h ? h : 1);
    p.dstArray = a;
    p.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
    p.kind = cudaMemcpyHostToDevice;
    MUST(cudaMemcpy3D(&p));
}
inline cudaArray_t array_of(const cudaChannelFormatDesc& c, const void* data, size_t w, size_t h, size_t d,
                            unsigned flags = 0)
{
    cudaArray_t a = nullptr;
    MUST(cudaMalloc3DArray(&a, &c, make_cudaExtent(w, h, d), flags));
    if (a && data) fill(a, data, (c.x + c.y + c.z + c.w) / 8, w, h, d);
    return a;
}

//! Each level's texels are `value(level, index)`. With a name, the levels' extents are printed.
template <class T>
cudaMipmappedArray_t mipmap(int w, int h, int d, int levels, unsigned flags, T (*value)(int, int),
                            const char* name = nullptr)
{
    const cudaChannelFormatDesc c = cudaCreateChannelDesc<T>();
    cudaMipmappedArray_t m = nullptr;
    MUST(cudaMallocMipmappedArray(&m, &c, make_cudaExtent(w, h, d), levels, flags));
    for (int l = 0; m && l < levels; ++l) {
        cudaArray_t a = nullptr;
        MUST(cudaGetMipmappedArrayLevel(&a, m, l));
        if (name) {
            cudaExtent e;
            unsigned fl;
            cudaChannelFormatDesc cd;
            MUST(cudaArrayGetInfo(&cd, &e, &fl, a));
            std::printf("%s.level%d: %zu %zu %zu flags %u\n", name, l, e.width, e.height, e.depth, fl);
        }
        const auto halved = [l](int size) { return size ? std::max(size >> l, 1) : 0; };
        const int lw = halved(w), lh = halved(h), ld = flags ? d : halved(d); // with flags, layers or faces
        std::vector<T> v(size_t(lw) * std::max(lh, 1) * std::max(ld, 1));
        for (size_t i = 0; i < v.size(); ++i)
            v[i] = value(l, int(i));
        fill(a, v.data(), sizeof(T), lw, lh, ld);
    }
    return m;
}
inline uchar4 random_bytes(int, int) { return make_uchar4(rnd(), rnd(), rnd(), rnd()); }
