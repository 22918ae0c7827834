// do: Say which alignment the program counts on: `ulong4_16a` (as before) or `ulong4_32a`.
// note: vector_types.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
ulong4 values;
