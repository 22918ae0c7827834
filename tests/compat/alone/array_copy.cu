// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy that begins in the middle of a row continues in the next row.
#include <cuda_legacy/array_copy.h>

#include "check.h"

int main()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array, other;
    CHECK(cudaMallocArray(&array, &desc, 4, 4) == cudaSuccess);
    CHECK(cudaMallocArray(&other, &desc, 4, 4) == cudaSuccess);
    int in[16], out[16] = {};
    for (int i = 0; i < 16; i++)
        in[i] = i + 1;
    CHECK(cudaMemcpyToArray(array, 0, 0, in, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyToArray(array, 8, 1, in, 6 * sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyArrayToArray(other, 0, 0, array, 0, 0, sizeof in) == cudaSuccess);
    CHECK(cudaMemcpyFromArray(out, other, 0, 0, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 16; i++)
        CHECK(out[i] == (i >= 6 && i < 12 ? i - 5 : i + 1));

    CHECK(cudaMemcpyToArrayAsync(array, 0, 0, out, sizeof out, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyFromArrayAsync(in, array, 0, 0, sizeof in, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < 16; i++)
        CHECK(in[i] == out[i]);
    cudaFreeArray(array);
    cudaFreeArray(other);
    return failures;
}
