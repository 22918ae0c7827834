// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Fill a `cudaResourceDesc` and call `cudaCreateTextureObject`.
// note: texture_reference.md
// drop: "textureReference" is undefined
void bind(const textureReference* image, const void* data, const cudaChannelFormatDesc* format)
{
    size_t offset;
    cudaBindTexture(&offset, image, data, format, 1024);
}
