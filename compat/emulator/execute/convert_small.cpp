// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt to formats smaller than a register: cvt.pack, tf32, and .satfinite. Eight-bit floats are in isa/half.def.
#include "execute/lane_handler.h"
#include "isa/integers.h"
#include "machine/float_value.h"

namespace cuda_emulator {

namespace {

// cvt.pack: saturates two integers to `Bits` bits each. c is shifted up to fill the remaining bits.
template <int Bits, bool Signed>
struct op_pack_integers {
    static u32 clamped(i32 v)
    {
        constexpr i32 low = Signed ? -(1 << (Bits - 1)) : 0, high = (1 << (Bits - Signed)) - 1;
        return u32(v < low ? low : v > high ? high : v) & ((1u << Bits) - 1);
    }
    static u32 f(i32 a, i32 b) { return clamped(a) << Bits | clamped(b); }
    static u32 onto(i32 a, i32 b, u32 c) { return f(a, b) | c << 2 * Bits; }
};

// .rna as ptxas for sm_90 does it: adds half a unit to finite numbers and truncates. With .satfinite an infinity
// becomes the largest number.
template <bool Finite>
struct op_tf32_away {
    static u32 f(float a)
    {
        const u32 b = bits_as<u32>(a), r = (std::isfinite(a) ? b + 0x1000 : b) & 0xffffe000u;
        return Finite && (r & 0x7f800000u) == 0x7f800000u ? r - 0x2000 : r;
    }
};
template <rounding R, bool Relu>
struct op_tf32 {
    static u32 f(float a)
    {
        if (a != a) return canonical_nan;
        if (Relu && !(a > 0)) return 0;
        return encode<8, 10>(a, R) << 13;
    }
};

template <bool Relu>
inline double positive(double v)
{
    return Relu && v <= 0 ? 0 : v;
}

// Infinities, and values that round to an infinity, become the largest number.
template <class F, rounding R, bool Relu>
struct op_finite {
    static u16 f(float a)
    {
        const u16 r = F::from(positive<Relu>(a), R);
        return a == a && (r & F::exponent) == F::exponent ? u16(r - 1) : r;
    }
};
template <class F, rounding R, bool Relu>
struct op_finite_pair {
    using X = op_finite<F, R, Relu>;
    static u32 f(float a, float b) { return u32(X::f(a)) << 16 | X::f(b); }
};

template <rounding R, bool Relu>
void add_relu(form_table& t, const char* mode)
{
    constexpr const char* relu = Relu ? ".relu" : "";
    add_interpreted<&op_tf32<R, Relu>::f>(t, {"cvt.", mode, relu, ".tf32.f32"}, "r:f");
    add_interpreted<&op_finite<half_format, R, Relu>::f>(t, {"cvt.", mode, relu, ".satfinite.f16.f32"}, "e:f");
    add_interpreted<&op_finite<bfloat_format, R, Relu>::f>(t, {"cvt.", mode, relu, ".satfinite.bf16.f32"}, "e:f");
    add_interpreted<&op_finite_pair<half_format, R, Relu>::f>(t, {"cvt.", mode, relu, ".satfinite.f16x2.f32"}, "r:ff");
    add_interpreted<&op_finite_pair<bfloat_format, R, Relu>::f>(t, {"cvt.", mode, relu, ".satfinite.bf16x2.f32"},
                                                                "r:ff");
}

} // namespace

void add_small_conversion_forms(form_table& t)
{
    add_interpreted<&op_tf32_away<false>::f>(t, {"cvt.rna.tf32.f32"}, "r:f");
    add_interpreted<&op_tf32_away<true>::f>(t, {"cvt.rna.satfinite.tf32.f32"}, "r:f");
    add_relu<rounding::nearest, false>(t, "rn");
    add_relu<rounding::nearest, true>(t, "rn");
    add_relu<rounding::zero, false>(t, "rz");
    add_relu<rounding::zero, true>(t, "rz");
    add_interpreted<&op_pack_integers<16, true>::f>(t, {"cvt.pack.sat.s16.s32"});
    add_interpreted<&op_pack_integers<16, false>::f>(t, {"cvt.pack.sat.u16.s32"});
    add_interpreted<&op_pack_integers<8, true>::onto>(t, {"cvt.pack.sat.s8.s32.b32"});
    add_interpreted<&op_pack_integers<8, false>::onto>(t, {"cvt.pack.sat.u8.s32.b32"});
    add_interpreted<&op_pack_integers<4, true>::onto>(t, {"cvt.pack.sat.s4.s32.b32"});
    add_interpreted<&op_pack_integers<4, false>::onto>(t, {"cvt.pack.sat.u4.s32.b32"});
    add_interpreted<&op_pack_integers<2, true>::onto>(t, {"cvt.pack.sat.s2.s32.b32"});
    add_interpreted<&op_pack_integers<2, false>::onto>(t, {"cvt.pack.sat.u2.s32.b32"});
}

} // namespace cuda_emulator
