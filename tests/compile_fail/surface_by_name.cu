// expect: no reference is found by its name: pass its address, or define CUDA_LEGACY_NATIVE_REFERENCES: see migration-notes/surface_reference.md
const surfaceReference* found;
cudaError_t find() { return cudaGetSurfaceReference(&found, "image"); }
