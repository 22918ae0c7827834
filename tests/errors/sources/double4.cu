// do: Say which alignment the program counts on: `double4_16a` (as before) or `double4_32a`.
// note: vector_types.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
double4 values;
