// expect: memory qualifier on data member is not allowed .*see_migration_notes_texture_reference_md
template <class T>
struct filter {
    static texture<T, 2> source;
};
