// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Align the pointer to `cudaDeviceProp::textureAlignment` and add the rest to the index.
// note: texture_reference.md
// drop: "textureReference" is undefined
void ask(size_t* offset, const textureReference* image) { cudaGetTextureAlignmentOffset(offset, image); }
