// expect: see_migration_notes_texture_reference_md
int texture_of(int texture) { return texture + 1; }
