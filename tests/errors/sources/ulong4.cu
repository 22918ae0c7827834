// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Say which alignment the program counts on: `ulong4_16a` (as before) or `ulong4_32a`.
// note: vector_types.md
ulong4 values;
