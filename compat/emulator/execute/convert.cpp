// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt: every pair of types, rounding and saturation. PTX ISA, "Data Movement and Conversion: cvt".
#include "execute/lane_operations.h"
#include "machine/float_value.h"
#include "machine/integers.h"

#include <limits>

namespace cuda_emulator {

namespace {

// The register that holds a type: 8-bit integers sit in 16-bit registers, halves are their bits.
template <class T>
struct held {
    using type = T;
};
template <>
struct held<i8> {
    using type = i16;
};
template <>
struct held<u8> {
    using type = u16;
};

// ---- integer to integer: modulo 2^n, or to the nearest value that fits.
template <class D, class S, bool Sat>
struct op_integer {
    static typename held<D>::type f(typename held<S>::type a)
    {
        const S v = S(a);
        if constexpr (Sat) {
            constexpr D low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
            if (std::is_signed_v<S> && v < 0) return std::is_signed_v<D> ? (i64(v) < i64(low) ? low : D(v)) : D(0);
            return u64(v) > u64(high) ? high : D(v);
        }
        return D(v);
    }
};

template <class T>
inline T round_to_integer(T v, rounding r)
{
    switch (r) {
    case rounding::nearest:
        return std::nearbyint(v); // the host stays in round-to-nearest-even
    case rounding::zero:
        return std::trunc(v);
    case rounding::down:
        return std::floor(v);
    case rounding::up:
        return std::ceil(v);
    default:
        return std::round(v);
    }
}

// ---- float to integer: rounded, then clamped to the range; NaN gives 0, or the top bit with 64 bits on either side.
template <class D, class T, rounding R>
inline D to_integer(T v)
{
    constexpr D low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
    if (v != v) { return sizeof(T) == 8 || sizeof(D) == 8 ? D(u64{1} << (8 * sizeof(D) - 1)) : D(0); }
    const T r = round_to_integer(v, R);
    // 2^n and -2^n are exact in every format, the limits are not.
    const T above = std::ldexp(T(1), int(8 * sizeof(D)) - std::is_signed_v<D>);
    const T below = std::is_signed_v<D> ? -above : T(0);
    if (r >= above) return high;
    if (r < below) return low;
    return D(r);
}
template <class D, class S, rounding R, bool Ftz>
struct op_float_to_integer {
    static typename held<D>::type f(S a) { return to_integer<D, S, R>(Ftz ? flush(a) : a); }
};
template <class D, class F, rounding R>
struct op_small_to_integer {
    static typename held<D>::type f(u16 a) { return to_integer<D, float, R>(F::value(a)); }
};

// ---- integer to float. A 64-bit integer is cut to a double with a sticky last bit first, which keeps directed
// rounding and the small formats right.
template <class S>
inline double sticky_double(S v)
{
    if (sizeof(S) < 8) return double(v);
    const bool negative = std::is_signed_v<S> && v < 0;
    u64 magnitude = negative ? 0 - u64(v) : u64(v);
    if (magnitude >> 53) {
        const int drop = 64 - __builtin_clzll(magnitude) - 53;
        const u64 rest = magnitude & ((u64{1} << drop) - 1);
        magnitude = magnitude >> drop << drop;
        if (rest) magnitude |= u64{1} << drop;
    }
    const double d = double(magnitude);
    return negative ? -d : d;
}
template <rounding R>
inline float to_float(double v)
{
    if (R == rounding::nearest) return float(v);
    return bits_as<float>(encode<8, 23>(v, R));
}
template <class S, rounding R>
inline double integer_to_double(S v)
{
    if (R == rounding::nearest || sizeof(S) < 8) return double(v);
    const bool negative = std::is_signed_v<S> && v < 0;
    u64 magnitude = negative ? 0 - u64(v) : u64(v);
    const bool away = R == (negative ? rounding::down : rounding::up);
    if (magnitude >> 53) {
        const int drop = 64 - __builtin_clzll(magnitude) - 53;
        const u64 rest = magnitude & ((u64{1} << drop) - 1);
        magnitude -= rest;
        if (rest && away) {
            const u64 up = magnitude + (u64{1} << drop);
            if (up < magnitude) return negative ? -0x1p64 : 0x1p64;
            magnitude = up;
        }
    }
    const double d = double(magnitude);
    return negative ? -d : d;
}
template <class S, rounding R, bool Sat>
struct op_integer_to_f32 {
    static float f(typename held<S>::type a)
    {
        float r;
        if constexpr (R == rounding::nearest) {
            r = float(S(a));
        } else {
            r = to_float<R>(sticky_double(S(a)));
        }
        return Sat ? saturate_unit(r) : r;
    }
};
template <class S, rounding R>
struct op_integer_to_f64 {
    static double f(typename held<S>::type a) { return integer_to_double<S, R>(S(a)); }
};
template <class S, class F, rounding R, bool Sat>
struct op_integer_to_small {
    static u16 f(typename held<S>::type a)
    {
        const double d = sticky_double(S(a));
        return F::from(Sat ? saturate_unit(d) : d, R);
    }
};

// ---- float to float
// A NaN of 64 bits keeps its sign and the upper bits of its payload.
template <int Exponent, int Mantissa>
inline u32 narrow_nan(double v)
{
    const u64 b = bits_as<u64>(v);
    const u32 payload = u32(b >> (52 - Mantissa)) & ((1u << Mantissa) - 1);
    return u32(b >> 63) << (Exponent + Mantissa) | ((2u << Exponent) - 1) << (Mantissa - 1) | payload;
}
template <rounding R, bool Ftz, bool Sat>
struct op_f64_to_f32 {
    static float f(double a)
    {
        if (a != a) return Sat ? 0 : bits_as<float>(narrow_nan<8, 23>(a));
        float r = to_float<R>(a);
        if (Ftz) r = R == rounding::nearest ? flush_tiny(r, a) : flush_directed(r, a);
        return Sat ? saturate_unit(r) : r;
    }
};
template <bool Ftz, bool Sat>
struct op_f32_to_f64 {
    static double f(float a)
    {
        // A NaN stays what it was, quiet; with .ftz it is that of 32 bits. PTX says neither, an H200 does both.
        if (Ftz) a = a != a ? bits_as<float>(0x7fffffffu) : flush(a);
        const double r = double(a);
        return Sat ? saturate_unit(r) : r;
    }
};
template <class T, rounding R, bool Round, bool Ftz, bool Sat>
struct op_same {
    static T f(T a)
    {
        if (Ftz) a = flush(a);
        if (Round) a = round_to_integer(a, R);
        a = canonical(a);
        return Sat ? saturate_unit(a) : a;
    }
};
// .ftz changes nothing: an H200 does not flush the source.
template <class S, class F, rounding R, bool Sat, bool Relu>
struct op_to_small {
    static u16 f(S a)
    {
        if (sizeof(S) == 8 && a != a && !Sat) return u16(narrow_nan<F::exponent_bits, F::mantissa_bits>(a));
        double v = a;
        if (Sat) v = saturate_unit(v);
        if (Relu && !(v > 0) && v == v) v = 0;
        return F::from(v, R);
    }
};
template <class D, class F, bool Ftz, bool Sat>
struct op_from_small {
    static D f(u16 a)
    {
        const float x = F::value(a);
        D r;
        if constexpr (F::exponent_bits == 8 && sizeof(D) == 4) {
            r = x; // the bits of a NaN, too
        } else if (x != x) {
            r = sizeof(D) == 4 ? D(bits_as<float>(canonical_nan)) : D(bits_as<double>(u64{0x7fffffffffffffffu}));
        } else {
            r = D(x);
        }
        if (Ftz && sizeof(D) == 4) r = flush(r);
        return Sat ? saturate_unit(r) : r;
    }
};
template <class F, rounding R, bool Round, bool Sat>
struct op_small_same {
    static u16 f(u16 a)
    {
        double v = F::value(a);
        if (Round) v = round_to_integer(v, R);
        if (Sat) v = saturate_unit(v);
        return F::from(v);
    }
};
template <class From, class To, rounding R>
struct op_small_to_small {
    static u16 f(u16 a) { return To::from(From::value(a), R); }
};
// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
template <class F, rounding R, bool Relu>
struct op_pack {
    static u32 f(float a, float b)
    {
        using X = op_to_small<float, F, R, false, Relu>;
        return u32(X::f(a)) << 16 | X::f(b);
    }
};
template <class T>
const char* type_name();
template <>
const char* type_name<i8>()
{
    return "s8";
}
template <>
const char* type_name<u8>()
{
    return "u8";
}
template <>
const char* type_name<i16>()
{
    return "s16";
}
template <>
const char* type_name<u16>()
{
    return "u16";
}
template <>
const char* type_name<i32>()
{
    return "s32";
}
template <>
const char* type_name<u32>()
{
    return "u32";
}
template <>
const char* type_name<i64>()
{
    return "s64";
}
template <>
const char* type_name<u64>()
{
    return "u64";
}

template <class D, class S>
void add_integer_pair(form_table& t)
{
    const std::string types = std::string(type_name<D>()) + "." + type_name<S>();
    const std::string operands{letter<D>(), ':', letter<S>()};
    using HD = typename held<D>::type;
    using HS = typename held<S>::type;
    t.add("cvt." + types, unary<HD, HS, op_integer<D, S, false>>, operands);
    // Not where every value fits.
    constexpr bool fits = std::is_signed_v<S> == std::is_signed_v<D> ? sizeof(S) <= sizeof(D)
                                                                     : std::is_signed_v<D> && sizeof(S) < sizeof(D);
    if constexpr (!fits) t.add("cvt.sat." + types, unary<HD, HS, op_integer<D, S, true>>, operands);
}
template <class D>
void add_integer_target(form_table& t)
{
    add_integer_pair<D, i8>(t);
    add_integer_pair<D, u8>(t);
    add_integer_pair<D, i16>(t);
    add_integer_pair<D, u16>(t);
    add_integer_pair<D, i32>(t);
    add_integer_pair<D, u32>(t);
    add_integer_pair<D, i64>(t);
    add_integer_pair<D, u64>(t);
}

template <class D, rounding R>
void add_float_integer(form_table& t, const std::string& mode)
{
    using H = typename held<D>::type;
    const std::string d = type_name<D>();
    const char c = letter<D>();
    // Saturation is what happens anyway.
    for (const char* sat : {"", ".sat"}) {
        t.add("cvt." + mode + "i" + sat + "." + d + ".f32", unary<H, float, op_float_to_integer<D, float, R, false>>,
              {c, ':', 'f'});
        t.add("cvt." + mode + "i.ftz" + sat + "." + d + ".f32", unary<H, float, op_float_to_integer<D, float, R, true>>,
              {c, ':', 'f'});
        t.add("cvt." + mode + "i" + sat + "." + d + ".f64", unary<H, double, op_float_to_integer<D, double, R, false>>,
              {c, ':', 'F'});
        t.add("cvt." + mode + "i" + sat + "." + d + ".f16", unary<H, u16, op_small_to_integer<D, half_format, R>>,
              {c, ':', 'e'});
    }
    t.add("cvt." + mode + ".f32." + d, unary<float, H, op_integer_to_f32<D, R, false>>, {'f', ':', c});
    t.add("cvt." + mode + ".sat.f32." + d, unary<float, H, op_integer_to_f32<D, R, true>>, {'f', ':', c});
    t.add("cvt." + mode + ".f64." + d, unary<double, H, op_integer_to_f64<D, R>>, {'F', ':', c});
    t.add("cvt." + mode + ".f16." + d, unary<u16, H, op_integer_to_small<D, half_format, R, false>>, {'e', ':', c});
    t.add("cvt." + mode + ".sat.f16." + d, unary<u16, H, op_integer_to_small<D, half_format, R, true>>, {'e', ':', c});
    t.add("cvt." + mode + "i." + d + ".bf16", unary<H, u16, op_small_to_integer<D, bfloat_format, R>>, {c, ':', 'e'});
    t.add("cvt." + mode + ".bf16." + d, unary<u16, H, op_integer_to_small<D, bfloat_format, R, false>>, {'e', ':', c});
}
template <class D>
void add_float_integer_modes(form_table& t)
{
    add_float_integer<D, rounding::nearest>(t, "rn");
    add_float_integer<D, rounding::zero>(t, "rz");
    add_float_integer<D, rounding::down>(t, "rm");
    add_float_integer<D, rounding::up>(t, "rp");
}

template <rounding R>
void add_float_float(form_table& t, const std::string& m)
{
    t.add("cvt." + m + ".f32.f64", unary<float, double, op_f64_to_f32<R, false, false>>, "f:F");
    t.add("cvt." + m + ".ftz.f32.f64", unary<float, double, op_f64_to_f32<R, true, false>>, "f:F");
    t.add("cvt." + m + ".sat.f32.f64", unary<float, double, op_f64_to_f32<R, false, true>>, "f:F");
    t.add("cvt." + m + ".ftz.sat.f32.f64", unary<float, double, op_f64_to_f32<R, true, true>>, "f:F");
    t.add("cvt." + m + "i.f32.f32", unary<float, float, op_same<float, R, true, false, false>>, "f:f");
    t.add("cvt." + m + "i.ftz.f32.f32", unary<float, float, op_same<float, R, true, true, false>>, "f:f");
    t.add("cvt." + m + "i.sat.f32.f32", unary<float, float, op_same<float, R, true, false, true>>, "f:f");
    t.add("cvt." + m + "i.ftz.sat.f32.f32", unary<float, float, op_same<float, R, true, true, true>>, "f:f");
    t.add("cvt." + m + "i.f64.f64", unary<double, double, op_same<double, R, true, false, false>>, "F:F");
    t.add("cvt." + m + "i.sat.f64.f64", unary<double, double, op_same<double, R, true, false, true>>, "F:F");
    t.add("cvt." + m + "i.f16.f16", unary<u16, u16, op_small_same<half_format, R, true, false>>, "e:e");
    t.add("cvt." + m + "i.bf16.bf16", unary<u16, u16, op_small_same<bfloat_format, R, true, false>>, "e:e");
    t.add("cvt." + m + ".f16.f32", unary<u16, float, op_to_small<float, half_format, R, false, false>>, "e:f");
    t.add("cvt." + m + ".ftz.f16.f32", unary<u16, float, op_to_small<float, half_format, R, false, false>>, "e:f");
    t.add("cvt." + m + ".sat.f16.f32", unary<u16, float, op_to_small<float, half_format, R, true, false>>, "e:f");
    t.add("cvt." + m + ".ftz.sat.f16.f32", unary<u16, float, op_to_small<float, half_format, R, true, false>>, "e:f");
    t.add("cvt." + m + ".f16.f64", unary<u16, double, op_to_small<double, half_format, R, false, false>>, "e:F");
    t.add("cvt." + m + ".sat.f16.f64", unary<u16, double, op_to_small<double, half_format, R, true, false>>, "e:F");
    t.add("cvt." + m + ".bf16.f32", unary<u16, float, op_to_small<float, bfloat_format, R, false, false>>, "e:f");
    t.add("cvt." + m + ".bf16.f64", unary<u16, double, op_to_small<double, bfloat_format, R, false, false>>, "e:F");
    t.add("cvt." + m + ".bf16.f16", unary<u16, u16, op_small_to_small<half_format, bfloat_format, R>>, "e:e");
    t.add("cvt." + m + ".f16.bf16", unary<u16, u16, op_small_to_small<bfloat_format, half_format, R>>, "e:e");
    if constexpr (R == rounding::nearest || R == rounding::zero) {
        t.add("cvt." + m + ".relu.f16.f32", unary<u16, float, op_to_small<float, half_format, R, false, true>>, "e:f");
        t.add("cvt." + m + ".relu.bf16.f32", unary<u16, float, op_to_small<float, bfloat_format, R, false, true>>,
              "e:f");
        t.add("cvt." + m + ".f16x2.f32", binary<u32, float, float, op_pack<half_format, R, false>>, "r:ff");
        t.add("cvt." + m + ".relu.f16x2.f32", binary<u32, float, float, op_pack<half_format, R, true>>, "r:ff");
        t.add("cvt." + m + ".bf16x2.f32", binary<u32, float, float, op_pack<bfloat_format, R, false>>, "r:ff");
        t.add("cvt." + m + ".relu.bf16x2.f32", binary<u32, float, float, op_pack<bfloat_format, R, true>>, "r:ff");
    }
}

} // namespace

void add_conversion_forms(form_table& t)
{
    add_integer_target<i8>(t);
    add_integer_target<u8>(t);
    add_integer_target<i16>(t);
    add_integer_target<u16>(t);
    add_integer_target<i32>(t);
    add_integer_target<u32>(t);
    add_integer_target<i64>(t);
    add_integer_target<u64>(t);
    add_float_integer_modes<i8>(t);
    add_float_integer_modes<u8>(t);
    add_float_integer_modes<i16>(t);
    add_float_integer_modes<u16>(t);
    add_float_integer_modes<i32>(t);
    add_float_integer_modes<u32>(t);
    add_float_integer_modes<i64>(t);
    add_float_integer_modes<u64>(t);
    add_float_float<rounding::nearest>(t, "rn");
    add_float_float<rounding::zero>(t, "rz");
    add_float_float<rounding::down>(t, "rm");
    add_float_float<rounding::up>(t, "rp");
    for (const char* sat : {"", ".sat"}) {
        const bool s = *sat;
        const std::string h = std::string("cvt") + sat;
        t.add(h + ".f64.f32",
              s ? unary<double, float, op_f32_to_f64<false, true>> : unary<double, float, op_f32_to_f64<false, false>>,
              "F:f");
        const std::string f = std::string("cvt.ftz") + sat;
        t.add(f + ".f64.f32",
              s ? unary<double, float, op_f32_to_f64<true, true>> : unary<double, float, op_f32_to_f64<true, false>>,
              "F:f");
        t.add(h + ".f32.f32",
              s ? unary<float, float, op_same<float, rounding::nearest, false, false, true>>
                : unary<float, float, op_same<float, rounding::nearest, false, false, false>>,
              "f:f");
        t.add(f + ".f32.f32",
              s ? unary<float, float, op_same<float, rounding::nearest, false, true, true>>
                : unary<float, float, op_same<float, rounding::nearest, false, true, false>>,
              "f:f");
        t.add(h + ".f64.f64",
              s ? unary<double, double, op_same<double, rounding::nearest, false, false, true>>
                : unary<double, double, op_same<double, rounding::nearest, false, false, false>>,
              "F:F");
        t.add(h + ".f32.f16",
              s ? unary<float, u16, op_from_small<float, half_format, false, true>>
                : unary<float, u16, op_from_small<float, half_format, false, false>>,
              "f:e");
        t.add(f + ".f32.f16",
              s ? unary<float, u16, op_from_small<float, half_format, true, true>>
                : unary<float, u16, op_from_small<float, half_format, true, false>>,
              "f:e");
        t.add(h + ".f64.f16",
              s ? unary<double, u16, op_from_small<double, half_format, false, true>>
                : unary<double, u16, op_from_small<double, half_format, false, false>>,
              "F:e");
    }
    t.add("cvt.f32.bf16", unary<float, u16, op_from_small<float, bfloat_format, false, false>>, "f:e");
    t.add("cvt.f64.bf16", unary<double, u16, op_from_small<double, bfloat_format, false, false>>, "F:e");
    t.add("cvt.sat.f16.f16", unary<u16, u16, op_small_same<half_format, rounding::nearest, false, true>>, "e:e");
}

} // namespace cuda_emulator
