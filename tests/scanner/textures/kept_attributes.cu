// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes that change between launches, with values that are known only at run time. --fix=textures has to make the
// object anew where a bound reference would have changed.
#include <stdio.h>

texture<float, 2> t;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> u(1, cudaFilterModePoint, cudaAddressModeWrap);
const int width = 8, height = 4, n = 32;
float *d_out, h_out[n];
cudaArray *floats, *bytes;

__global__ void sample(float* out, float step)
{
    int i = threadIdx.x;
    out[i] = tex2D(t, i * step - 0.4f, i * 0.07f) + 100 * tex2D(u, i * step * 0.1f - 0.4f, i * 0.07f);
}

void show(const char* what)
{
    sample<<<1, n>>>(d_out, 0.31f);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%s %d: %.9g\n", what, i, h_out[i]);
}

void set_filter(bool linear) { t.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint; }

void set_modes(int mode, int axes)
{
    for (int i = 0; i < axes; i++)
        u.addressMode[i] = (cudaTextureAddressMode)mode;
    if (mode) u.filterMode = t.filterMode;
}

void bind(bool normalized)
{
    t.normalized = normalized;
    t.addressMode[1] = t.addressMode[0] = cudaAddressModeWrap;
    cudaBindTextureToArray(t, floats);
    cudaBindTextureToArray(u, bytes);
}

int main()
{
    float values[width * height];
    unsigned char small[width * height];
    for (int i = 0; i < width * height; i++) {
        values[i] = i * 0.75f - 3;
        small[i] = (unsigned char)(i * 7);
    }
    cudaChannelFormatDesc of_floats = cudaCreateChannelDesc<float>(), of_bytes = cudaCreateChannelDesc<unsigned char>();
    cudaMallocArray(&floats, &of_floats, width, height);
    cudaMallocArray(&bytes, &of_bytes, width, height);
    cudaMemcpy2DToArray(floats, 0, 0, values, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(bytes, 0, 0, small, width, width, height, cudaMemcpyHostToDevice);
    cudaMalloc((void**)&d_out, sizeof h_out);
    bind(false);
    show("first");
    set_filter(true);
    show("linear");
    for (int mode = 0; mode < 3; mode++) {
        set_modes(mode, 1 + mode % 2);
        show("modes");
    }
    set_filter(false);
    show("point");
    bind(true);
    show("normalized");
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFreeArray(floats);
    cudaFreeArray(bytes);
    cudaFree(d_out);
    return 0;
}
