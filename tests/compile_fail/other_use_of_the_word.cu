// expect with objects: without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int texture_of(int texture) { return texture + 1; }
