// expect with objects: no reference is found by its name: pass its address, or build without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md
const surfaceReference* found;
cudaError_t find() { return cudaGetSurfaceReference(&found, "image"); }
