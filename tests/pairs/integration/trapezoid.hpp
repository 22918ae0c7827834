// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "quadrature.hpp"

namespace pairs::integration {

struct trapezoid : one_formula<trapezoid, double> {
    static constexpr const char* slug = "integration/trapezoid";
    static constexpr const char* summary = "integral of the sine by trapezoids; thread 0 adds up its block";
    static constexpr std::size_t bytes_per_element = 1;

    static long double formula(const input& in) { return in.trapezoid; }
    static long double formula_error(const input& in) { return in.trapezoid_error(); }

    //! The modern side's order is the library's own.
    static std::size_t modern_order(const input& in) { return in.intervals + 1; }
};

} // namespace pairs::integration
