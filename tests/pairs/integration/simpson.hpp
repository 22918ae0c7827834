// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "quadrature.hpp"

namespace pairs::integration {

struct simpson : quadrature {
    static constexpr const char* slug = "integration/simpson";
    static constexpr const char* summary =
        "integral of the sine by Simpson's formula, beside rectangles and trapezoids";
    static constexpr std::size_t bytes_per_element = 1;
    using result = std::array<double, 3>; // by rectangles, trapezoids, Simpson's formula

    static cudaError_t call_legacy(double a, double b, int intervals, double* out)
    {
        static const entry<cudaError_t(double, double, int, double*, float*)> call{"legacy", slug};
        float milliseconds = -1;
        const cudaError_t error = call(a, b, intervals, out, &milliseconds);
        if (error == cudaSuccess) check_time("legacy", milliseconds);
        return error;
    }

    static result legacy(const input& in)
    {
        result out{-1, -1, -1};
        check_returned("legacy", call_legacy(in.a, in.b, static_cast<int>(in.intervals), out.data()));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<void(double, double, std::size_t, double*, float*)> call{"modern", slug};
        float milliseconds = -1;
        result values{-1, -1, -1};
        call(in.a, in.b, in.intervals, values.data(), &milliseconds);
        check_time("modern", milliseconds);
        return values;
    }

    static result reference(const input& in)
    {
        return {static_cast<double>(in.midpoint), static_cast<double>(in.trapezoid), static_cast<double>(in.simpson())};
    }

    //! Compares both with the formulas without rounding, within the bound of a sum of as many points in any order.
    static agreement compare(const input& in, const result& one, const result& other)
    {
        const std::array<long double, 3> formulas{in.midpoint, in.trapezoid, in.simpson()};
        const long double allowed = in.rounding<double>(in.intervals + 1) + in.reference_rounding();
        for (const result& values : {one, other})
            for (std::size_t k = 0; k < 3; k++)
                if (!(std::abs(values[k] - formulas[k]) <= allowed))
                    return {false, "formula " + in_words(k) + ": " + in_words(values[k]) + " instead of " +
                                       in_words(static_cast<double>(formulas[k]))};
        return {true, "within bounds"};
    }

    static std::string show(const result& values) { return in_words(values[2]); }
};

} // namespace pairs::integration
