// do: Call `cuTexObjectCreate`.
// note: texture_reference.md
#include <cuda.h>
void make(CUtexref* reference) { cuTexRefCreate(reference); }
