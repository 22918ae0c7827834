// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take the line out: `cuda_runtime.h` has what is left.
// note: surface_reference.md
#include <surface_functions.h>
