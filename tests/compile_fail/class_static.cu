// expect with objects: memory qualifier on data member is not allowed .*without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
template <class T>
struct filter {
    static texture<T, 2> source;
};
