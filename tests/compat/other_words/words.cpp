// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source in C++ with a graphics header. There are no macros, so it may use the words for anything.
#include "graphics.h"

struct material {
    gfx_name texture;
    gfx_surface surface;
};

gfx_name texture;

void draw(material& material, gfx_name texture)
{
    const int surface = 3;
    material.texture = texture + surface;
    gfx_bind_texture(0x0DE1, material.texture + ::texture);
}
