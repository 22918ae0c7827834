// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of matrices on the host, and their product: what mma, wmma and wgmma share. Floating-point values are
// double, and integers are 64-bit.
#pragma once

#include "execute/matrix.h"
#include "isa/integers.h"
#include "machine/float_value.h"

#include <type_traits>

namespace cuda_emulator {

// Single bits are processed as 32-bit words, so the inner dimension is shorter by this factor.
constexpr int word_bits = 32;

//! Element k of a register.
template <class T>
T element(matrix_element type, u64 reg, int k);

template <>
inline double element<double>(matrix_element type, u64 reg, int k)
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
inline i64 element<i64>(matrix_element type, u64 reg, int k)
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

//! The register bits of a result.
inline u64 bits(double v, matrix_element type)
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
inline u64 bits(i64 v, matrix_element) { return u32(v); }

//! Calls f with the type as a constant, if it is one of these, so that the compiler makes a loop for each.
template <matrix_element... types, class F>
void with_one_of(matrix_element type, F f)
{
    const auto call = [&](auto one) {
        if (one == type) f(one);
    };
    (call(std::integral_constant<matrix_element, types>{}), ...);
}
//! The same for each type whose values are T.
template <class T, class F>
void with_type(matrix_element type, F f)
{
    using m = matrix_element;
    if constexpr (std::is_same_v<T, double>) {
        with_one_of<m::f16, m::bf16, m::tf32, m::e4m3, m::e5m2, m::f32, m::f64>(type, f);
    } else {
        with_one_of<m::s8, m::u8, m::s4, m::u4, m::b1, m::s32>(type, f);
    }
}

//! A matrix by rows. The default capacity is that of m16n8k64, the largest form of mma.
template <class T, std::size_t capacity = 1024>
class matrix {
public:
    //! Its values are not set.
    explicit matrix(int columns)
        : columns_(columns)
    {
    }
    //! Reads the registers of a fragment.
    matrix(warp& w, const matrix_fragment& f)
        : columns_(f.columns)
    {
        with_type<T>(f.type, [&](auto type) {
            using in_register = std::conditional_t<type == matrix_element::f64, u64, u32>;
            constexpr int n = elements_per_register(type);
            const std::uint16_t* index = f.indices.data();
            for (int r = 0; r < f.distinct_registers(); ++r) {
                const in_register* const of_lane = slot<in_register>(w, f.registers[std::size_t(r)]);
                for (int l = 0; l < warp_size; ++l)
                    for (int e = 0; e < n; ++e)
                        values_[*index++] = element<T>(type, of_lane[l], e);
            }
        });
    }
    T* row(int r) { return values_ + std::size_t(r) * columns_; }
    const T* row(int r) const { return values_ + std::size_t(r) * columns_; }
    //! Writes the registers of a fragment.
    void write(warp& w, const matrix_fragment& f)
    {
        with_type<T>(f.type, [&](auto type) {
            using in_register = std::conditional_t<type == matrix_element::f64, u64, u32>;
            constexpr int n = elements_per_register(type);
            for (std::size_t r = 0; r < f.registers.size(); ++r) {
                const std::size_t first = r % std::size_t(f.distinct_registers()) * warp_size * n;
                const std::uint16_t* index = f.indices.data() + first;
                in_register* const of_lane = slot<in_register>(w, f.registers[r]);
                for (int l = 0; l < warp_size; ++l) {
                    u64 reg = 0;
                    for (int e = 0; e < n; ++e)
                        reg |= bits(values_[*index++], type) << 16 * e;
                    of_lane[l] = in_register(reg);
                }
            }
        });
    }

private:
    int columns_;
    T values_[capacity];
};

struct product_size {
    int rows, columns, k;
};
//! d += a b, by rows. The number of columns is a multiple of eight. The inner dimension of single bits is in words.
void multiply(const product_rule&, const double* a, const double* b, double* d, product_size);
void multiply(const product_rule&, const i64* a, const i64* b, i64* d, product_size);

} // namespace cuda_emulator
