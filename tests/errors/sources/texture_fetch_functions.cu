// do: Take the line out: `cuda_runtime.h` has what is left.
// note: texture_reference.md
#include <texture_fetch_functions.h>
