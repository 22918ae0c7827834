// expect with objects: without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/texture_reference.md
int texture_of(int texture) { return texture + 1; }
