/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host source in C with a graphics header: there are no macros. */
#include "graphics.h"

struct material {
    gfx_name texture;
    gfx_surface surface;
};

void draw(struct material* material, gfx_name texture)
{
    enum { surface = 3 };
    material->texture = texture + surface;
    gfx_bind_texture(0x0DE1, material->texture);
}
