// expect with objects: an automatic "__constant__" variable declaration is not allowed inside a host function body .*without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void host() { texture<float>* all[4] = {}; (void)all; }
