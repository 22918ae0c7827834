// expect: expected an expression .*see_migration_notes_texture_reference_md
texture<float, 2> copied = texture<float, 2>(1, cudaFilterModeLinear);
