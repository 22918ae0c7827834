// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Call `cuTexObjectCreate`.
// note: texture_reference.md
#include <cuda.h>
void make(CUtexref* reference) { cuTexRefCreate(reference); }
