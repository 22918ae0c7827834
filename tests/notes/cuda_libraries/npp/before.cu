// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of NPP up to CUDA 12: the stream is NPP's own.
#include <cstdio>

#include <nppcore.h>
#include <nppi_filtering_functions.h>

// The mean of 3 by 3 pixels, for all but those at the edge.
NppStatus smooth(const Npp8u* in, Npp8u* out, int step, int width, int height, cudaStream_t stream)
{
    const NppiSize inside = {width - 2, height - 2}, mask = {3, 3};
    const NppiPoint anchor = {1, 1};
    nppSetStream(stream);
    return nppiFilterBox_8u_C1R(in + step + 1, step, out + step + 1, step, inside, mask, anchor);
}

int main()
{
    const int width = 8, height = 5;
    Npp8u image[height][width], result[height][width] = {}, *in, *out;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image[y][x] = 9 * (x * y % 25); // each mean is a whole number
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc((void**)&in, sizeof image);
    cudaMalloc((void**)&out, sizeof image);
    cudaMemcpyAsync(in, image, sizeof image, cudaMemcpyHostToDevice, stream);
    cudaMemsetAsync(out, 0, sizeof image, stream);
    const NppStatus status = smooth(in, out, width, width, height, stream);
    cudaMemcpyAsync(result, out, sizeof image, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(out);
    cudaFree(in);
    int right = 0, sum = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int mean = 0;
            if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
                for (int k = 0; k < 9; k++)
                    mean += image[y + k / 3 - 1][x + k % 3 - 1] / 9;
            right += result[y][x] == mean;
            sum += result[y][x];
        }
    printf("status %d, sum %d\n", (int)status, sum);
    return !(status == NPP_SUCCESS && right == width * height);
}
