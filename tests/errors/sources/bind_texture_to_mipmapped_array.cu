// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Fill a `cudaResourceDesc` of `cudaResourceTypeMipmappedArray` and call `cudaCreateTextureObject`.
// note: texture_reference.md
// drop: "textureReference" is undefined
void bind(const textureReference* image, cudaMipmappedArray_t data, const cudaChannelFormatDesc* format)
{
    cudaBindTextureToMipmappedArray(image, data, format);
}
