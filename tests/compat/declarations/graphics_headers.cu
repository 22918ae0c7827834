// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words name parameters and members, before and after the declarations of references, and in classes, templates and
// namespaces.
#include "../other_words/graphics.h"

texture<float, 2> image;
surface<void, cudaSurfaceType2D> canvas;

namespace drawing {
texture<float, 2> own;
namespace texture_tools {
texture<int> inner;
static surface<void, cudaSurfaceType1D> row;
} // namespace texture_tools

struct material {
    gfx_name texture;
    gfx_surface surface[2];
};
class texture_cache;
namespace things {
class texture; // in a namespace of its own
struct surface {
    int width;
};
} // namespace things

class view {
public:
    virtual ~view() {}
    virtual void draw(gfx_name texture, gfx_surface surface = nullptr) = 0;
    void resize(int& texture) const;
    static int level(const gfx_name* texture);
    void texture(int level);
};
template <class T>
void upload(T texture, const T& surface);
} // namespace drawing

void gfx_bind_texture(gfx_enum target, gfx_name texture); // once more
__device__ float sample(int texture, int surface);
__host__ __device__ int both(float texture);

__global__ void kernel(float* out)
{
    *out = tex2D(image, 1, 2) + tex2D(drawing::own, 1, 2) +
           static_cast<float>(tex1Dfetch(drawing::texture_tools::inner, 1)) +
           surf1Dread<float>(drawing::texture_tools::row, 0) + surf2Dread<float>(canvas, 4, 0);
}

void draw(drawing::view& view)
{
    gfx_bind_texture(0x0DE1, 1);
    gfx_bind_texture_pointer(0x0DE1, 1);
    view.draw(2);
    drawing::upload(1, 2);
    static_assert(sizeof(drawing::material) == 3 * sizeof(gfx_surface), "the qualifiers change nothing");
}
