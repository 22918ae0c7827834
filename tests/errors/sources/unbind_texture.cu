// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cudaDestroyTextureObject`.
// note: texture_reference.md
// drop: "textureReference" is undefined
void unbind(const textureReference* image) { cudaUnbindTexture(image); }
