// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's part of kernels.cu: it binds, and hands a callback to loop.cpp.
#include <stdio.h>

extern "C" void load_image(const float* values);
extern "C" int bind_image();
extern "C" int unbind_image();
extern "C" void render(float* out);
void bind_scales(const float* values);
void set_filter(bool linear);
void loop(void (*frame)(int), int frames);

static float out[32];

static void frame(int number)
{
    set_filter(number == 1);
    if (bind_image()) return;
    render(out);
    for (int i = 0; i < 32; i++)
        printf("frame %d, %d: %.9g\n", number, i, out[i]);
    printf("unbound: %d\n", unbind_image());
}

int main()
{
    float values[32], factors[4] = {1, 2, 0.5f, -1};
    for (int i = 0; i < 32; i++)
        values[i] = i * 0.75f - 3;
    load_image(values);
    bind_scales(factors);
    loop(frame, 3);
    factors[0] = 8;
    bind_scales(factors);
    loop(frame, 2);
    return 0;
}
