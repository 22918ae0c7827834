// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma and wmma.mma.
#include "execute/matrix.h"
#include "execute/rounding_scope.h"
#include "isa/integers.h"
#include "machine/fault.h"
#include "machine/float_value.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <type_traits>

namespace cuda_emulator {

namespace {

// Single bits are processed as 32-bit words, so the inner dimension is shorter by this factor.
constexpr int word_bits = 32;

template <class T>
T element(matrix_element type, u64 reg, int k);

template <>
double element<double>(matrix_element type, u64 reg, int k)
{
    switch (type) {
    case matrix_element::f16:
        return half_format::value(u16(reg >> 16 * k));
    case matrix_element::bf16:
        return bfloat_format::value(u16(reg >> 16 * k));
    case matrix_element::tf32: // the low 13 bits are ignored
        return bits_as<float>(u32(reg) & 0xffffe000u);
    case matrix_element::e4m3:
        return e4m3_format::value(unsigned(reg >> 8 * k) & 0xff);
    case matrix_element::e5m2:
        return e5m2_format::value(unsigned(reg >> 8 * k) & 0xff);
    case matrix_element::f32:
        return bits_as<float>(u32(reg));
    default:
        return bits_as<double>(reg);
    }
}

template <>
i64 element<i64>(matrix_element type, u64 reg, int k)
{
    switch (type) {
    case matrix_element::s8:
        return std::int8_t(reg >> 8 * k);
    case matrix_element::u8:
        return std::uint8_t(reg >> 8 * k);
    case matrix_element::s4:
        return std::int8_t((reg >> 4 * k & 15) << 4) >> 4;
    case matrix_element::u4:
        return reg >> 4 * k & 15;
    case matrix_element::b1:
        return u32(reg);
    default:
        return std::int32_t(reg);
    }
}

u64 bits(double v, matrix_element type)
{
    switch (type) {
    case matrix_element::f16:
        return half_format::from(v);
    case matrix_element::f32:
        return bits_as<u32>(canonical(float(v)));
    default:
        return bits_as<u64>(v);
    }
}
u64 bits(i64 v, matrix_element) { return u32(v); }

template <class T>
class matrix {
public:
    matrix(warp& w, const matrix_fragment& f)
        : columns_(f.columns)
    {
        const int n = f.elements_per_register(), registers = f.distinct_registers();
        const std::uint16_t* index = f.indices.data();
        for (int r = 0; r < registers; ++r) {
            if constexpr (std::is_same_v<T, double>)
                if (f.type == matrix_element::f64) {
                    const double* const of_lane = slot<double>(w, f.registers[r]);
                    for (int l = 0; l < warp_size; ++l)
                        values_[*index++] = of_lane[l];
                    continue;
                }
            const u32* const of_lane = slot<u32>(w, f.registers[r]);
            for (int l = 0; l < warp_size; ++l)
                for (int e = 0; e < n; ++e)
                    values_[*index++] = element<T>(f.type, of_lane[l], e);
        }
    }
    T* row(int r) { return values_ + std::size_t(r) * columns_; }
    const T* row(int r) const { return values_ + std::size_t(r) * columns_; }
    void write(warp& w, const matrix_fragment& f)
    {
        const int n = f.elements_per_register(), registers = f.distinct_registers();
        for (int r = 0; r < int(f.registers.size()); ++r) {
            const std::uint16_t* index = f.indices.data() + r % registers * warp_size * n;
            if constexpr (std::is_same_v<T, double>)
                if (f.type == matrix_element::f64) {
                    double* const of_lane = slot<double>(w, f.registers[r]);
                    for (int l = 0; l < warp_size; ++l)
                        of_lane[l] = values_[*index++];
                    continue;
                }
            u32* const of_lane = slot<u32>(w, f.registers[r]);
            for (int l = 0; l < warp_size; ++l) {
                u64 reg = 0;
                for (int e = 0; e < n; ++e)
                    reg |= bits(values_[*index++], f.type) << 16 * e;
                of_lane[l] = u32(reg);
            }
        }
    }

private:
    int columns_;
    T values_[1024]; // of m16n8k64, the largest
};

// c += a · b for a row of A. The products of each element are added in the order of the inner dimension by f(a, b, c).
// Eight columns are processed together; the number of columns is a multiple of eight.
template <class F>
void add_products(const double* a, const matrix<double>& b, int k, int columns, double* c, F f)
{
    constexpr int together = 8;
    for (int j = 0; j < columns; j += together) {
        double sum[together];
        std::copy_n(c + j, together, sum);
        for (int n = 0; n < k; ++n) {
            const double* const of_b = b.row(n) + j;
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

i64 integer_sum(const multiply_form& form, const i64* a, const i64* b, int k, i64 c)
{
    if (form.a.type == matrix_element::b1) {
        for (int n = 0; n < k; ++n)
            c += __builtin_popcountll(u64(form.bit_and ? a[n] & b[n] : a[n] ^ b[n]));
    } else {
        for (int n = 0; n < k; ++n)
            c += a[n] * b[n];
    }
    return form.saturates ? std::clamp<i64>(c, INT32_MIN, INT32_MAX) : c;
}

void multiply_integers(warp& w, const multiply_form& form)
{
    const matrix<i64> a(w, form.a), b(w, form.b);
    matrix<i64> d(w, form.c);
    const int k = form.a.columns;
    std::vector<i64> column(k);
    for (int j = 0; j < form.d.columns; ++j) {
        for (int n = 0; n < k; ++n)
            column[n] = b.row(n)[j];
        for (int i = 0; i < form.d.rows; ++i)
            d.row(i)[j] = integer_sum(form, a.row(i), column.data(), k, d.row(i)[j]);
    }
    d.write(w, form.d);
}

void multiply_floats(warp& w, const multiply_form& form)
{
    const matrix<double> a(w, form.a), b(w, form.b);
    matrix<double> d(w, form.c);
    const int k = form.a.columns, columns = form.d.columns;
    std::vector<double> column;
    for (int i = 0; i < form.d.rows; ++i) {
        if (form.a.type != matrix_element::f64) {
            // Each product is exact in double, and so is a sum of moderate numbers. PTX requires at least the
            // accumulator's precision in each addition.
            add_products(a.row(i), b, k, columns, d.row(i), [](double x, double y, double c) { return c + x * y; });
        } else if (form.rounding == FE_TONEAREST) { // a chain of fused multiply-adds
            add_products(a.row(i), b, k, columns, d.row(i),
                         [](double x, double y, double c) { return std::fma(x, y, c); });
        } else {
            column.resize(k);
            for (int j = 0; j < columns; ++j) {
                for (int n = 0; n < k; ++n)
                    column[n] = b.row(n)[j];
                d.row(i)[j] = chain(a.row(i), column.data(), k, d.row(i)[j]);
            }
        }
    }
    d.write(w, form.d);
}

} // namespace

int bits_of(matrix_element t)
{
    switch (t) {
    case matrix_element::f16:
    case matrix_element::bf16:
        return 16;
    case matrix_element::e4m3:
    case matrix_element::e5m2:
    case matrix_element::s8:
    case matrix_element::u8:
        return 8;
    case matrix_element::s4:
    case matrix_element::u4:
        return 4;
    case matrix_element::b1:
        return word_bits;
    case matrix_element::f64:
        return 64;
    default:
        return 32;
    }
}

int matrix_fragment::elements_per_register() const { return std::max(1, 32 / bits_of(type)); }
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
        multiply_integers(w, form);
    } else {
        const rounding_scope scope(form.rounding);
        multiply_floats(w, form);
    }
}

} // namespace cuda_emulator
