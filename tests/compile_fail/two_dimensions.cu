// expect: texture references of more than one dimension are not there yet: see migration-notes/texture_reference.md
texture<float, 2, cudaReadModeElementType> image;
