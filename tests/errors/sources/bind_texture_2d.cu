// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Fill a `cudaResourceDesc` of `cudaResourceTypePitch2D` and call `cudaCreateTextureObject`.
// note: texture_reference.md
// drop: "textureReference" is undefined
void bind(const textureReference* image, const void* data, const cudaChannelFormatDesc* format)
{
    size_t offset;
    cudaBindTexture2D(&offset, image, data, format, 32, 32, 512);
}
