// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu_loops.h"

#include <algorithm>
#include <cmath>

namespace cpu {

void matrix_product(part p, const float* a, const float* b, float* c, int n)
{
    for (int row = p.begin(n); row < p.end(n); ++row)
        for (int k = 0; k < n; ++k)
            for (int column = 0; column < n; ++column)
                c[row * n + column] += a[row * n + k] * b[k * n + column];
}

void saxpy(part p, float factor, const float* x, float* y, int n)
{
    for (int i = p.begin(n); i < p.end(n); ++i)
        y[i] = factor * x[i] + y[i];
}

int sum_of_squares(part p, const int* in, int n)
{
    int sum = 0;
    for (int i = p.begin(n); i < p.end(n); ++i)
        sum += in[i] * in[i];
    return sum;
}

void radix_sort(unsigned* keys, unsigned* scratch, int n)
{
    for (int shift = 0; shift < 32; shift += 8) {
        int begin[257] = {};
        for (int i = 0; i < n; ++i)
            ++begin[(keys[i] >> shift & 255) + 1];
        for (int digit = 0; digit < 256; ++digit)
            begin[digit + 1] += begin[digit];
        for (int i = 0; i < n; ++i)
            scratch[begin[keys[i] >> shift & 255]++] = keys[i];
        std::swap(keys, scratch); // four times: the last result is where the keys were
    }
}

void stencil(part p, const float* in, float* out, int width, int height)
{
    for (int y = std::max(1, p.begin(height)); y < std::min(height - 1, p.end(height)); ++y)
        for (int x = 1; x < width - 1; ++x) {
            const float* at = in + y * width + x;
            out[y * width + x] = at[-1] + at[1] + at[-width] + at[width] - 4 * at[0];
        }
}

void enlarge(part p, const float* in, float* out, int width, int height)
{
    for (int y = p.begin(2 * height); y < p.end(2 * height); ++y)
        for (int x = 0; x < 2 * width; ++x) {
            const float u = (x + 0.5f) / 2 - 0.5f, v = (y + 0.5f) / 2 - 0.5f;
            const float left = std::floor(u), above = std::floor(v);
            const float alpha = u - left, beta = v - above;
            const int x0 = std::max(static_cast<int>(left), 0), x1 = std::min(static_cast<int>(left) + 1, width - 1);
            const int y0 = std::max(static_cast<int>(above), 0), y1 = std::min(static_cast<int>(above) + 1, height - 1);
            const float first = (1 - alpha) * in[y0 * width + x0] + alpha * in[y0 * width + x1];
            const float second = (1 - alpha) * in[y1 * width + x0] + alpha * in[y1 * width + x1];
            out[y * 2 * width + x] = (1 - beta) * first + beta * second;
        }
}

void julia(part p, int* out, int width, int height, int steps)
{
    for (int y = p.begin(height); y < p.end(height); ++y)
        for (int x = 0; x < width; ++x) {
            float re = 1.5f * static_cast<float>(width / 2 - x) / static_cast<float>(width / 2);
            float im = 1.5f * static_cast<float>(height / 2 - y) / static_cast<float>(height / 2);
            int n = 0;
            for (; n < steps && std::fma(re, re, im * im) < 4; ++n) {
                const float next = std::fma(re, re, -(im * im)) - 0.8f;
                im = std::fma(2 * re, im, 0.156f);
                re = next;
            }
            out[y * width + x] = n;
        }
}

} // namespace cpu
