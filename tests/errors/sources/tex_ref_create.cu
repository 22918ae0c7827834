// do: Call `cuTexObjectCreate`.
// note: texture_reference.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda.h>
void make(CUtexref* reference) { cuTexRefCreate(reference); }
