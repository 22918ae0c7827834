#pragma once

#include "quadrature.hpp"

namespace pairs {

struct trapezoid : quadrature {
    static constexpr const char* slug = "integration/trapezoid";
    static constexpr const char* summary = "integral of the sine by trapezoids; thread 0 adds up its block";
    static constexpr std::size_t bytes_per_element = 1;
    using result = double;

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
        result out = -1;
        check_returned("legacy", call_legacy(in.a, in.b, static_cast<int>(in.intervals), &out));
        return out;
    }

    static result modern(const input& in)
    {
        static const entry<double(double, double, std::size_t, float*)> call{"modern", slug};
        float milliseconds = -1;
        const result value = call(in.a, in.b, in.intervals, &milliseconds);
        check_time("modern", milliseconds);
        return value;
    }

    static result reference(const input& in) { return static_cast<double>(in.trapezoid); }

    //! Both within the bound of a sum of as many points in any order, of the formula without rounding.
    static agreement compare(const input& in, const result& one, const result& other)
    {
        for (const result value : {one, other})
            if (!(std::abs(value - in.trapezoid) <= in.rounding<double>(in.intervals + 1) + in.reference_rounding()))
                return {false, in_words(value) + " instead of " + in_words(static_cast<double>(in.trapezoid))};
        return {true, "within bounds"};
    }

    static std::string show(const result& value) { return in_words(value); }
};

} // namespace pairs
