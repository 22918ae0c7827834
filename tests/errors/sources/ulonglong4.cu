// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Say which alignment the program counts on: `ulonglong4_16a` (as before) or `ulonglong4_32a`.
// note: vector_types.md
ulonglong4 values;
