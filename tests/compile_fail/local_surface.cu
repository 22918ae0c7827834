// expect with objects: an automatic "__constant__" variable declaration is not allowed inside a host function body .*without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
surface<void, 2> canvas;
void host() { const surface<void, 2>& chosen = canvas; (void)chosen; }
