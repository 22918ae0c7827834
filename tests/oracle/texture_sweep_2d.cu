// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of two-dimensional texture references, bound to arrays and to pitched memory: tex2D, tex2DLod, tex2DGrad,
// tex2Dgather.
//
// Usage: texture_sweep_2d [--list | [--settings | --values] CASE...]

#include "array_of.h"

namespace {

constexpr int width = 7, height = 5;

} // namespace

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    texture<element, cudaTextureType2D, cudaReadMode##mode> id;                                                        \
    struct id##_plain {                                                                                                \
        static __device__ sweep::raw fetch(const sweep::coordinates& c) { return sweep::as_raw(tex2D(id, c.x, c.y)); } \
    };
SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    struct id##_lod {                                                                                                  \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex2DLod(id, c.x, c.y, c.level));                                                     \
        }                                                                                                              \
    };                                                                                                                 \
    struct id##_grad {                                                                                                 \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex2DGrad(id, c.x, c.y, make_float2(c.dx.x, c.dx.y), make_float2(c.dy.x, c.dy.y)));   \
        }                                                                                                              \
    };
SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    template <int Component>                                                                                           \
    struct id##_gather {                                                                                               \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex2Dgather(id, c.x, c.y, Component));                                                \
        }                                                                                                              \
    };
SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE

namespace {

const std::vector<sweep::coordinates> in_texels = sweep::points(width, height, 0, 0);
const std::vector<sweep::coordinates> in_fractions = sweep::normalised(in_texels, width, height, 0);

template <class Reference>
void of_arrays(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable,
               unsigned int flags = 0)
{
    const sweep::filled_array array(reference.channelDesc, width, height, 0, flags);
    sweep::each_setting(name, reference, 2, filterable, [&](const std::string& what, bool normalised) {
        std::uint64_t result = 1;
        if (sweep::bound(what, cudaBindTextureToArray(reference, array.get())))
            result = sweep::fetch_by(kernel, what, normalised ? in_fractions : in_texels);
        cudaUnbindTexture(reference);
        return result;
    });
}

template <class Reference>
void of_pitched_memory(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable)
{
    const cudaChannelFormatDesc desc = reference.channelDesc;
    const std::size_t row = static_cast<std::size_t>(width * (desc.x + desc.y + desc.z + desc.w) / 8);
    const std::vector<unsigned char> host = sweep::texels(row * height, desc);
    void* memory = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&memory, &pitch, row, height);
    cudaMemcpy2D(memory, pitch, host.data(), row, row, height, cudaMemcpyHostToDevice);
    sweep::each_setting(name, reference, 2, filterable, [&](const std::string& what, bool normalised) {
        std::uint64_t result = 1;
        std::size_t offset = 99;
        if (sweep::bound(what, cudaBindTexture2D(&offset, reference, memory, desc, width, height, pitch)))
            result = sweep::fetch_by(kernel, what, normalised ? in_fractions : in_texels);
        cudaUnbindTexture(reference);
        return result;
    });
    cudaFree(memory);
}

// A case is all element types of one kind.
template <sweep::group Group>
void arrays()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) of_arrays(sweep::fetch_all<id##_plain>, #id, id, filterable);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

template <sweep::group Group>
void pitched()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) of_pitched_memory(sweep::fetch_all<id##_plain>, #id, id, filterable);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

template <sweep::group Group>
void gather()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) {                                                                               \
        of_arrays(sweep::fetch_all<id##_gather<0>>, #id " 0", id, filterable, cudaArrayTextureGather);                 \
        of_arrays(sweep::fetch_all<id##_gather<1>>, #id " 1", id, filterable, cudaArrayTextureGather);                 \
        of_arrays(sweep::fetch_all<id##_gather<2>>, #id " 2", id, filterable, cudaArrayTextureGather);                 \
        of_arrays(sweep::fetch_all<id##_gather<3>>, #id " 3", id, filterable, cudaArrayTextureGather);                 \
    }
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

void levels()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    of_arrays(sweep::fetch_all<id##_lod>, #id " lod", id, filterable);                                                 \
    of_arrays(sweep::fetch_all<id##_grad>, #id " grad", id, filterable);
    SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE
}

} // namespace

int main(int argc, char** argv)
{
    return sweep::run(argc, argv,
                      {SWEEP_CASES("array", arrays),
                       SWEEP_CASES("pitched", pitched),
                       SWEEP_CASES("gather", gather),
                       {"levels", levels}});
}
