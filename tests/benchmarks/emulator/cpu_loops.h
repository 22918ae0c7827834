// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The computations of the kernels of workloads.cu as plain loops for the CPU. Each call does the part of one of
// `threads` threads, so any number of threads can share the work.
#pragma once

#include <vector>

namespace cpu {

//! The part of a loop that a thread does.
struct part {
    int index = 0, of = 1;
    int begin(int n) const { return static_cast<int>(static_cast<long long>(n) * index / of); }
    int end(int n) const { return static_cast<int>(static_cast<long long>(n) * (index + 1) / of); }
};

//! c = a b, square matrices of n rows; c begins as zero.
void matrix_product(part, const float* a, const float* b, float* c, int n);
//! y = factor x + y
void saxpy(part, float factor, const float* x, float* y, int n);
//! Sums up this part of the numbers.
int sum_of_squares(part, const int* in, int n);
//! Sorts by the least significant digit first, 8 bits at a time. The work is not shared: several threads sort their own
//! parts.
void radix_sort(unsigned* keys, unsigned* scratch, int n);
//! A point becomes the sum of its four neighbours minus four times itself. The border stays.
void stencil(part, const float* in, float* out, int width, int height);
//! Doubles width and height, from the four texels around each point. Texels at the edge are repeated.
void enlarge(part, const float* in, float* out, int width, int height);
//! Gives how many steps each point takes to leave, at most `steps`.
void julia(part, int* out, int width, int height, int steps);

} // namespace cpu
