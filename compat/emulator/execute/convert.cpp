// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt: the rows of isa/convert.def, and conversions that are only interpreted: those with directed rounding or a 16-bit
// format. PTX ISA, "Data Movement and Conversion: cvt".
#include "isa/lane/convert.h"

#include "execute/lane_handler.h"
#include "isa/rows.h"
#include "machine/float_value.h"

namespace cuda_emulator {

namespace {

using lane::held;

template <class D, class F, rounding R>
struct op_small_to_integer {
    static held<D> f(u16 a) { return lane::float_to_integer<D, float, R>(F::value(a)); }
};

// ---- integer to float. A 64-bit integer is first cut to a double with a sticky last bit. Directed rounding and
// rounding to small formats then stay correct.
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
    static float f(held<S> a)
    {
        const float r = to_float<R>(sticky_double(S(a)));
        return Sat ? saturate_unit(r) : r;
    }
};
template <class S, rounding R>
struct op_integer_to_f64 {
    static double f(held<S> a) { return integer_to_double<S, R>(S(a)); }
};
template <class S, class F, rounding R, bool Sat>
struct op_integer_to_small {
    static u16 f(held<S> a)
    {
        const double d = sticky_double(S(a));
        return F::from(Sat ? saturate_unit(d) : d, R);
    }
};

// ---- float to float
template <rounding R, bool Ftz, bool Sat>
struct op_f64_to_f32 {
    static float f(double a)
    {
        if (a != a) return Sat ? 0 : bits_as<float>(lane::narrow_nan<8, 23>(a));
        float r = to_float<R>(a);
        if (Ftz) r = flush_directed(r, a);
        return Sat ? saturate_unit(r) : r;
    }
};
// An H200 does not flush the source, so .ftz has no effect.
template <class S, class F, rounding R, bool Sat, bool Relu>
struct op_to_small {
    static u16 f(S a)
    {
        if (sizeof(S) == 8 && a != a && !Sat) return u16(lane::narrow_nan<F::exponent_bits, F::mantissa_bits>(a));
        double v = a;
        if (Sat) v = saturate_unit(v);
        if (Relu && !(v > 0) && v == v) v = 0;
        return F::from(v, R);
    }
};
template <class F, rounding R, bool Round, bool Sat>
struct op_small_same {
    static u16 f(u16 a)
    {
        double v = F::value(a);
        if (Round) v = lane::to_whole<R>(v);
        if (Sat) v = saturate_unit(v);
        return F::from(v);
    }
};
template <class From, class To, rounding R>
struct op_small_to_small {
    static u16 f(u16 a) { return To::from(From::value(a), R); }
};
// cvt.rn.f16x2.f32 d, a, b: a becomes the upper half.
template <class F, rounding R, bool Relu>
struct op_pack {
    static u32 f(float a, float b)
    {
        using X = op_to_small<float, F, R, false, Relu>;
        return u32(X::f(a)) << 16 | X::f(b);
    }
};
// The following functions are called for each integer type, with its PTX name.
template <class D, rounding R>
void add_directed_integer(form_table& t, const char* mode, const char* type)
{
    add_interpreted<&op_integer_to_f32<D, R, false>::f>(t, {"cvt.", mode, ".f32.", type});
    add_interpreted<&op_integer_to_f32<D, R, true>::f>(t, {"cvt.", mode, ".sat.f32.", type});
    add_interpreted<&op_integer_to_f64<D, R>::f>(t, {"cvt.", mode, ".f64.", type});
}
template <class D, rounding R>
void add_small_integer(form_table& t, const char* mode, const char* type)
{
    constexpr char to_integer[] = {letter<D>(), ':', 'e', 0}, from_integer[] = {'e', ':', letter<D>(), 0};
    for (const char* sat : {"", ".sat"}) // every conversion to an integer saturates
        add_interpreted<&op_small_to_integer<D, half_format, R>::f>(t, {"cvt.", mode, "i", sat, ".", type, ".f16"},
                                                                    to_integer);
    add_interpreted<&op_small_to_integer<D, bfloat_format, R>::f>(t, {"cvt.", mode, "i.", type, ".bf16"}, to_integer);
    if (R == rounding::nearest && sizeof(D) < 8) return; // isa/half.def has the rest
    add_interpreted<&op_integer_to_small<D, half_format, R, false>::f>(t, {"cvt.", mode, ".f16.", type}, from_integer);
    add_interpreted<&op_integer_to_small<D, half_format, R, true>::f>(t, {"cvt.", mode, ".sat.f16.", type},
                                                                      from_integer);
    add_interpreted<&op_integer_to_small<D, bfloat_format, R, false>::f>(t, {"cvt.", mode, ".bf16.", type},
                                                                         from_integer);
}
template <class D>
void add_integer(form_table& t, const char* type)
{
    add_directed_integer<D, rounding::zero>(t, "rz", type);
    add_directed_integer<D, rounding::down>(t, "rm", type);
    add_directed_integer<D, rounding::up>(t, "rp", type);
    add_small_integer<D, rounding::nearest>(t, "rn", type);
    add_small_integer<D, rounding::zero>(t, "rz", type);
    add_small_integer<D, rounding::down>(t, "rm", type);
    add_small_integer<D, rounding::up>(t, "rp", type);
}

template <rounding R>
void add_directed_narrowing(form_table& t, const char* m)
{
    add_interpreted<&op_f64_to_f32<R, false, false>::f>(t, {"cvt.", m, ".f32.f64"});
    add_interpreted<&op_f64_to_f32<R, true, false>::f>(t, {"cvt.", m, ".ftz.f32.f64"});
    add_interpreted<&op_f64_to_f32<R, false, true>::f>(t, {"cvt.", m, ".sat.f32.f64"});
    add_interpreted<&op_f64_to_f32<R, true, true>::f>(t, {"cvt.", m, ".ftz.sat.f32.f64"});
}

template <class S, class F, rounding R, bool Sat, bool Relu>
constexpr auto to_small = &op_to_small<S, F, R, Sat, Relu>::f;

template <rounding R>
void add_small(form_table& t, const char* m)
{
    add_interpreted<&op_small_same<half_format, R, true, false>::f>(t, {"cvt.", m, "i.f16.f16"}, "e:e");
    add_interpreted<&op_small_same<bfloat_format, R, true, false>::f>(t, {"cvt.", m, "i.bf16.bf16"}, "e:e");
    add_interpreted<to_small<double, half_format, R, false, false>>(t, {"cvt.", m, ".f16.f64"}, "e:F");
    add_interpreted<to_small<double, half_format, R, true, false>>(t, {"cvt.", m, ".sat.f16.f64"}, "e:F");
    add_interpreted<to_small<double, bfloat_format, R, false, false>>(t, {"cvt.", m, ".bf16.f64"}, "e:F");
}

// isa/half.def has those that round to nearest.
template <rounding R>
void add_small_directed(form_table& t, const char* m)
{
    for (const char* ftz : {"", ".ftz"}) {
        add_interpreted<to_small<float, half_format, R, false, false>>(t, {"cvt.", m, ftz, ".f16.f32"}, "e:f");
        add_interpreted<to_small<float, half_format, R, true, false>>(t, {"cvt.", m, ftz, ".sat.f16.f32"}, "e:f");
    }
    add_interpreted<to_small<float, bfloat_format, R, false, false>>(t, {"cvt.", m, ".bf16.f32"}, "e:f");
    add_interpreted<&op_small_to_small<half_format, bfloat_format, R>::f>(t, {"cvt.", m, ".bf16.f16"}, "e:e");
    add_interpreted<&op_small_to_small<bfloat_format, half_format, R>::f>(t, {"cvt.", m, ".f16.bf16"}, "e:e");
    if constexpr (R == rounding::zero) {
        add_interpreted<to_small<float, half_format, R, false, true>>(t, {"cvt.", m, ".relu.f16.f32"}, "e:f");
        add_interpreted<to_small<float, bfloat_format, R, false, true>>(t, {"cvt.", m, ".relu.bf16.f32"}, "e:f");
        add_interpreted<&op_pack<half_format, R, false>::f>(t, {"cvt.", m, ".f16x2.f32"});
        add_interpreted<&op_pack<half_format, R, true>::f>(t, {"cvt.", m, ".relu.f16x2.f32"});
        add_interpreted<&op_pack<bfloat_format, R, false>::f>(t, {"cvt.", m, ".bf16x2.f32"});
        add_interpreted<&op_pack<bfloat_format, R, true>::f>(t, {"cvt.", m, ".relu.bf16x2.f32"});
    }
}

} // namespace

void add_conversion_forms(form_table& t)
{
#include "isa/convert.def"
    add_integer<i8>(t, "s8");
    add_integer<u8>(t, "u8");
    add_integer<i16>(t, "s16");
    add_integer<u16>(t, "u16");
    add_integer<i32>(t, "s32");
    add_integer<u32>(t, "u32");
    add_integer<i64>(t, "s64");
    add_integer<u64>(t, "u64");
    add_directed_narrowing<rounding::zero>(t, "rz");
    add_directed_narrowing<rounding::down>(t, "rm");
    add_directed_narrowing<rounding::up>(t, "rp");
    add_small<rounding::nearest>(t, "rn");
    add_small<rounding::zero>(t, "rz");
    add_small<rounding::down>(t, "rm");
    add_small<rounding::up>(t, "rp");
    add_small_directed<rounding::zero>(t, "rz");
    add_small_directed<rounding::down>(t, "rm");
    add_small_directed<rounding::up>(t, "rp");
    add_interpreted<&op_small_same<half_format, rounding::nearest, false, true>::f>(t, {"cvt.sat.f16.f16"}, "e:e");
}

} // namespace cuda_emulator
