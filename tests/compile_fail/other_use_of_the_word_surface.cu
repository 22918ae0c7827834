// expect: see migration-notes/surface_reference.md
int surface_of(int surface) { return surface + 1; }
