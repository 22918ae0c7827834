// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that no bind is certain to precede. A reference that was never bound reads zeros, and so does object 0.
#include <stdio.h>

texture<float> row;
texture<float, 2> plane;
texture<unsigned char, 3, cudaReadModeNormalizedFloat> volume;
surface<void, 2> image;
const int width = 8, height = 4, n = 32;
float *d_out, h_out[n];

__global__ void sample(float* out)
{
    int i = threadIdx.x;
    out[i] = tex1Dfetch(row, i) + 100 * tex2D(plane, i % width * 0.9f, i / width + 0.4f);
}

__global__ void sample_volume(float* out)
{
    int i = threadIdx.x;
    out[i] = tex3D(volume, i % 2, i / 2 % 2, i / 4 % 2) + surf2Dread<float>(image, i % width * 4, i / width);
}

void show(const char* what)
{
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%s %d: %.9g\n", what, i, h_out[i]);
}

void draw(const char* what)
{
    sample<<<1, n>>>(d_out);
    show(what);
}

void draw_volume(const char* what)
{
    sample_volume<<<1, n>>>(d_out);
    show(what);
}

void bind_row(float* data) { cudaBindTexture(0, row, data, n * sizeof(float)); }

// The filter is written behind the bind, and no launch is between.
void bind_plane(cudaArray* array)
{
    cudaBindTextureToArray(plane, array);
    plane.filterMode = cudaFilterModeLinear;
}

void unbind_plane(bool really)
{
    if (really) cudaUnbindTexture(plane);
}

int main(int argc, char**)
{
    float values[n];
    for (int i = 0; i < n; i++)
        values[i] = i * 0.75f - 3;
    float* data;
    cudaArray* array;
    cudaChannelFormatDesc of_floats = cudaCreateChannelDesc<float>();
    cudaMalloc((void**)&data, sizeof values);
    cudaMalloc((void**)&d_out, sizeof h_out);
    cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMallocArray(&array, &of_floats, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, values, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    draw("nothing bound");
    draw_volume("nothing bound");
    if (argc > 0) bind_row(data);
    draw("a row");
    for (int i = 0; i < argc; i++)
        bind_plane(array);
    draw("both");
    for (int turn = 0; turn < 3; turn++) {
        unbind_plane(turn == 1);
        draw(turn == 1 ? "the plane is unbound" : "the plane is bound");
        if (turn == 1) bind_plane(array);
    }
    if (argc > 5) {
        cudaBindTextureToArray(volume, array); // never happens
        cudaBindSurfaceToArray(image, array);
    }
    draw_volume("still nothing");
    if (argc > 0) cudaBindSurfaceToArray(image, array);
    draw_volume("the surface alone");
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(data);
    cudaFree(d_out);
    cudaFreeArray(array);
    return 0;
}
