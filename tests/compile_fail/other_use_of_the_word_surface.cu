// expect with objects: without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md
int surface_of(int surface) { return surface + 1; }
