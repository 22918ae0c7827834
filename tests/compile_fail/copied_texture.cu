// expect: expected an expression .*see migration-notes/texture_reference.md
texture<float, 2> copied = texture<float, 2>(1, cudaFilterModeLinear);
