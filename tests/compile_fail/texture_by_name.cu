// expect with objects: no reference is found by its name: pass its address, or build without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
const textureReference* found;
cudaError_t find() { return cudaGetTextureReference(&found, "image"); }
