// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: C++17 has no `throw(…)` after a function: write `noexcept(false)`, or compile with `-std=c++14`.
// note: from-cuda-n.md
void read() throw(int);
