// expect with objects: without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int surface_of(int surface) { return surface + 1; }
