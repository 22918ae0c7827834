// expect: an automatic "__constant__" variable declaration is not allowed inside a host function body .*see_migration_notes_texture_reference_md
void host() { texture<float, 2> mine; }
