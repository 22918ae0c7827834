// expect: see_migration_notes_surface_reference_md
int surface_of(int surface) { return surface + 1; }
