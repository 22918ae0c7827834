/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Headers of graphics libraries use the words `texture` and `surface` as names of parameters. */
#ifndef GRAPHICS_H
#define GRAPHICS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int gfx_enum;
typedef unsigned int gfx_name;
typedef struct gfx_surface_description* gfx_surface;

void gfx_bind_texture(gfx_enum target, gfx_name texture);
void gfx_active_texture(gfx_enum texture);
void gfx_delete_textures(int count, const gfx_name* texture);
extern void gfx_attach(gfx_enum target, gfx_name texture, int level, gfx_surface surface);
unsigned char gfx_is_texture(const gfx_name texture);
void gfx_names(gfx_name texture[4], gfx_surface* const surface);

typedef void (*gfx_bind_texture_function)(gfx_enum target, gfx_name texture);
typedef int (*gfx_swap_function)(gfx_surface surface, gfx_name* texture);
extern gfx_bind_texture_function gfx_bind_texture_pointer;
extern void (*gfx_active_texture_pointer)(gfx_enum texture);

/* In a definition, the library's inline functions leave a parameter unnamed, or use other names. */
static inline int gfx_supports(gfx_enum target) { return target == 0x0DE1; }

#ifdef __cplusplus
}
#endif

#endif
