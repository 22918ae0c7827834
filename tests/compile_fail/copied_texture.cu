// expect with objects: expected an expression .*without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
texture<float, 2> copied = texture<float, 2>(1, cudaFilterModeLinear);
