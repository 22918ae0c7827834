// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of texture references bound to mipmapped arrays: one, two, three dimensions, layers and cubemaps; plain
// fetches, Lod and Grad; the mipmap attributes, anisotropy and sRGB.
//
// Usage: texture_sweep_mipmapped [--list | [--settings | --values] CASE...]

#include "array_of.h"

#define SHAPES(X)                                                                                                      \
    X(row, cudaTextureType1D, tex1D(t, c.x), tex1DLod(t, c.x, c.level), tex1DGrad(t, c.x, c.dx.x, c.dy.x))             \
    X(image, cudaTextureType2D, tex2D(t, c.x, c.y), tex2DLod(t, c.x, c.y, c.level),                                    \
      tex2DGrad(t, c.x, c.y, make_float2(c.dx.x, c.dx.y), make_float2(c.dy.x, c.dy.y)))                                \
    X(volume, cudaTextureType3D, tex3D(t, c.x, c.y, c.z), tex3DLod(t, c.x, c.y, c.z, c.level),                         \
      tex3DGrad(t, c.x, c.y, c.z, c.dx, c.dy))                                                                         \
    X(rows, cudaTextureType1DLayered, tex1DLayered(t, c.x, c.layer), tex1DLayeredLod(t, c.x, c.layer, c.level),        \
      tex1DLayeredGrad(t, c.x, c.layer, c.dx.x, c.dy.x))                                                               \
    X(images, cudaTextureType2DLayered, tex2DLayered(t, c.x, c.y, c.layer),                                            \
      tex2DLayeredLod(t, c.x, c.y, c.layer, c.level),                                                                  \
      tex2DLayeredGrad(t, c.x, c.y, c.layer, make_float2(c.dx.x, c.dx.y), make_float2(c.dy.x, c.dy.y)))                \
    X(cube, cudaTextureTypeCubemap, texCubemap(t, c.x, c.y, c.z), texCubemapLod(t, c.x, c.y, c.z, c.level),            \
      texCubemapGrad(t, c.x, c.y, c.z, c.dx, c.dy))                                                                    \
    X(cubes, cudaTextureTypeCubemapLayered, texCubemapLayered(t, c.x, c.y, c.z, c.layer),                              \
      texCubemapLayeredLod(t, c.x, c.y, c.z, c.layer, c.level),                                                        \
      texCubemapLayeredGrad(t, c.x, c.y, c.z, c.layer, c.dx, c.dy))

#define FETCH(name, expression)                                                                                        \
    struct name {                                                                                                      \
        static __device__ sweep::raw fetch(const sweep::coordinates& c) { return sweep::as_raw(expression); }          \
    };

// Each shape's references live in a namespace of their own, where `t` names the one that is fetched through.
#define REFERENCES(shape, type, plain, lod, grad)                                                                      \
    namespace shape##_float                                                                                            \
    {                                                                                                                  \
        texture<float, type, cudaReadModeElementType> t;                                                               \
        FETCH(plain_fetch, plain)                                                                                      \
        FETCH(lod_fetch, lod)                                                                                          \
        FETCH(grad_fetch, grad)                                                                                        \
    }                                                                                                                  \
    namespace shape##_bytes                                                                                            \
    {                                                                                                                  \
        texture<uchar4, type, cudaReadModeNormalizedFloat> t;                                                          \
        FETCH(plain_fetch, plain)                                                                                      \
        FETCH(lod_fetch, lod)                                                                                          \
        FETCH(grad_fetch, grad)                                                                                        \
    }                                                                                                                  \
    namespace shape##_shorts                                                                                           \
    {                                                                                                                  \
        texture<short2, type, cudaReadModeElementType> t;                                                              \
        FETCH(plain_fetch, plain)                                                                                      \
        FETCH(lod_fetch, lod)                                                                                          \
        FETCH(grad_fetch, grad)                                                                                        \
    }
SHAPES(REFERENCES)

