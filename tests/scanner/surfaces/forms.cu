// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface references in their forms: each shape, both forms of a read, boundary modes, bytes in x, several declarators
// and a typedef, functions that access for a kernel, templates, a bind in a function of its own, a second bind, checks
// around the calls, a texture of the same array. --fix=surfaces has to carry over what each of them does.
#include <stdio.h>
#include <stdlib.h>

#define SAFE(call)                                                                                                     \
    do {                                                                                                               \
        cudaError_t safe_error = (call);                                                                               \
        if (safe_error != cudaSuccess) {                                                                               \
            printf("error in line %d\n", __LINE__);                                                                    \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef surface<void, cudaSurfaceType2D> image_type;
image_type image;
surface<void> row;
surface<void, 3> volume, other_volume;
static surface<void, cudaSurfaceType2DLayered> layers;
texture<float, 2> same_image;

const int width = 8, height = 4, depth = 2;

template <class T>
__device__ void add(int x, int y, T value)
{
    float before;
    surf2Dread(&before, image, x * sizeof(float), y, cudaBoundaryModeClamp);
    surf2Dwrite(float(before + value), image, x * int(sizeof(float)), y, cudaBoundaryModeZero); // outside: dropped
}

template <int times>
__global__ void add_all(float* seen, int shift = 1)
{
    const int x = threadIdx.x, y = threadIdx.y;
    const float before = surf2Dread<float>(image, (x + 3) * 4, y - 1, cudaBoundaryModeZero);
    __syncthreads();
    for (int i = 0; i < times; i++)
        add(x + shift, y, 0.5f);
    seen[y * width + x] = before;
}

__global__ void through_the_texture(float* seen)
{
    seen[threadIdx.y * width + threadIdx.x] = tex2D(same_image, threadIdx.x, threadIdx.y);
}

__global__ void bytes()
{
    const uchar4 texel = surf1Dread<uchar4>(row, threadIdx.x * 4);
    __syncthreads();
    surf1Dwrite((unsigned char)(texel.x + 1), row, threadIdx.x * 4 + 3);
    surf1Dwrite<short>(threadIdx.x, row, threadIdx.x * 4);
}

__global__ void volumes()
{
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int2 value;
    surf3Dread(&value, volume, x * 8, y, z);
    surf3Dwrite(make_int2(value.y + z, value.x), other_volume, x * 8, y, depth - 1 - z);
}

__global__ void swap_layers()
{
    const int x = threadIdx.x, y = threadIdx.y;
    const float first = surf2DLayeredread<float>(layers, x * 4, y, 0);
    surf2DLayeredwrite(surf2DLayeredread<float>(layers, x * 4, y, 1), layers, x * 4, y, 0);
    surf2DLayeredwrite(first, layers, x * 4, y, 1);
}

void show(const char* what, const float* values, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s %d: %.9g\n", what, i, values[i]);
}

void show_array(const char* what, cudaArray* array)
{
    float values[width * height];
    SAFE(cudaMemcpy2DFromArray(values, width * 4, array, 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
    show(what, values, width * height);
}

void bind_image(cudaArray* array) { SAFE(cudaBindSurfaceToArray(image, array)); }

void run_image(float* d_seen)
{
    float seen[width * height];
    add_all<2><<<1, dim3(width, height)>>>(d_seen);
    SAFE(cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost));
    show("seen", seen, width * height);
}

void run_row(const float* values)
{
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<uchar4>();
    cudaArray* array;
    float after[width];
    SAFE(cudaMallocArray(&array, &channels, width, 0, cudaArraySurfaceLoadStore));
    SAFE(cudaMemcpy2DToArray(array, 0, 0, values, width * 4, width * 4, 1, cudaMemcpyHostToDevice));
    SAFE(cudaBindSurfaceToArray(&row, array, &channels));
    for (int i = 0; i < 2; i++)
        bytes<<<1, width>>>();
    SAFE(cudaMemcpy2DFromArray(after, width * 4, array, 0, 0, width * 4, 1, cudaMemcpyDeviceToHost));
    show("row", after, width);
    SAFE(cudaFreeArray(array));
}

cudaArray* make_volume(const cudaChannelFormatDesc& channels, const float* values, int rows, int slices, unsigned flags)
{
    cudaArray* result;
    SAFE(cudaMalloc3DArray(&result, &channels, make_cudaExtent(width / (channels.y ? 2 : 1), rows, slices), flags));
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr((void*)values, width * 4, width, rows);
    copy.dstArray = result;
    copy.extent = make_cudaExtent(width / (channels.y ? 2 : 1), rows, slices);
    copy.kind = cudaMemcpyHostToDevice;
    SAFE(cudaMemcpy3D(&copy));
    return result;
}

void show_volume(const char* what, cudaArray* array, int texels, int rows, int slices)
{
    float values[width * height * depth];
    cudaMemcpy3DParms copy = {0};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(values, width * 4, width, rows);
    copy.extent = make_cudaExtent(texels, rows, slices);
    copy.kind = cudaMemcpyDeviceToHost;
    SAFE(cudaMemcpy3D(&copy));
    show(what, values, width * rows * slices);
}

int main()
{
    float values[width * height * depth], *d_seen;
    for (int i = 0; i < width * height * depth; i++)
        values[i] = i * 0.75f - 3;
    SAFE(cudaMalloc((void**)&d_seen, width * height * sizeof(float)));

    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaArray *one, *two;
    SAFE(cudaMallocArray(&one, &channels, width, height, cudaArraySurfaceLoadStore));
    SAFE(cudaMallocArray(&two, &channels, width, height, cudaArraySurfaceLoadStore));
    SAFE(cudaMemcpy2DToArray(one, 0, 0, values, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy2DToArray(two, 0, 0, values + 5, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    for (int i = 0; i < 3; i++) {
        bind_image(i == 1 ? two : one);
        run_image(d_seen);
    }
    show_array("one", one);
    show_array("two", two);

    // A kernel of its own reads through a texture what was written.
    float seen[width * height];
    SAFE(cudaBindTextureToArray(same_image, one));
    through_the_texture<<<1, dim3(width, height)>>>(d_seen);
    SAFE(cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost));
    show("texture", seen, width * height);
    cudaUnbindTexture(same_image);

    run_row(values);
    {
        const cudaChannelFormatDesc pairs = cudaCreateChannelDesc<int2>();
        cudaArray* from = make_volume(pairs, values, height, depth, cudaArraySurfaceLoadStore);
        cudaArray* to = make_volume(pairs, values, height, depth, cudaArraySurfaceLoadStore);
        SAFE(cudaBindSurfaceToArray(volume, from));
        SAFE(cudaBindSurfaceToArray(other_volume, to));
        volumes<<<1, dim3(width / 2, height, depth)>>>();
        show_volume("volume", to, width / 2, height, depth);
        SAFE(cudaFreeArray(from));
        SAFE(cudaFreeArray(to));
    }
    cudaArray* two_layers = make_volume(channels, values, height, depth, cudaArraySurfaceLoadStore | cudaArrayLayered);
    if (cudaBindSurfaceToArray(layers, two_layers) != cudaSuccess) printf("not bound\n");
    swap_layers<<<1, dim3(width, height)>>>();
    show_volume("layers", two_layers, width, height, depth);
    SAFE(cudaFreeArray(two_layers));
    SAFE(cudaFreeArray(one));
    SAFE(cudaFreeArray(two));
    SAFE(cudaFree(d_seen));
    return 0;
}
