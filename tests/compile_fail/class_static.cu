// expect: memory qualifier on data member is not allowed .*see migration-notes/texture_reference.md
template <class T>
struct filter {
    static texture<T, 2> source;
};
