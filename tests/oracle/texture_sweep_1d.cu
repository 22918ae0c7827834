// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of one-dimensional texture references: tex1Dfetch of linear memory, tex1D, tex1DLod and tex1DGrad of
// arrays.
//
// Usage: texture_sweep_1d [--list | [--settings | --values] CASE...]

#include "array_of.h"

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    texture<element, cudaTextureType1D, cudaReadMode##mode> id;                                                        \
    struct id##_plain {                                                                                                \
        static __device__ sweep::raw fetch(const sweep::coordinates& c) { return sweep::as_raw(tex1D(id, c.x)); }      \
    };                                                                                                                 \
    struct id##_linear {                                                                                               \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex1Dfetch(id, c.layer));                                                             \
        }                                                                                                              \
    };
SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    struct id##_lod {                                                                                                  \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex1DLod(id, c.x, c.level));                                                          \
        }                                                                                                              \
    };                                                                                                                 \
    struct id##_grad {                                                                                                 \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex1DGrad(id, c.x, c.dx.x, c.dy.x));                                                  \
        }                                                                                                              \
    };
SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE

namespace {

constexpr int width = 13;

const std::vector<sweep::coordinates> in_texels = sweep::points(width, 0, 0, 0);
const std::vector<sweep::coordinates> in_fractions = sweep::normalised(in_texels, width, 0, 0);

// Texel numbers in and around `n` texels.
std::vector<sweep::coordinates> numbers(int n)
{
    std::vector<sweep::coordinates> result;
    for (int i = -3; i < n + 140; i++) {
        result.push_back(sweep::coordinates{});
        result.back().layer = i;
    }
    for (int i : {INT32_MIN, INT32_MIN + 1, -1000000, 1000000, INT32_MAX - 1, INT32_MAX, 1 << 27, 1 << 28, 1 << 29}) {
        result.push_back(sweep::coordinates{});
        result.back().layer = i;
    }
    return result;
}

template <class Reference>
void of_arrays(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable)
{
    const sweep::filled_array array(reference.channelDesc, width, 0, 0);
    sweep::each_setting(name, reference, 1, filterable, [&](const std::string& what, bool normalised) {
        std::uint64_t result = 1;
        if (sweep::bound(what, cudaBindTextureToArray(reference, array.get())))
            result = sweep::fetch_by(kernel, what, normalised ? in_fractions : in_texels);
        cudaUnbindTexture(reference);
        return result;
    });
}

template <class Reference>
void of_linear_memory(sweep::kernel* kernel, const std::string& name, Reference& reference)
{
    const cudaChannelFormatDesc desc = reference.channelDesc;
    const std::size_t texel = static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
    const std::size_t n = 1000;
    const std::vector<unsigned char> host = sweep::texels(n * texel, desc);
    unsigned char* memory = nullptr;
    cudaMalloc((void**)&memory, n * texel);
    cudaMemcpy(memory, host.data(), n * texel, cudaMemcpyHostToDevice);
    for (std::size_t size : {n * texel, n * texel - 1, texel, texel / 2 + 1, 100 * texel})
        for (std::size_t shift : {std::size_t(0), texel, std::size_t(512)}) {
            const std::string what = name + " size " + std::to_string(size) + " shift " + std::to_string(shift);
            std::size_t offset = 99;
            const bool fits = shift + size <= n * texel;
            if (fits && sweep::bound(what, cudaBindTexture(&offset, reference, memory + shift, desc, size))) {
                const std::uint64_t result = sweep::fetch_by(kernel, what, numbers(static_cast<int>(size / texel)));
                std::printf("%s: offset %zu, %016llx\n", what.c_str(), offset, static_cast<unsigned long long>(result));
            }
            cudaUnbindTexture(reference);
        }
    cudaFree(memory);
}

template <sweep::group Group>
void arrays()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) of_arrays(sweep::fetch_all<id##_plain>, #id, id, filterable);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

template <sweep::group Group>
void linear()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) of_linear_memory(sweep::fetch_all<id##_linear>, #id, id);
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
    return sweep::run(argc, argv, {SWEEP_CASES("array", arrays), SWEEP_CASES("linear", linear), {"levels", levels}});
}
