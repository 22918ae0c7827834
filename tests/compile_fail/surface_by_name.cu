// expect with objects: no reference is found by its name: pass its address, or build without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
const surfaceReference* found;
cudaError_t find() { return cudaGetSurfaceReference(&found, "image"); }
