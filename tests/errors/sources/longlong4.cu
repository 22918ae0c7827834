// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Say which alignment the program counts on: `longlong4_16a` (as before) or `longlong4_32a`.
// note: vector_types.md
longlong4 values;
