// do: Say which alignment the program counts on: `longlong4_16a` (as before) or `longlong4_32a`.
// note: vector_types.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
longlong4 values;
