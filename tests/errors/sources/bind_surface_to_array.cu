// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Fill a `cudaResourceDesc` and call `cudaCreateSurfaceObject`.
// note: surface_reference.md
void bind(const surfaceReference* image, cudaArray_t data, const cudaChannelFormatDesc* format)
{
    cudaBindSurfaceToArray(image, data, format);
}
