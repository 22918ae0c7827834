// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Say which alignment the program counts on: `long4_16a` (as before) or `long4_32a`.
// note: vector_types.md
long4 values;
