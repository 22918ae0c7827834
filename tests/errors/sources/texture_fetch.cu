// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: A texture object takes the reference's place: `tex2D<float>(object, x, y)`.
// note: texture_reference.md
__device__ float at(textureReference image) { return tex2D(image, 0.5f, 0.5f); }
