// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common parts of the pairs on integrals: the integral of the sine, its quadrature on the CPU, and the allowed
// errors.
#pragma once

#include <cmath>
#include <random>

#include "../pair.hpp"
#include "../rounding.hpp"

namespace pairs {

//! The interval and the number of its parts, and the values of the formulas without rounding.
struct integral_of_sine {
    double a, b;
    std::size_t intervals;
    long double midpoint = 0, trapezoid = 0; //!< the composite formulas, in a longer type
    long double magnitude = 0;               //!< the larger sum of the values' magnitudes, times the interval

    long double exact() const { return std::cos(static_cast<long double>(a)) - std::cos(static_cast<long double>(b)); }
    long double simpson() const { return (2 * midpoint + trapezoid) / 3; }

    //! The error terms of the composite formulas, with 1 for the largest derivative of the sine.
    long double midpoint_error() const { return (b - a) * h() * h() / 24; }
    long double trapezoid_error() const { return (b - a) * h() * h() / 12; }
    long double simpson_error() const { return (b - a) * h() * h() * h() * h() / 2880; }

    //! Gives how far a sum in T may be from the formula, if a term passes through `order` roundings. A term passes 12
    //! more: 4 for the sine (2 ulp: CUDA C++ programming guide, mathematical functions), the halving or the weight, the
    //! interval and its division, the product with it, the thirds of Simpson's formula. The points have an error of
    //! their own, 4 roundings of the larger end, which the sine passes on.
    template <class T>
    long double rounding(std::size_t order) const
    {
        return gamma_bound<T>(order + 12) * magnitude + gamma_bound<double>(4) * largest() * (b - a);
    }

    //! Gives how far `midpoint`, `trapezoid` and simpson() themselves may be from the formulas: a sum of as many terms.
    long double reference_rounding() const
    {
        return gamma_bound<long double>(intervals + 12) * magnitude + gamma_bound<long double>(4) * largest() * (b - a);
    }

private:
    double largest() const { return std::max({std::abs(a), std::abs(b), b - a}); }
    long double h() const { return (static_cast<long double>(b) - a) / intervals; }
};

struct quadrature {
    using input = integral_of_sine;

    static constexpr std::size_t default_size = 1 << 20; // intervals
    static constexpr int warmups = 0;
    //! The last number of intervals whose blocks of 256 an int still rounds up.
    static constexpr std::size_t most_intervals = 0x7fffffff - 255;

    //! From 0 to pi for seed 0, as the programs do; between -2 and 5 otherwise.
    static input make(std::size_t size, unsigned seed)
    {
        std::mt19937 random{seed};
        std::uniform_real_distribution<double> begin{-2, 2}, length{0.5, 3};
        input in{0, std::acos(-1.0), size};
        if (seed) {
            in.a = begin(random);
            in.b = in.a + length(random);
        }
        const long double h = (static_cast<long double>(in.b) - in.a) / size;
        long double middles = 0, ends = 0;
        for (std::size_t i = 0; i < size; i++) {
            const long double middle = std::sin(in.a + (i + 0.5L) * h);
            const long double left = std::sin(in.a + i * h), right = std::sin(in.a + (i + 1) * h);
            in.midpoint += middle * h;
            in.trapezoid += (left + right) / 2 * h;
            middles += std::abs(middle) * h;
            ends += (std::abs(left) + std::abs(right)) / 2 * h;
        }
        in.magnitude = std::max(middles, ends);
        return in;
    }

    static std::optional<std::string> outside_legacy_domain(const input& in)
    {
        if (in.intervals == 0) return "no intervals";
        if (in.intervals > most_intervals) return "more than 2^31 - 256 intervals";
        return std::nullopt;
    }

    //! The roundings of the legacy side: a block's 256 values one after the other, then the blocks.
    static std::size_t legacy_order(const input& in) { return 256 + (in.intervals + 255) / 256; }
    //! The roundings of the modern side, which takes a point at a time.
    static std::size_t modern_order(const input& in) { return roundings_of_grid_stride(in.intervals + 1, 1); }
};

//! A pair whose sides give one number. `Pair` names its slug, the formula without rounding and the formula's error.
template <class Pair, class T>
struct one_formula : quadrature {
    using result = T;

    static cudaError_t call_legacy(double a, double b, int intervals, T* out)
    {
        static const entry<cudaError_t(double, double, int, T*, float*)> call{"legacy", Pair::slug};
        float milliseconds = -1;
        const cudaError_t error = call(a, b, intervals, out, &milliseconds);
        if (error == cudaSuccess) check_time("legacy", milliseconds);
        return error;
    }

    static result legacy(const input& in)
    {
        result out = -1;
        check_returned("legacy", call_legacy(in.a, in.b, static_cast<int>(in.intervals), &out));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<void(double, double, std::size_t, T*, float*)> call{"modern", Pair::slug};
        float milliseconds = -1;
        result value = -1;
        call(in.a, in.b, in.intervals, &value, &milliseconds);
        check_time("modern", milliseconds);
        return value;
    }

    static result reference(const input& in) { return static_cast<T>(Pair::formula(in)); }

    //! The bound for both sides: a sum of as many points in any order.
    static long double rounding(const input& in) { return in.rounding<double>(in.intervals + 1); }

    static agreement compare(const input& in, const result& one, const result& other)
    {
        const long double formula = Pair::formula(in), allowed = Pair::rounding(in) + in.reference_rounding();
        for (const result value : {one, other})
            if (!(std::abs(value - formula) <= allowed))
                return {false, in_words(value) + " instead of " + in_words(static_cast<double>(formula))};
        return {true, "within bounds"};
    }

    static std::string show(const result& value) { return in_words(value); }
};

} // namespace pairs
