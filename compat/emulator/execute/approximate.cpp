// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .approx forms: computed in double and rounded once, which is inside every error that PTX states.
#include "execute/lane_operations.h"
#include "machine/float_value.h"
#include "machine/integers.h"

namespace cuda_emulator {

namespace {

struct op_rcp {
    static double f(double a) { return 1 / a; }
};
struct op_rsqrt {
    static double f(double a) { return 1 / std::sqrt(a); }
};
struct op_sqrt {
    static double f(double a) { return std::sqrt(a); }
};
struct op_sin {
    static double f(double a) { return std::sin(a); }
};
struct op_cos {
    static double f(double a) { return std::cos(a); }
};
struct op_lg2 {
    static double f(double a) { return std::log2(a); }
};
struct op_ex2 {
    static double f(double a) { return std::exp2(a); }
};
struct op_tanh {
    static double f(double a) { return std::tanh(a); }
};

template <class Op, bool Ftz>
struct approximate {
    static float f(float a)
    {
        const float r = canonical(float(Op::f(double(Ftz ? flush(a) : a))));
        return Ftz ? flush(r) : r;
    }
};

// div.approx: for a divisor beyond 2^126 the quotient is 0 (a infinite: NaN), as a * (1/b) would give.
template <bool Ftz, bool Full>
struct op_divide {
    static float f(float a, float b)
    {
        if (Ftz) {
            a = flush(a);
            b = flush(b);
        }
        if (!Full && std::fabs(b) > 0x1p126f && std::fabs(b) <= 0x1.fffffep127f)
            return std::isinf(a) || std::isnan(a)
                       ? bits_as<float>(canonical_nan)
                       : std::copysign(0.0f, std::signbit(a) != std::signbit(b) ? -1.0f : 1.0f);
        const float r = canonical(a / b);
        return Ftz ? flush(r) : r;
    }
};

// The .ftz.f64 forms look at the upper 32 bits of the operand, so that some NaNs are infinities to them, and give the
// upper 32 bits of the result.
template <class Op>
struct coarse {
    static double f(double a)
    {
        u64 b = bits_as<u64>(a) & 0xffffffff00000000u;
        if ((b & 0x7ff0000000000000u) == 0) b &= u64{1} << 63;
        const double r = Op::f(bits_as<double>(b));
        if (std::isnan(r)) return bits_as<double>(u64{0x7fffffff00000000u});
        u64 c = bits_as<u64>(r);
        if ((c & 0x7ff0000000000000u) == 0) c &= u64{1} << 63;
        return bits_as<double>(c & 0xffffffff00000000u);
    }
};

template <class Op>
void add_approximate(form_table& t, const std::string& name)
{
    add_unary<float, float, approximate<Op, false>>(t, (name + ".approx.f32").c_str());
    add_unary<float, float, approximate<Op, true>>(t, (name + ".approx.ftz.f32").c_str());
}

} // namespace

void add_approximate_forms(form_table& t)
{
    add_approximate<op_rcp>(t, "rcp");
    add_approximate<op_rsqrt>(t, "rsqrt");
    add_approximate<op_sqrt>(t, "sqrt");
    add_approximate<op_sin>(t, "sin");
    add_approximate<op_cos>(t, "cos");
    add_approximate<op_lg2>(t, "lg2");
    add_approximate<op_ex2>(t, "ex2");
    add_unary<float, float, approximate<op_tanh, false>>(t, "tanh.approx.f32");
    add_binary<float, float, float, op_divide<false, false>>(t, "div.approx.f32");
    add_binary<float, float, float, op_divide<true, false>>(t, "div.approx.ftz.f32");
    add_binary<float, float, float, op_divide<false, true>>(t, "div.full.f32");
    add_binary<float, float, float, op_divide<true, true>>(t, "div.full.ftz.f32");
    add_unary<double, double, coarse<op_rcp>>(t, "rcp.approx.ftz.f64");
    add_unary<double, double, coarse<op_rsqrt>>(t, "rsqrt.approx.ftz.f64");
    // rsqrt.approx.f64 has a relative error of at most 2^-52.9.
    add_unary<double, double, op_rsqrt>(t, "rsqrt.approx.f64");
}

} // namespace cuda_emulator
