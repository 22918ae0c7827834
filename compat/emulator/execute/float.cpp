// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating point with rounding to nearest: PTX ISA, "Floating-Point Instructions".
#include "execute/lane_operations.h"
#include "machine/float_value.h"
#include "machine/integers.h"
#include "machine/warp.h"

namespace cuda_emulator {

namespace {

template <class T, bool Ftz, bool Sat>
struct finish {
    static T f(T v)
    {
        v = canonical(v);
        if (Ftz) v = flush(v);
        if (Sat) v = saturate_unit(v);
        return v;
    }
    static T in(T v) { return Ftz ? flush(v) : v; }
};

template <class T, bool Ftz, bool Sat>
struct op_add {
    using X = finish<T, Ftz, Sat>;
    static T f(T a, T b) { return X::f(X::in(a) + X::in(b)); }
};
template <class T, bool Ftz, bool Sat>
struct op_sub {
    using X = finish<T, Ftz, Sat>;
    static T f(T a, T b) { return X::f(X::in(a)-X::in(b)); }
};
template <class T, bool Ftz, bool Sat>
struct op_mul {
    using X = finish<T, Ftz, Sat>;
    static T f(T a, T b)
    {
        a = X::in(a), b = X::in(b);
        if constexpr (Ftz) return X::f(flush_tiny(a * b, double(a) * b));
        return X::f(a * b);
    }
};
template <class T, bool Ftz, bool Sat>
struct op_div {
    using X = finish<T, Ftz, Sat>;
    static T f(T a, T b)
    {
        a = X::in(a), b = X::in(b);
        if constexpr (Ftz) return X::f(flush_tiny(a / b, double(a) / b));
        return X::f(a / b);
    }
};
template <class T, bool Ftz, bool Sat>
struct op_rcp {
    static T f(T a) { return op_div<T, Ftz, Sat>::f(1, a); }
};
template <class T, bool Ftz, bool Sat>
struct op_sqrt {
    using X = finish<T, Ftz, Sat>;
    static T f(T a) { return X::f(std::sqrt(X::in(a))); }
};
template <class T, bool Ftz, bool Sat>
struct op_fma {
    using X = finish<T, Ftz, Sat>;
    static T f(T a, T b, T c)
    {
        a = X::in(a), b = X::in(b), c = X::in(c);
        const T r = std::fma(a, b, c);
        if constexpr (Ftz) return X::f(flush_tiny(r, add_to_odd(double(a) * b, c)));
        return X::f(r);
    }
};

template <bool Ftz>
struct op_neg32 {
    static u32 f(u32 a) { return bits_as<u32>(finish<float, Ftz, false>::in(bits_as<float>(a))) ^ 0x80000000u; }
};
template <bool Ftz>
struct op_abs32 {
    static u32 f(u32 a) { return bits_as<u32>(finish<float, Ftz, false>::in(bits_as<float>(a))) & 0x7fffffffu; }
};
struct op_neg64 {
    static u64 f(u64 a)
    {
        return a ^ u64 { 1 } << 63;
    }
};
struct op_abs64 {
    static u64 f(u64 a) { return a & ~(u64{1} << 63); }
};
struct op_copysign32 {
    static u32 f(u32 a, u32 b) { return (b & 0x7fffffffu) | (a & 0x80000000u); }
};
struct op_copysign64 {
    static u64 f(u64 a, u64 b) { return (b & ~(u64{1} << 63)) | (a & u64{1} << 63); }
};

// A NaN yields to a number unless .NaN; +0 is greater than -0.
template <class T, bool Max, bool Ftz, bool Nan, bool XorSign>
struct op_extreme {
    static T f(T a, T b)
    {
        using B = std::conditional_t<sizeof(T) == 4, u32, u64>;
        constexpr B sign_bit = B(1) << (8 * sizeof(T) - 1);
        if (Ftz) {
            a = flush(a);
            b = flush(b);
        }
        B sign = 0;
        if (XorSign) {
            sign = (bits_as<B>(a) ^ bits_as<B>(b)) & sign_bit;
            a = bits_as<T>(B(bits_as<B>(a) & ~sign_bit));
            b = bits_as<T>(B(bits_as<B>(b) & ~sign_bit));
        }
        T r;
        if (a != a || b != b) {
            const T nan = sizeof(T) == 4 ? bits_as<T>(B(canonical_nan)) : bits_as<T>(B(0x7fffffffffffffffu));
            if (Nan || (a != a && b != b)) return nan;
            r = a != a ? b : a;
        } else if (a == b) {
            const bool a_negative = bits_as<B>(a) & sign_bit;
            r = a_negative == Max ? b : a;
        } else {
            r = (a < b) == Max ? b : a;
        }
        return bits_as<T>(B(bits_as<B>(r) | sign));
    }
};

enum class property { finite, infinite, number, notanumber, normal, subnormal };
template <class T, property P>
void testp(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    const u32 r = mask_of([=](int l) {
        switch (P) {
        case property::finite:
            return std::isfinite(a[l]);
        case property::infinite:
            return std::isinf(a[l]);
        case property::number:
            return !std::isnan(a[l]);
        case property::notanumber:
            return std::isnan(a[l]);
        case property::normal:
            return std::isnormal(a[l]) || a[l] == 0; // zero counts
        default:
            return std::fpclassify(a[l]) == FP_SUBNORMAL;
        }
    });
    write_predicate(slot<u32>(w, i.operands[0]), m, r);
}

template <class T, template <class, bool, bool> class Op>
void add_two(form_table& t, const std::string& name, bool unrounded, bool saturates)
{
    for (const char* rn : {".rn", ""}) {
        if (!*rn && !unrounded) continue;
        const std::string n = name + rn;
        if constexpr (sizeof(T) == 4) {
            add_binary<T, T, T, Op<T, false, false>>(t, (n + ".f32").c_str());
            add_binary<T, T, T, Op<T, true, false>>(t, (n + ".ftz.f32").c_str());
            if (!saturates) continue;
            add_binary<T, T, T, Op<T, false, true>>(t, (n + ".sat.f32").c_str());
            add_binary<T, T, T, Op<T, true, true>>(t, (n + ".ftz.sat.f32").c_str());
        } else {
            add_binary<T, T, T, Op<T, false, false>>(t, (n + ".f64").c_str());
        }
    }
}
template <class T, template <class, bool, bool> class Op>
void add_one(form_table& t, const std::string& name)
{
    if constexpr (sizeof(T) == 4) {
        add_unary<T, T, Op<T, false, false>>(t, (name + ".f32").c_str());
        add_unary<T, T, Op<T, true, false>>(t, (name + ".ftz.f32").c_str());
    } else {
        add_unary<T, T, Op<T, false, false>>(t, (name + ".f64").c_str());
    }
}
template <class T, bool Max, bool Ftz>
void add_extreme(form_table& t, const std::string& name, const std::string& type)
{
    const std::string n = name + (Ftz ? ".ftz" : "");
    add_binary<T, T, T, op_extreme<T, Max, Ftz, false, false>>(t, (n + "." + type).c_str());
    if constexpr (sizeof(T) == 4) {
        add_binary<T, T, T, op_extreme<T, Max, Ftz, true, false>>(t, (n + ".NaN." + type).c_str());
        add_binary<T, T, T, op_extreme<T, Max, Ftz, false, true>>(t, (n + ".xorsign.abs." + type).c_str());
        add_binary<T, T, T, op_extreme<T, Max, Ftz, true, true>>(t, (n + ".NaN.xorsign.abs." + type).c_str());
    }
}
template <class T>
void add_testp(form_table& t, const std::string& type)
{
    const std::string operands = {'p', ':', letter<T>()};
    t.add("testp.finite." + type, testp<T, property::finite>, operands);
    t.add("testp.infinite." + type, testp<T, property::infinite>, operands);
    t.add("testp.number." + type, testp<T, property::number>, operands);
    t.add("testp.notanumber." + type, testp<T, property::notanumber>, operands);
    t.add("testp.normal." + type, testp<T, property::normal>, operands);
    t.add("testp.subnormal." + type, testp<T, property::subnormal>, operands);
}

} // namespace

void add_float_forms(form_table& t)
{
    add_two<float, op_add>(t, "add", true, true);
    add_two<float, op_sub>(t, "sub", true, true);
    add_two<float, op_mul>(t, "mul", true, true);
    add_two<double, op_add>(t, "add", true, true);
    add_two<double, op_sub>(t, "sub", true, true);
    add_two<double, op_mul>(t, "mul", true, true);
    add_two<float, op_div>(t, "div", false, false);
    add_two<double, op_div>(t, "div", false, false);
    for (const char* name : {"fma", "mad"}) {
        const std::string n = std::string(name) + ".rn";
        add_ternary<float, float, float, float, op_fma<float, false, false>>(t, (n + ".f32").c_str());
        add_ternary<float, float, float, float, op_fma<float, true, false>>(t, (n + ".ftz.f32").c_str());
        add_ternary<float, float, float, float, op_fma<float, false, true>>(t, (n + ".sat.f32").c_str());
        add_ternary<float, float, float, float, op_fma<float, true, true>>(t, (n + ".ftz.sat.f32").c_str());
        add_ternary<double, double, double, double, op_fma<double, false, false>>(t, (n + ".f64").c_str());
    }
    add_one<float, op_rcp>(t, "rcp.rn");
    add_one<double, op_rcp>(t, "rcp.rn");
    add_one<float, op_sqrt>(t, "sqrt.rn");
    add_one<double, op_sqrt>(t, "sqrt.rn");
    t.add("neg.f32", unary<u32, u32, op_neg32<false>>, "f:f");
    t.add("neg.ftz.f32", unary<u32, u32, op_neg32<true>>, "f:f");
    t.add("abs.f32", unary<u32, u32, op_abs32<false>>, "f:f");
    t.add("abs.ftz.f32", unary<u32, u32, op_abs32<true>>, "f:f");
    t.add("neg.f64", unary<u64, u64, op_neg64>, "F:F");
    t.add("abs.f64", unary<u64, u64, op_abs64>, "F:F");
    t.add("copysign.f32", binary<u32, u32, u32, op_copysign32>, "f:ff");
    t.add("copysign.f64", binary<u64, u64, u64, op_copysign64>, "F:FF");
    add_extreme<float, false, false>(t, "min", "f32");
    add_extreme<float, false, true>(t, "min", "f32");
    add_extreme<float, true, false>(t, "max", "f32");
    add_extreme<float, true, true>(t, "max", "f32");
    add_extreme<double, false, false>(t, "min", "f64");
    add_extreme<double, true, false>(t, "max", "f64");
    add_testp<float>(t, "f32");
    add_testp<double>(t, "f64");
}

} // namespace cuda_emulator