namespace {

constexpr int width = 16, height = 16, depth = 8, layers = 3, levels = 4;

struct shape {
    cudaExtent extent;
    unsigned int flags;
    bool is_cube;
};

shape shape_of(int type)
{
    const auto extent = [](int w, int h, int d) {
        return make_cudaExtent(static_cast<std::size_t>(w), static_cast<std::size_t>(h), static_cast<std::size_t>(d));
    };
    switch (type) {
    case cudaTextureType1D:
        return {extent(width, 0, 0), 0, false};
    case cudaTextureType2D:
        return {extent(width, height, 0), 0, false};
    case cudaTextureType3D:
        return {extent(width, height, depth), 0, false};
    case cudaTextureType1DLayered:
        return {extent(width, 0, layers), cudaArrayLayered, false};
    case cudaTextureType2DLayered:
        return {extent(width, height, layers), cudaArrayLayered, false};
    case cudaTextureTypeCubemap:
        return {extent(width, width, 6), cudaArrayCubemap, true};
    default:
        return {extent(width, width, 6 * layers), cudaArrayCubemap | cudaArrayLayered, true};
    }
}

cudaMipmappedArray_t filled(const shape& of, const cudaChannelFormatDesc& desc)
{
    cudaMipmappedArray_t array = nullptr;
    if (cudaMallocMipmappedArray(&array, &desc, of.extent, levels, of.flags) != cudaSuccess) return nullptr;
    for (unsigned int level = 0; level < levels; level++) {
        cudaArray_t one = nullptr;
        cudaGetMipmappedArrayLevel(&one, array, level);
        cudaExtent extent = of.extent;
        extent.width = extent.width >> level ? extent.width >> level : 1;
        if (extent.height) extent.height = extent.height >> level ? extent.height >> level : 1;
        if (extent.depth && !of.flags) extent.depth = extent.depth >> level ? extent.depth >> level : 1;
        sweep::filled_array::fill(one, desc, extent);
    }
    return array;
}

template <class Reference>
void set_back(Reference& t)
{
    t.mipmapFilterMode = cudaFilterModePoint;
    t.mipmapLevelBias = 0;
    t.minMipmapLevelClamp = 0;
    t.maxMipmapLevelClamp = 0;
    t.maxAnisotropy = 0;
    t.sRGB = 0;
    t.filterMode = cudaFilterModePoint;
    t.normalized = 0;
    for (int i = 0; i < 3; i++)
        t.addressMode[i] = cudaAddressModeClamp;
}

// The settings that matter for mipmaps. All axes have the same address mode here; the other sweeps test the rest.
template <class Plain, class Lod, class Grad, class Reference>
void sweep_mipmaps(const std::string& name, Reference& t, int type, bool filterable, bool sRGB)
{
    const shape of = shape_of(type);
    cudaMipmappedArray_t array = filled(of, t.channelDesc);
    if (!array) {
        std::printf("%s: no array: %s\n", name.c_str(), cudaGetErrorName(cudaGetLastError()));
        return;
    }
    std::vector<sweep::coordinates> at;
    if (of.is_cube)
        at = sweep::directions(layers);
    else
        at = sweep::normalised(sweep::points(width, of.extent.height ? height : 0,
                                             type == cudaTextureType3D ? depth : 0, of.flags ? layers : 0),
                               width, of.extent.height ? height : 0, type == cudaTextureType3D ? depth : 0);
    struct setting {
        int filter, mip_filter;
        float bias, lowest, highest;
        unsigned int anisotropy;
        cudaTextureAddressMode address;
        int sRGB;
    };
    std::vector<setting> settings = {
        {0, 0, 0, 0, 0, 0, cudaAddressModeClamp, 0}, // as declared: level 0 alone
        {0, 0, 0, 0, 3, 0, cudaAddressModeWrap, 0},        {0, 0, 0.5f, 0, 3, 0, cudaAddressModeClamp, 0},
        {0, 0, -0.75f, 1, 2, 0, cudaAddressModeBorder, 0}, {0, 0, 0, 0.5f, 1.5f, 0, cudaAddressModeMirror, 0},
        {0, 0, 0, 2, 1, 0, cudaAddressModeClamp, 0}};
    if (filterable) {
        const std::vector<setting> filtered = {
            {1, 0, 0, 0, 3, 0, cudaAddressModeWrap, 0},         {0, 1, 0, 0, 3, 0, cudaAddressModeClamp, 0},
            {1, 1, 0, 0, 3, 0, cudaAddressModeWrap, 0},         {1, 1, 0.3f, 0, 3, 0, cudaAddressModeMirror, 0},
            {1, 1, 0, 0.25f, 2.5f, 0, cudaAddressModeClamp, 0}, {1, 1, 0, 0, 3, 1, cudaAddressModeClamp, 0},
            {1, 1, 0, 0, 3, 8, cudaAddressModeWrap, 0},         {1, 0, 0, 0, 100, 16, cudaAddressModeBorder, 0}};
        settings.insert(settings.end(), filtered.begin(), filtered.end());
    }
    if (sRGB) {
        settings.push_back({0, 0, 0, 0, 3, 0, cudaAddressModeClamp, 1});
        settings.push_back({1, 1, 0, 0, 3, 0, cudaAddressModeWrap, 1});
    }
    for (std::size_t i = 0; i < settings.size(); i++) {
        const setting& one = settings[i];
        t.normalized = 1;
        t.filterMode = one.filter ? cudaFilterModeLinear : cudaFilterModePoint;
        t.mipmapFilterMode = one.mip_filter ? cudaFilterModeLinear : cudaFilterModePoint;
        t.mipmapLevelBias = one.bias;
        t.minMipmapLevelClamp = one.lowest;
        t.maxMipmapLevelClamp = one.highest;
        t.maxAnisotropy = one.anisotropy;
        t.sRGB = one.sRGB;
        for (int axis = 0; axis < 3; axis++)
            t.addressMode[axis] = one.address;
        const std::string what = name + " setting " + std::to_string(i);
        if (sweep::bound(what, cudaBindTextureToMipmappedArray(t, array))) {
            const unsigned long long plain = sweep::fetch<Plain>(what + " plain", at);
            const unsigned long long lod = sweep::fetch<Lod>(what + " lod", at);
            const unsigned long long grad = sweep::fetch<Grad>(what + " grad", at);
            std::printf("%s: plain %016llx, lod %016llx, grad %016llx\n", what.c_str(), plain, lod, grad);
        }
        cudaUnbindTexture(t);
    }
    set_back(t);
    cudaFreeMipmappedArray(array);
}

#define CASE(shape, type, plain, lod, grad)                                                                            \
    void sweep_##shape()                                                                                               \
    {                                                                                                                  \
        sweep_mipmaps<shape##_float::plain_fetch, shape##_float::lod_fetch, shape##_float::grad_fetch>(                \
            #shape " float", shape##_float::t, type, true, false);                                                     \
        sweep_mipmaps<shape##_bytes::plain_fetch, shape##_bytes::lod_fetch, shape##_bytes::grad_fetch>(                \
            #shape " bytes", shape##_bytes::t, type, true, true);                                                      \
        sweep_mipmaps<shape##_shorts::plain_fetch, shape##_shorts::lod_fetch, shape##_shorts::grad_fetch>(             \
            #shape " shorts", shape##_shorts::t, type, false, false);                                                  \
    }
SHAPES(CASE)

} // namespace

int main(int argc, char** argv)
{
#define ROW(shape, type, plain, lod, grad) {#shape, sweep_##shape},
    return sweep::run(argc, argv, {SHAPES(ROW)});
}
