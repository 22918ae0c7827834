// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of cubemap and layered cubemap texture references: plain fetches, Lod and Grad.
//
// Usage: texture_sweep_cubemap [--list | [--settings | --values] CASE...]

#include "array_of.h"

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    texture<element, cudaTextureTypeCubemap, cudaReadMode##mode> cube_##id;                                            \
    texture<element, cudaTextureTypeCubemapLayered, cudaReadMode##mode> cubes_##id;                                    \
    struct cube_##id##_plain {                                                                                         \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(texCubemap(cube_##id, c.x, c.y, c.z));                                                \
        }                                                                                                              \
    };                                                                                                                 \
    struct cubes_##id##_plain {                                                                                        \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(texCubemapLayered(cubes_##id, c.x, c.y, c.z, c.layer));                               \
        }                                                                                                              \
    };
SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    struct cube_##id##_lod {                                                                                           \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(texCubemapLod(cube_##id, c.x, c.y, c.z, c.level));                                    \
        }                                                                                                              \
    };                                                                                                                 \
    struct cube_##id##_grad {                                                                                          \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(texCubemapGrad(cube_##id, c.x, c.y, c.z, c.dx, c.dy));                                \
        }                                                                                                              \
    };                                                                                                                 \
    struct cubes_##id##_lod {                                                                                          \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(texCubemapLayeredLod(cubes_##id, c.x, c.y, c.z, c.layer, c.level));                   \
        }                                                                                                              \
    };                                                                                                                 \
    struct cubes_##id##_grad {                                                                                         \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(texCubemapLayeredGrad(cubes_##id, c.x, c.y, c.z, c.layer, c.dx, c.dy));               \
        }                                                                                                              \
    };
SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE

namespace {

constexpr int width = 6, layers = 3;

const std::vector<sweep::coordinates> one_cube = sweep::directions(0);
const std::vector<sweep::coordinates> all_cubes = sweep::directions(layers);

template <class Reference>
void of_cubes(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable, int cubes)
{
    const sweep::filled_array array(reference.channelDesc, width, width, 6 * (cubes ? cubes : 1),
                                    cubes ? cudaArrayCubemap | cudaArrayLayered : cudaArrayCubemap);
    sweep::each_setting(name, reference, 2, filterable, [&](const std::string& what, bool) {
        std::uint64_t result = 1;
        if (sweep::bound(what, cudaBindTextureToArray(reference, array.get())))
            result = sweep::fetch_by(kernel, what, cubes ? all_cubes : one_cube);
        cudaUnbindTexture(reference);
        return result;
    });
}

template <sweep::group Group>
void cube()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group)                                                                                 \
        of_cubes(sweep::fetch_all<cube_##id##_plain>, "cube " #id, cube_##id, filterable, 0);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

template <sweep::group Group>
void cubes()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group)                                                                                 \
        of_cubes(sweep::fetch_all<cubes_##id##_plain>, "cubes " #id, cubes_##id, filterable, layers);
    SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE
}

void levels()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    of_cubes(sweep::fetch_all<cube_##id##_lod>, "cube " #id " lod", cube_##id, filterable, 0);                         \
    of_cubes(sweep::fetch_all<cube_##id##_grad>, "cube " #id " grad", cube_##id, filterable, 0);                       \
    of_cubes(sweep::fetch_all<cubes_##id##_lod>, "cubes " #id " lod", cubes_##id, filterable, layers);                 \
    of_cubes(sweep::fetch_all<cubes_##id##_grad>, "cubes " #id " grad", cubes_##id, filterable, layers);
    SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE
}

} // namespace

int main(int argc, char** argv)
{
    return sweep::run(argc, argv, {SWEEP_CASES("cube", cube), SWEEP_CASES("cubes", cubes), {"levels", levels}});
}
