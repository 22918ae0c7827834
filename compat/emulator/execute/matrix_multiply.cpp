// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product of matrices, and mma and wmma.mma, which keep all of them in registers.
#include "execute/matrix_values.h"
#include "execute/rounding_scope.h"
#include "machine/fault.h"

#include <algorithm>
#include <cfenv>
#include <cmath>

namespace cuda_emulator {

namespace {

// c += a · b for a row of A. The products of each element are added in the order of the inner dimension by f(a, b, c).
// Eight columns are processed together; the number of columns is a multiple of eight.
template <class F>
void add_products(const double* a, const double* b, int k, int columns, double* c, F f)
{
    constexpr int together = 8;
    for (int j = 0; j < columns; j += together) {
        double sum[together];
        std::copy_n(c + j, together, sum);
        for (int n = 0; n < k; ++n) {
            const double* const of_b = b + n * columns + j;
            for (int l = 0; l < together; ++l)
                sum[l] = f(a[n], of_b[l], sum[l]);
        }
        std::copy_n(sum, together, c + j);
    }
}
// One element of f64 in the current rounding mode. The noinline attribute keeps the compiler from moving operations
// across the change of mode.
[[gnu::noinline]] double chain(const volatile double* a, const volatile double* b, int k, double first)
{
    volatile double c = first;
    for (int n = 0; n < k; ++n)
        c = std::fma(double(a[n]), double(b[n]), double(c));
    return c;
}

i64 integer_sum(const product_rule& rule, const i64* a, const i64* b, int k, i64 c)
{
    if (rule.type == matrix_element::b1) {
        for (int n = 0; n < k; ++n)
            c += __builtin_popcountll(u64(rule.bit_and ? a[n] & b[n] : a[n] ^ b[n]));
    } else {
        for (int n = 0; n < k; ++n)
            c += a[n] * b[n];
    }
    return rule.saturates ? std::clamp<i64>(c, INT32_MIN, INT32_MAX) : c;
}

// Copies column j of B.
template <class T>
void copy_column(const T* b, int j, product_size size, T* column)
{
    for (int n = 0; n < size.k; ++n)
        column[n] = b[n * size.columns + j];
}

template <class T>
void multiply(warp& w, const multiply_form& form)
{
    const matrix<T> a(w, form.a), b(w, form.b);
    matrix<T> d(w, form.c);
    multiply(form, a.row(0), b.row(0), d.row(0), {form.d.rows, form.d.columns, form.a.columns});
    d.write(w, form.d);
}

} // namespace

void multiply(const product_rule& rule, const i64* a, const i64* b, i64* d, product_size size)
{
    std::vector<i64> column(static_cast<std::size_t>(size.k));
    for (int j = 0; j < size.columns; ++j) {
        copy_column(b, j, size, column.data());
        for (int i = 0; i < size.rows; ++i) {
            i64& sum = d[i * size.columns + j];
            sum = integer_sum(rule, a + i * size.k, column.data(), size.k, sum);
        }
    }
}

void multiply(const product_rule& rule, const double* a, const double* b, double* d, product_size size)
{
    const int k = size.k, columns = size.columns;
    std::vector<double> column;
    for (int i = 0; i < size.rows; ++i) {
        const double* const row = a + i * k;
        double* const sums = d + i * columns;
        if (rule.type != matrix_element::f64) {
            // Each product is exact in double, and so is a sum of moderate numbers. PTX requires at least the
            // accumulator's precision in each addition.
            add_products(row, b, k, columns, sums, [](double x, double y, double c) { return c + x * y; });
        } else if (rule.rounding == FE_TONEAREST) { // a chain of fused multiply-adds
            add_products(row, b, k, columns, sums, [](double x, double y, double c) { return std::fma(x, y, c); });
        } else {
            column.resize(static_cast<std::size_t>(k));
            for (int j = 0; j < columns; ++j) {
                copy_column(b, j, size, column.data());
                sums[j] = chain(row, column.data(), k, sums[j]);
            }
        }
    }
}

int matrix_fragment::elements_per_register() const { return cuda_emulator::elements_per_register(type); }
int matrix_fragment::distinct_registers() const { return rows * columns / warp_size / elements_per_register(); }

matrix_fragment::place matrix_fragment::place_of(int lane, int reg, int element) const
{
    const int g = lane / 4, t = lane % 4, n = elements_per_register(), blocks = rows / 8;
    reg %= distinct_registers();
    switch (role) {
    case matrix_role::a:
        return {g + 8 * (reg % blocks), reg / blocks * 4 * n + t * n + element};
    case matrix_role::b: {
        const int inner = rows / (4 * n);
        return {reg % inner * 4 * n + t * n + element, g + 8 * (reg / inner)};
    }
    default: {
        const int pair = n == 2 ? reg : reg / 2, second = n == 2 ? element : reg % 2;
        return {g + 8 * (pair % blocks), pair / blocks * 8 + 2 * t + second};
    }
    }
}

void matrix_fragment::find_places()
{
    indices.clear();
    for (int reg = 0; reg < distinct_registers(); ++reg)
        for (int lane = 0; lane < warp_size; ++lane)
            for (int element = 0; element < elements_per_register(); ++element) {
                const place p = place_of(lane, reg, element);
                indices.push_back(static_cast<std::uint16_t>(p.row * columns + p.column));
            }
}

void run_multiply(warp& w, const instruction& i, u32 m)
{
    const auto& form = static_cast<const multiply_form&>(*static_cast<const register_lists*>(i.extra));
    if (m != all_lanes)
        fault(w, i, __builtin_ctz(m), device_error::launch_failure,
              "a matrix product needs all 32 threads of the warp");
    if (form.d.type == matrix_element::s32) {
        multiply<i64>(w, form);
    } else {
        const rounding_scope scope(form.rounding);
        multiply<double>(w, form);
    }
}

} // namespace cuda_emulator
