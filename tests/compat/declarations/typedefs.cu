// native only
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef texture<float, 2, cudaReadModeElementType> image_type;
template <class T>
using row_type = texture<T, cudaTextureType1D>;
typedef surface<void, cudaSurfaceType2D> canvas_type;
image_type image, constructed(1, cudaFilterModeLinear);
row_type<float> row;
canvas_type canvas;

__global__ void kernel(float* out)
{
    *out = tex2D(image, 1, 2) + tex2D(constructed, 1, 2) + tex1Dfetch(row, 1) + surf2Dread<float>(canvas, 4, 0);
}

cudaError_t bind(cudaArray_t array)
{
    row.filterMode = cudaFilterModeLinear;
    cudaBindTextureToArray(row, array);
    return cudaBindTextureToArray(image, array);
}
