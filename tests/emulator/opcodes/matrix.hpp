// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices of raw bits, their products, and operands for them.
#pragma once

#include "reference.hpp"

#include <random>

namespace opcode_test {

struct matrix_type {
    const char* name;
    int bits;
    format f{}; //!< of a floating-point type
    bool is_signed = false;
};
inline const matrix_type f16_element{"f16", 16, half_format}, bf16_element{"bf16", 16, bfloat_format},
    tf32_element{"tf32", 32, single_format}, f32_element{"f32", 32, single_format},
    f64_element{"f64", 64, double_format}, e4m3_element{"e4m3", 8, {4, 3}}, e5m2_element{"e5m2", 8, {5, 2}},
    s8_element{"s8", 8, {}, true}, u8_element{"u8", 8}, s4_element{"s4", 4, {}, true}, u4_element{"u4", 4},
    b1_element{"b1", 1}, s32_element{"s32", 32, {}, true};

inline u64 low_bits(u64 v, int bits) { return bits == 64 ? v : v & ((u64{1} << bits) - 1); }

class matrix {
public:
    matrix(int rows, int columns)
        : rows(rows)
        , columns(columns)
        , values_(std::size_t(rows) * columns)
    {
    }
    u64& operator()(int i, int j) { return values_[std::size_t(i) * columns + j]; }
    u64 operator()(int i, int j) const { return values_[std::size_t(i) * columns + j]; }
    int rows, columns;

private:
    std::vector<u64> values_;
};

struct rule {
    mode m = mode::nearest;
    bool saturates = false;
    bool conjunction = false; //!< of single bits
};

//! a b + c: f64 by fused multiply-adds in the order of k; other floats exactly, rounded once; integers exactly, then
//! wrapped or clamped.
matrix multiplied(const matrix& a, const matrix& b, const matrix& c, const matrix_type& ta, const matrix_type& tb,
                  const matrix_type& tc, const matrix_type& td, const rule& how);

using generator = std::mt19937_64;

//! One register of a fragment (one element of 64 bits, or what fits in 32). `whole`: small whole numbers, whose sums
//! are exact in every accumulator; else numbers below 2 in magnitude, and any integers.
u64 random_register(const matrix_type&, bool accumulator, bool whole, generator&);
u64 random_element(const matrix_type&, bool accumulator, bool whole, generator&);

//! What an accumulator may differ by from the exact sum of `k` products of numbers below 2.
std::function<bool(const u64*, int, u64, u64)> tolerance(const matrix_type& accumulator, int k);

} // namespace opcode_test
