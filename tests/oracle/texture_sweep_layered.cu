// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of layered texture references of one and two dimensions: plain fetches, Lod and Grad, layers outside too.
//
// Usage: texture_sweep_layered [--list | [--settings | --values] CASE...]

#include "array_of.h"

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    texture<element, cudaTextureType1DLayered, cudaReadMode##mode> rows_##id;                                          \
    texture<element, cudaTextureType2DLayered, cudaReadMode##mode> images_##id;                                        \
    struct rows_##id##_plain {                                                                                         \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex1DLayered(rows_##id, c.x, c.layer));                                               \
        }                                                                                                              \
    };                                                                                                                 \
    struct images_##id##_plain {                                                                                       \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex2DLayered(images_##id, c.x, c.y, c.layer));                                        \
        }                                                                                                              \
    };
SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    struct rows_##id##_lod {                                                                                           \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex1DLayeredLod(rows_##id, c.x, c.layer, c.level));                                   \
        }                                                                                                              \
    };                                                                                                                 \
    struct rows_##id##_grad {                                                                                          \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex1DLayeredGrad(rows_##id, c.x, c.layer, c.dx.x, c.dy.x));                           \
        }                                                                                                              \
    };                                                                                                                 \
    struct images_##id##_lod {                                                                                         \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex2DLayeredLod(images_##id, c.x, c.y, c.layer, c.level));                            \
        }                                                                                                              \
    };                                                                                                                 \
    struct images_##id##_grad {                                                                                        \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex2DLayeredGrad(images_##id, c.x, c.y, c.layer, make_float2(c.dx.x, c.dx.y),         \
                                                  make_float2(c.dy.x, c.dy.y)));                                       \
        }                                                                                                              \
    };
SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE

namespace {

constexpr int width = 7, height = 5, layers = 4;

const std::vector<sweep::coordinates> row_texels = sweep::points(width, 0, 0, layers);
const std::vector<sweep::coordinates> row_fractions = sweep::normalised(row_texels, width, 0, 0);
const std::vector<sweep::coordinates> image_texels = sweep::points(width, height, 0, layers);
const std::vector<sweep::coordinates> image_fractions = sweep::normalised(image_texels, width, height, 0);

template <class Reference>
void of_rows(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable)
{
    const sweep::filled_array array(reference.channelDesc, width, 0, layers, cudaArrayLayered);
    sweep::each_setting(name, reference, 1, filterable, [&](const std::string& what, bool normalised) {
        std::uint64_t result = 1;
        if (sweep::bound(what, cudaBindTextureToArray(reference, array.get())))
            result = sweep::fetch_by(kernel, what, normalised ? row_fractions : row_texels);
        cudaUnbindTexture(reference);
        return result;
    });
}

template <class Reference>
void of_images(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable)
{
    const sweep::filled_array array(reference.channelDesc, width, height, layers, cudaArrayLayered);
    sweep::each_setting(name, reference, 2, filterable, [&](const std::string& what, bool normalised) {
        std::uint64_t result = 1;
        if (sweep::bound(what, cudaBindTextureToArray(reference, array.get())))
            result = sweep::fetch_by(kernel, what, normalised ? image_fractions : image_texels);
        cudaUnbindTexture(reference);
        return result;
    });
}

template <sweep::group Group>
void rows()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) of_rows(sweep::fetch_all<rows_##id##_plain>, "1D " #id, rows_##id, filterable);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

template <sweep::group Group>
void images()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group)                                                                                 \
        of_images(sweep::fetch_all<images_##id##_plain>, "2D " #id, images_##id, filterable);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

void levels()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    of_rows(sweep::fetch_all<rows_##id##_lod>, "1D " #id " lod", rows_##id, filterable);                               \
    of_rows(sweep::fetch_all<rows_##id##_grad>, "1D " #id " grad", rows_##id, filterable);                             \
    of_images(sweep::fetch_all<images_##id##_lod>, "2D " #id " lod", images_##id, filterable);                         \
    of_images(sweep::fetch_all<images_##id##_grad>, "2D " #id " grad", images_##id, filterable);
    SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE
}

} // namespace

int main(int argc, char** argv)
{
    return sweep::run(argc, argv, {SWEEP_CASES("rows", rows), SWEEP_CASES("images", images), {"levels", levels}});
}
