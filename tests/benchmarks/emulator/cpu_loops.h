// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels of workloads.cu compute, as plain loops for the CPU that it runs on. Each does the part of the work
// that falls to one of `threads` threads, so that any number of them can share it.
#pragma once

#include <vector>

namespace cpu {

//! Which part of a loop a thread does.
struct part {
    int index = 0, of = 1;
    int begin(int n) const { return static_cast<int>(static_cast<long long>(n) * index / of); }
    int end(int n) const { return static_cast<int>(static_cast<long long>(n) * (index + 1) / of); }
};

//! c = a b, square matrices of n rows; c begins as zero.
void matrix_product(part, const float* a, const float* b, float* c, int n);
//! y = factor x + y
void saxpy(part, float factor, const float* x, float* y, int n);
//! Of this part of the numbers.
int sum_of_squares(part, const int* in, int n);
//! Least significant digit first, 8 bits at a time. Not shared: several threads sort parts of their own.
void radix_sort(unsigned* keys, unsigned* scratch, int n);
//! A point is its four neighbours' sum less four times itself; the border stays.
void stencil(part, const float* in, float* out, int width, int height);
//! Twice as wide and as high, by the four texels around each point, those at the edge repeated.
void enlarge(part, const float* in, float* out, int width, int height);
//! How many steps each point takes to leave, at most `steps`.
void julia(part, int* out, int width, int height, int steps);

} // namespace cpu
