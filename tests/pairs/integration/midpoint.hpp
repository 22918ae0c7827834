// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "quadrature.hpp"

namespace pairs::integration {

struct midpoint : one_formula<midpoint, double> {
    static constexpr const char* slug = "integration/midpoint";
    static constexpr const char* summary = "integral of the sine by central rectangles; thread 0 adds up its block";
    static constexpr std::size_t bytes_per_element = 1;

    static long double formula(const input& in) { return in.midpoint; }
    static long double formula_error(const input& in) { return in.midpoint_error(); }
};

} // namespace pairs::integration
