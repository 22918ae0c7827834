// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: A kernel template launched from another file: compile with `-static-global-template-stub=false`, or with `-rdc=true`.
// note: kernel_linkage.md
// drop: must have a definition
template <class T> __global__ void fill(T* p, T v);
extern template __global__ void fill<float>(float*, float);
void start(float* p) { fill<float><<<1, 32>>>(p, 1.f); }
