// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f16, bf16 and their pairs. Each operation is computed in double, where the result is exact or safe to round twice,
// and then rounded to the format.
#include "execute/lane_handler.h"
#include "machine/float_value.h"

namespace cuda_emulator {

namespace {

template <class F, bool Ftz>
inline u16 flush_small(u16 b)
{
    return Ftz && (b & F::exponent) == 0 ? u16(b & 0x8000) : b;
}
template <class F, bool Ftz>
inline double get(u16 b)
{
    return F::value(flush_small<F, Ftz>(b));
}
template <class F, bool Ftz, bool Sat, bool Relu>
inline u16 put(double v)
{
    if (Ftz && std::fabs(v) < F::tiny) v = std::copysign(0.0, v);
    if (Sat) v = saturate_unit(v);
    // .relu: negative values become zero; NaN stays the canonical NaN.
    if (Relu && v < 0) v = 0;
    const u16 b = F::from(v);
    return Relu && b == 0x8000 ? 0 : b;
}

template <class F, bool Ftz, bool Sat>
struct half_add {
    static u16 f(u16 a, u16 b) { return put<F, Ftz, Sat, false>(get<F, Ftz>(a) + get<F, Ftz>(b)); }
};
template <class F, bool Ftz, bool Sat>
struct half_sub {
    static u16 f(u16 a, u16 b) { return put<F, Ftz, Sat, false>(get<F, Ftz>(a) - get<F, Ftz>(b)); }
};
template <class F, bool Ftz, bool Sat>
struct half_mul {
    static u16 f(u16 a, u16 b) { return put<F, Ftz, Sat, false>(get<F, Ftz>(a) * get<F, Ftz>(b)); }
};
template <class F, bool Ftz, bool Sat, bool Relu>
struct half_fma {
    static u16 f(u16 a, u16 b, u16 c)
    {
        // The product is exact in double; the sum is exact for f16 only.
        return put<F, Ftz, Sat, Relu>(add_to_odd(get<F, Ftz>(a) * get<F, Ftz>(b), get<F, Ftz>(c)));
    }
};
template <class F, bool Ftz>
struct half_neg {
    static u16 f(u16 a) { return flush_small<F, Ftz>(a) ^ 0x8000; }
};
template <class F, bool Ftz>
struct half_abs {
    static u16 f(u16 a) { return flush_small<F, Ftz>(a) & 0x7fff; }
};
// Without .NaN a NaN loses against a number; +0 is greater than -0. .xorsign.abs: the extreme magnitude, with the sign
// of the product.
template <class F, bool Max, bool Ftz, bool Nan, bool XorSign>
struct half_extreme {
    static u16 f(u16 a, u16 b)
    {
        a = flush_small<F, Ftz>(a);
        b = flush_small<F, Ftz>(b);
        const u16 sign = XorSign ? (a ^ b) & 0x8000 : 0;
        if (XorSign) a &= 0x7fff, b &= 0x7fff;
        const float x = F::value(a), y = F::value(b);
        if (x != x || y != y) return Nan || (x != x && y != y) ? 0x7fff : (x != x ? b : a) | sign;
        if (x == y) return (bool(a & 0x8000) == Max ? b : a) | sign;
        return ((x < y) == Max ? b : a) | sign;
    }
};
template <class F, bool Ftz>
struct half_ex2 {
    static u16 f(u16 a) { return put<F, Ftz, false, false>(std::exp2(get<F, Ftz>(a))); }
};
template <class F>
struct half_tanh {
    static u16 f(u16 a) { return put<F, false, false, false>(std::tanh(get<F, false>(a))); }
};

// The same on both halves of 32 bits.
template <class Op>
struct pair1 {
    static u32 f(u32 a) { return Op::f(u16(a)) | u32(Op::f(u16(a >> 16))) << 16; }
};
template <class Op>
struct pair2 {
    static u32 f(u32 a, u32 b) { return Op::f(u16(a), u16(b)) | u32(Op::f(u16(a >> 16), u16(b >> 16))) << 16; }
};
template <class Op>
struct pair3 {
    static u32 f(u32 a, u32 b, u32 c)
    {
        return Op::f(u16(a), u16(b), u16(c)) | u32(Op::f(u16(a >> 16), u16(b >> 16), u16(c >> 16))) << 16;
    }
};

template <class Op>
void one(form_table& t, const std::string& name, const std::string& type)
{
    add_interpreted<&Op::f>(t, name + "." + type, "e:e");
    add_interpreted<&pair1<Op>::f>(t, name + "." + type + "x2", "r:r");
}
template <class Op>
void two(form_table& t, const std::string& name, const std::string& type)
{
    add_interpreted<&Op::f>(t, name + "." + type, "e:ee");
    add_interpreted<&pair2<Op>::f>(t, name + "." + type + "x2", "r:rr");
}
template <class Op>
void three(form_table& t, const std::string& name, const std::string& type)
{
    add_interpreted<&Op::f>(t, name + "." + type, "e:eee");
    add_interpreted<&pair3<Op>::f>(t, name + "." + type + "x2", "r:rrr");
}

// bf16 has no .ftz and no .sat.
template <class F>
constexpr bool is_half = std::is_same_v<F, half_format>;

template <class F, template <class, bool, bool> class Op>
void arithmetic(form_table& t, const std::string& name, const std::string& type)
{
    for (const char* rn : {"", ".rn"}) {
        two<Op<F, false, false>>(t, name + rn, type);
        if constexpr (is_half<F>) {
            two<Op<F, true, false>>(t, name + rn + ".ftz", type);
            two<Op<F, false, true>>(t, name + rn + ".sat", type);
            two<Op<F, true, true>>(t, name + rn + ".ftz.sat", type);
        }
    }
}

template <class F, bool Max, bool Ftz, bool Nan>
void add_extreme(form_table& t, const std::string& name, const std::string& type)
{
    two<half_extreme<F, Max, Ftz, Nan, false>>(t, name, type);
    two<half_extreme<F, Max, Ftz, Nan, true>>(t, name + ".xorsign.abs", type);
}

template <class F, bool Ftz>
void add_flushing(form_table& t, const std::string& type)
{
    const std::string ftz = Ftz ? ".ftz" : "";
    three<half_fma<F, Ftz, false, false>>(t, "fma.rn" + ftz, type);
    three<half_fma<F, Ftz, false, true>>(t, "fma.rn" + ftz + ".relu", type);
    one<half_neg<F, Ftz>>(t, "neg" + ftz, type);
    one<half_abs<F, Ftz>>(t, "abs" + ftz, type);
    add_extreme<F, false, Ftz, false>(t, "min" + ftz, type);
    add_extreme<F, false, Ftz, true>(t, "min" + ftz + ".NaN", type);
    add_extreme<F, true, Ftz, false>(t, "max" + ftz, type);
    add_extreme<F, true, Ftz, true>(t, "max" + ftz + ".NaN", type);
}

template <class F>
void add_format(form_table& t, const std::string& type)
{
    arithmetic<F, half_add>(t, "add", type);
    arithmetic<F, half_sub>(t, "sub", type);
    arithmetic<F, half_mul>(t, "mul", type);
    add_flushing<F, false>(t, type);
    if constexpr (is_half<F>) {
        add_flushing<F, true>(t, type);
        three<half_fma<F, false, true, false>>(t, "fma.rn.sat", type);
        three<half_fma<F, true, true, false>>(t, "fma.rn.ftz.sat", type);
    }
    // ex2 flushes subnormal numbers for bf16 only.
    one<half_ex2<F, !is_half<F>>>(t, is_half<F> ? "ex2.approx" : "ex2.approx.ftz", type);
    one<half_tanh<F>>(t, "tanh.approx", type);
}

} // namespace

void add_half_forms(form_table& t)
{
    add_format<half_format>(t, "f16");
    add_format<bfloat_format>(t, "bf16");
}

} // namespace cuda_emulator
