// expect: no reference is found by its name: pass its address, or define CUDA_LEGACY_NATIVE_REFERENCES: see migration-notes/texture_reference.md
const textureReference* found;
cudaError_t find() { return cudaGetTextureReference(&found, "image"); }
