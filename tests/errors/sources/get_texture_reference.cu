// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Keep the texture object itself: nothing is found by its name.
// note: texture_reference.md
// drop: "textureReference" is undefined
void find(const textureReference** image, const void* symbol) { cudaGetTextureReference(image, symbol); }
