// do: Say which alignment the program counts on: `longlong4_16a` (as before) or `longlong4_32a`.
// note: vector_types.md
longlong4 values;
