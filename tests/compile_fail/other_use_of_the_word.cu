// expect: see migration-notes/texture_reference.md
int texture_of(int texture) { return texture + 1; }
