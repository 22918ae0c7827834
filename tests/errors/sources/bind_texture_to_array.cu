// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Fill a `cudaResourceDesc` of `cudaResourceTypeArray` and call `cudaCreateTextureObject`.
// note: texture_reference.md
// drop: "textureReference" is undefined
void bind(const textureReference* image, cudaArray_t data, const cudaChannelFormatDesc* format)
{
    cudaBindTextureToArray(image, data, format);
}
