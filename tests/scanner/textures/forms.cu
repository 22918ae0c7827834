// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture references in the forms that the examples do not have: attributes that show, several declarators and
// typedefs, functions that fetch for a kernel, templates, default arguments, pitched memory, a bind in one function and
// a launch in another, a second bind, checks around the calls. --fix=textures has to carry over what each of them
// reads.
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

typedef texture<float, 1> row_type;
texture<float, 2> image(1, cudaFilterModeLinear, cudaAddressModeWrap), table;
row_type row;
static texture<uchar4, 1, cudaReadModeNormalizedFloat> colours;
texture<int2, 1, cudaReadModeElementType> pairs;
texture<float2> halves;
texture<float, 1> written, given;
texture<uchar4, 2, cudaReadModeNormalizedFloat> picture;

__device__ float at(int x, int y = 0);
__device__ float twice(float x) { return 2 * x; }

template <class T>
__device__ T sum_of(int i)
{
    return T(tex1Dfetch(row, i)) + at(i);
}

template <int times, class T>
__global__ void rows(T* out, int n, int shift = 0)
{
    int i = threadIdx.x;
    if (i < n) out[i] = T(times) * sum_of<T>(i + shift);
}

__device__ float at(int x, int y) { return tex2D(table, x + 0.5f, y + 0.5f); }

__global__ void images(float* out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = twice(tex2D(image, -0.3f + i * 0.11f, i * 0.07f));
}

__global__ void converted(float4* out, int2* both, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        out[i] = tex1Dfetch(colours, i);
        both[i] = tex1Dfetch(pairs, i);
    }
}

__global__ void described(float* out, int n)
{
    int i = threadIdx.x;
    float2 both = tex1Dfetch(halves, i);
    float4 colour = tex2D(picture, i % 4, i / 4);
    if (i < n) out[i] = both.x + 100 * both.y + 10000 * tex1Dfetch(written, i) + tex1Dfetch(given, i) + colour.y;
}

const int n = 32;
float *d_row, *d_out, h_out[4 * n];
cudaArray* array;

void show(const char* what, int count)
{
    SAFE(cudaMemcpy(h_out, d_out, count * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++)
        printf("%s %d: %.9g\n", what, i, h_out[i]);
}

void bind_rows(int first)
{
    row.addressMode[0] = cudaAddressModeBorder;
    size_t offset = 7;
    SAFE(cudaBindTexture(&offset, row, d_row, (n - first) * sizeof(float)));
    printf("offset %d\n", int(offset));
}

void render(int first)
{
    bind_rows(first);
    rows<3><<<1, n>>>(d_out, n);
    show("rows", n);
    rows<2, float><<<dim3(1), dim3(n), 0, 0>>>(d_out, n, 5);
    show("shifted rows", n);
}

// Channels that the program writes; C's form of the calls; a descriptor that is not that of the type.
void describe()
{
    cudaChannelFormatDesc single = cudaCreateChannelDesc<float>();
    const cudaChannelFormatDesc* at = &single;
    halves.channelDesc = cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
    SAFE(cudaBindTexture(NULL, halves, d_row, n * sizeof(float)));
    written.channelDesc = single;
    written.filterMode = cudaFilterModePoint;
    SAFE(cudaBindTexture(NULL, &written, d_row, &single, n * sizeof(float)));
    SAFE(cudaBindTexture(NULL, &given, d_row, at, n * sizeof(float)));
    size_t offset = 7, other = 7;
    cudaGetTextureAlignmentOffset(&offset, &given);
    SAFE(cudaGetTextureAlignmentOffset(&other, written));
    printf("offsets %d %d\n", int(offset), int(other));

    cudaArray* pixels;
    picture.channelDesc = cudaCreateChannelDesc<uchar4>();
    SAFE(cudaMallocArray(&pixels, &picture.channelDesc, 4, 8));
    SAFE(cudaMemcpy2DToArray(pixels, 0, 0, d_row, 16, 16, 8, cudaMemcpyDeviceToDevice));
    cudaChannelFormatDesc of_array;
    SAFE(cudaGetChannelDesc(&of_array, pixels));
    SAFE(cudaBindTextureToArray(&picture, pixels, &of_array));
    described<<<1, n>>>(d_out, n);
    show("described", n);
    SAFE(cudaUnbindTexture(&halves));
    cudaUnbindTexture(&picture);
    SAFE(cudaFreeArray(pixels));
}

int main()
{
    float values[n];
    for (int i = 0; i < n; i++)
        values[i] = i * 0.75f - 3;
    SAFE(cudaMalloc((void**)&d_row, sizeof values));
    SAFE(cudaMalloc((void**)&d_out, sizeof h_out));
    SAFE(cudaMemcpy(d_row, values, sizeof values, cudaMemcpyHostToDevice));

    // Rows of pitched memory, for table: read by a function that a function calls.
    float* d_table;
    size_t pitch;
    SAFE(cudaMallocPitch((void**)&d_table, &pitch, 8 * sizeof(float), 4));
    SAFE(cudaMemcpy2D(d_table, pitch, values, 8 * sizeof(float), 8 * sizeof(float), 4, cudaMemcpyHostToDevice));
    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    SAFE(cudaBindTexture2D(0, table, d_table, channels, 8, 4, pitch));
    for (int first = 0; first < 12; first += 8)
        render(first);
    cudaUnbindTexture(table);
    cudaUnbindTexture(row);
    describe();

    // Linear filter, wrap: seen at coordinates outside.
    SAFE(cudaMallocArray(&array, &image.channelDesc, 8, 4));
    SAFE(cudaMemcpy2DToArray(array, 0, 0, values, 8 * sizeof(float), 8 * sizeof(float), 4, cudaMemcpyHostToDevice));
    if (array) cudaBindTextureToArray(image, array);
    image.addressMode[1] = cudaAddressModeMirror;
    if (array) images<<<1, n>>>(d_out, n);
    show("image", n);

    // Two textures of one memory; one converts.
    {
        int2* d_both = (int2*)d_out + 2 * n;
        SAFE(cudaMalloc((void**)&d_both, n * sizeof(int2)));
        cudaBindTexture(NULL, colours, d_row, sizeof values);
        cudaBindTexture(NULL, pairs, (int2*)d_row, sizeof values);
        converted<<<1, n>>>((float4*)d_out, d_both, n / 2);
        show("colours", 2 * n);
        cudaUnbindTexture(colours);
        cudaUnbindTexture(pairs);
        SAFE(cudaMemcpy(h_out, d_both, n * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; i++)
            printf("pairs %d: %.9g\n", i, h_out[i]);
    }
    SAFE(cudaFreeArray(array));
    SAFE(cudaFree(d_row));
    SAFE(cudaFree(d_out));
    SAFE(cudaFree(d_table));
    return 0;
}
