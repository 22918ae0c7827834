// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sweep of three-dimensional texture references: tex3D, tex3DLod and tex3DGrad of arrays.
//
// Usage: texture_sweep_3d [--list | [--settings | --values] CASE...]

#include "array_of.h"

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    texture<element, cudaTextureType3D, cudaReadMode##mode> id;                                                        \
    struct id##_plain {                                                                                                \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex3D(id, c.x, c.y, c.z));                                                            \
        }                                                                                                              \
    };
SWEEP_ELEMENTS(TEXTURE)
#undef TEXTURE

#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    struct id##_lod {                                                                                                  \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex3DLod(id, c.x, c.y, c.z, c.level));                                                \
        }                                                                                                              \
    };                                                                                                                 \
    struct id##_grad {                                                                                                 \
        static __device__ sweep::raw fetch(const sweep::coordinates& c)                                                \
        {                                                                                                              \
            return sweep::as_raw(tex3DGrad(id, c.x, c.y, c.z, c.dx, c.dy));                                            \
        }                                                                                                              \
    };
SWEEP_SOME_ELEMENTS(TEXTURE)
#undef TEXTURE

namespace {

constexpr int width = 6, height = 5, depth = 3;

const std::vector<sweep::coordinates> in_texels = sweep::points(width, height, depth, 0);
const std::vector<sweep::coordinates> in_fractions = sweep::normalised(in_texels, width, height, depth);

template <class Reference>
void of_arrays(sweep::kernel* kernel, const std::string& name, Reference& reference, bool filterable)
{
    const sweep::filled_array array(reference.channelDesc, width, height, depth);
    sweep::each_setting(name, reference, 3, filterable, [&](const std::string& what, bool normalised) {
        std::uint64_t result = 1;
        if (sweep::bound(what, cudaBindTextureToArray(reference, array.get())))
            result = sweep::fetch_by(kernel, what, normalised ? in_fractions : in_texels);
        cudaUnbindTexture(reference);
        return result;
    });
}

template <sweep::group Group>
void arrays()
{
#define TEXTURE(group, id, element, mode, filterable)                                                                  \
    if (Group == sweep::group##_group) of_arrays(sweep::fetch_all<id##_plain>, #id, id, filterable);
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

int main(int argc, char** argv) { return sweep::run(argc, argv, {SWEEP_CASES("array", arrays), {"levels", levels}}); }
