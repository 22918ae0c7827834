// native only
// The words mean other things, too: there are no macros. References stand beside them, as in programs that draw what
// they computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../other_words/graphics.h"

texture<float, 2> image;
surface<void, cudaSurfaceType2D> canvas;

int texture_of(int texture) { return texture + 1; }
int surface_of(int surface) { return surface + 1; }

struct material {
    gfx_name texture, surface;
    material(gfx_name texture, gfx_name surface)
        : texture(texture)
        , surface(surface)
    {
    }
};

class view {
public:
    explicit view(int texture)
        : texture_(texture)
    {
    }
    int texture() const { return texture_; }
    void surface(gfx_name texture, int surface = 1) { texture_ = static_cast<int>(texture) + surface; }

private:
    int texture_;
};

namespace names {
enum target { texture = 7, surface };
}
namespace spaces {
namespace texture {
int count = 1;
}
namespace surface {
int count = 2;
}
} // namespace spaces

// Types of that name, in a namespace of their own, as programs without references have them.
namespace types {
class texture {
public:
    explicit texture(int width)
        : next(nullptr)
        , width_(width)
    {
    }
    texture& operator=(const texture& other)
    {
        width_ = other.width_;
        return *this;
    }
    int width() const { return width_; }
    texture* next;

private:
    int width_;
};
struct surface {
    surface();
    int height;
};
surface::surface()
    : height(3)
{
}
texture* make(int width)
{
    texture* const texture_made = new texture(width);
    texture_made->next = new class texture(1);
    return texture_made;
}
} // namespace types

// A wrapper of references, called as they are.
namespace wrappers {
template <class T>
class texture {
public:
    explicit texture(const ::texture<T, 2, cudaReadModeElementType>& reference)
        : texture_(reference)
    {
    }
    cudaError_t bind(cudaArray_t array) const
    {
        return cudaBindTextureToArray(&texture_, array, &texture_.channelDesc);
    }

private:
    const ::texture<T, 2, cudaReadModeElementType>& texture_;
};
} // namespace wrappers

namespace functions {
int texture() { return 1; }
int surface(int texture) { return texture; }
int (*pointer)(int texture) = surface;
} // namespace functions

template <class T>
T sum(T texture, T surface)
{
    return texture + surface;
}

int draw(material* material, view& view)
{
    gfx_name texture = 0;
    gfx_bind_texture(0x0DE1, texture);
    gfx_delete_textures(1, &texture);
    material->texture = texture;
    material->surface = material->texture + 1;
    view.surface(texture);
    int surface = view.texture() + sum(1, 2);
    for (int texture = 0; texture < 3; ++texture)
        surface += functions::surface(texture) + functions::texture() + functions::pointer(1);
    surface += names::texture + names::surface + spaces::texture::count + spaces::surface::count;
    const auto more = [texture](int surface) { return static_cast<int>(texture) + surface; };
    surface += wrappers::texture<float>(image).bind(nullptr);
    types::texture wide(4);
    wide = *types::make(5);
    if (surface < 0) goto texture;
    surface += more(2) + wide.width() + types::surface().height;
texture:
    return surface;
}

__device__ float twice(float texture)
{
    const float surface = texture;
    return surface + texture;
}

__global__ void kernel(float* out)
{
    float texture = tex2D(image, 1, 2);
    texture += surf2Dread<float>(canvas, 4, 0);
    *out = twice(texture);
}
