// native only
// The words mean other things, too: there are no macros.
int texture_of(int texture) { return texture + 1; }
struct material {
    int texture, surface;
};
