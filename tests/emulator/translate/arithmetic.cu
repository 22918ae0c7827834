// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions whose C++ is more than an operator, over the edges of their types and numbers between: each one's
// results as a line with their digest.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

namespace {

constexpr int edges = 32, n = edges * edges;

// One statement for each instruction.
// clang-format off
#define OF_WORDS(one) \
    one("div.s32 %0, %1, %2;") one("div.u32 %0, %1, %2;") one("rem.s32 %0, %1, %2;") one("rem.u32 %0, %1, %2;") \
    one("sad.s32 %0, %1, %2, %3;") one("sad.u32 %0, %1, %2, %3;") one("mul.hi.s32 %0, %1, %2;") \
    one("mul.hi.u32 %0, %1, %2;") one("mad.hi.s32 %0, %1, %2, %3;") one("mad.hi.u32 %0, %1, %2, %3;") \
    one("mul24.lo.s32 %0, %1, %2;") one("mul24.lo.u32 %0, %1, %2;") one("mad24.lo.s32 %0, %1, %2, %3;") \
    one("mad24.lo.u32 %0, %1, %2, %3;") one("bfe.s32 %0, %1, %2, %3;") one("bfe.u32 %0, %1, %2, %3;") \
    one("bfi.b32 %0, %1, %2, %3, %2;") one("prmt.b32 %0, %1, %2, %3;") one("lop3.b32 %0, %1, %2, %3, 0x96;") \
    one("lop3.b32 %0, %1, %2, %3, 0x1e;") one("shf.l.wrap.b32 %0, %1, %2, %3;") \
    one("shf.r.wrap.b32 %0, %1, %2, %3;") one("shf.l.clamp.b32 %0, %1, %2, %3;") \
    one("shf.r.clamp.b32 %0, %1, %2, %3;") one("brev.b32 %0, %1;") one("popc.b32 %0, %1;") one("clz.b32 %0, %1;") \
    one("abs.s32 %0, %1;") one("cnot.b32 %0, %1;") one("set.lo.u32.u32 %0, %1, %2;") \
    one("{ .reg .pred p, q; .reg .b32 a; setp.lt.f16x2 p|q, %1, %2; selp.b32 a, 1, 2, p; selp.b32 %0, a, 4, q; }")
#define OF_FLOATS(one) \
    one("min.f32 %0, %1, %2;") one("max.f32 %0, %1, %2;") one("neg.f32 %0, %1;") one("abs.f32 %0, %1;") \
    one("copysign.f32 %0, %1, %2;") one("rcp.rn.f32 %0, %1;") one("add.ftz.f32 %0, %1, %2;") \
    one("sub.ftz.f32 %0, %1, %2;") one("mul.ftz.f32 %0, %1, %2;") one("fma.rn.ftz.f32 %0, %1, %2, %3;") \
    one("div.rn.ftz.f32 %0, %1, %2;") one("rcp.rn.ftz.f32 %0, %1;") one("sqrt.rn.ftz.f32 %0, %1;") \
    one("add.sat.f32 %0, %1, %2;") one("mul.sat.f32 %0, %1, %2;") one("fma.rn.sat.f32 %0, %1, %2, %3;") \
    one("cvt.sat.f32.f32 %0, %1;") one("neg.ftz.f32 %0, %1;") one("abs.ftz.f32 %0, %1;") \
    one("min.ftz.f32 %0, %1, %2;") one("max.ftz.f32 %0, %1, %2;") one("rcp.approx.f32 %0, %1;") \
    one("rcp.approx.ftz.f32 %0, %1;") one("rsqrt.approx.f32 %0, %1;") one("rsqrt.approx.ftz.f32 %0, %1;") \
    one("sqrt.approx.f32 %0, %1;") one("sqrt.approx.ftz.f32 %0, %1;") one("div.approx.f32 %0, %1, %2;") \
    one("div.approx.ftz.f32 %0, %1, %2;") one("div.full.f32 %0, %1, %2;") one("div.full.ftz.f32 %0, %1, %2;") \
    one("cvt.rni.f32.f32 %0, %1;") one("cvt.rzi.f32.f32 %0, %1;") one("cvt.rmi.f32.f32 %0, %1;") \
    one("{ .reg .s32 i; cvt.rzi.s32.f32 i, %1; cvt.rn.f32.s32 %0, i; }") \
    one("{ .reg .s32 i; cvt.rpi.s32.f32 i, %1; cvt.rn.f32.s32 %0, i; }") \
    one("{ .reg .s32 i; cvt.rni.ftz.s32.f32 i, %1; cvt.rn.f32.s32 %0, i; }") \
    one("{ .reg .u32 i; cvt.rzi.u32.f32 i, %1; cvt.rn.f32.u32 %0, i; }") \
    one("{ .reg .s64 i; cvt.rzi.s64.f32 i, %1; cvt.rn.f32.s64 %0, i; }") \
    one("cvt.rpi.f32.f32 %0, %1;") one("sin.approx.f32 %0, %1;") one("cos.approx.f32 %0, %1;") \
    one("lg2.approx.f32 %0, %1;") one("ex2.approx.f32 %0, %1;") one("sin.approx.ftz.f32 %0, %1;") \
    one("cos.approx.ftz.f32 %0, %1;") one("lg2.approx.ftz.f32 %0, %1;") one("ex2.approx.ftz.f32 %0, %1;")
#define OF_DIRECTED(one) \
    one("add.rz.f32 %0, %1, %2;") one("add.rm.f32 %0, %1, %2;") one("sub.rp.f32 %0, %1, %2;") \
    one("sub.rm.ftz.f32 %0, %1, %2;") one("mul.rz.f32 %0, %1, %2;") one("mul.rm.ftz.f32 %0, %1, %2;") \
    one("mul.rp.sat.f32 %0, %1, %2;") one("fma.rm.f32 %0, %1, %2, %3;") one("fma.rp.f32 %0, %1, %2, %3;") \
    one("fma.rz.ftz.sat.f32 %0, %1, %2, %3;") one("div.rz.f32 %0, %1, %2;") one("div.rm.ftz.f32 %0, %1, %2;") \
    one("rcp.rp.f32 %0, %1;") one("rcp.rz.ftz.f32 %0, %1;") one("sqrt.rm.f32 %0, %1;") one("sqrt.rp.ftz.f32 %0, %1;")
// Formats of 16 and 8 bits: of what is in the halves of the operands, and of the operands as pairs.
#define OF_HALVES(one) \
    one("add.f16 h, h, g; cvt.u32.u16 %0, h;") one("sub.ftz.f16 h, h, g; cvt.u32.u16 %0, h;") \
    one("mul.sat.f16 h, h, g; cvt.u32.u16 %0, h;") one("fma.rn.f16 h, h, g, h; cvt.u32.u16 %0, h;") \
    one("fma.rn.relu.f16 h, h, g, h; cvt.u32.u16 %0, h;") one("fma.rn.bf16 h, h, g, h; cvt.u32.u16 %0, h;") \
    one("neg.f16 h, h; cvt.u32.u16 %0, h;") one("abs.ftz.f16 h, h; cvt.u32.u16 %0, h;") \
    one("min.f16 h, h, g; cvt.u32.u16 %0, h;") one("max.NaN.f16 h, h, g; cvt.u32.u16 %0, h;") \
    one("min.xorsign.abs.f16 h, h, g; cvt.u32.u16 %0, h;") one("max.bf16 h, h, g; cvt.u32.u16 %0, h;") \
    one("add.f16x2 %0, %1, %2;") one("mul.ftz.f16x2 %0, %1, %2;") one("fma.rn.f16x2 %0, %1, %2, %3;") \
    one("fma.rn.bf16x2 %0, %1, %2, %3;") one("min.bf16x2 %0, %1, %2;") one("neg.f16x2 %0, %1;") \
    one("{ .reg .f32 f; cvt.f32.f16 f, h; mov.b32 %0, f; }") one("{ .reg .f32 f; cvt.ftz.f32.f16 f, h; mov.b32 %0, f; }") \
    one("{ .reg .f32 f; cvt.f32.bf16 f, h; mov.b32 %0, f; }") \
    one("{ .reg .f32 f; mov.b32 f, %1; cvt.rn.f16.f32 h, f; cvt.u32.u16 %0, h; }") \
    one("{ .reg .f32 f; mov.b32 f, %1; cvt.rn.bf16.f32 h, f; cvt.u32.u16 %0, h; }") \
    one("{ .reg .f32 f, e; mov.b32 f, %1; mov.b32 e, %2; cvt.rn.f16x2.f32 %0, f, e; }") \
    one("{ .reg .f32 f, e; mov.b32 f, %1; mov.b32 e, %2; cvt.rn.relu.bf16x2.f32 %0, f, e; }") \
    one("{ .reg .f64 f; .reg .b32 l, u; cvt.f64.f16 f, h; mov.b64 {l, u}, f; xor.b32 %0, l, u; }") \
    one("cvt.rn.f16.s32 h, %1; cvt.u32.u16 %0, h;") one("cvt.rn.bf16.u32 h, %1; cvt.u32.u16 %0, h;") \
    one("cvt.rn.bf16.f16 h, h; cvt.u32.u16 %0, h;") one("cvt.rn.f16x2.e4m3x2 %0, h;") one("cvt.rn.f16x2.e5m2x2 %0, h;") \
    one("{ .reg .f32 f, e; mov.b32 f, %1; mov.b32 e, %2; cvt.rn.satfinite.e4m3x2.f32 h, f, e; cvt.u32.u16 %0, h; }") \
    one("cvt.rn.satfinite.relu.e5m2x2.f16x2 h, %1; cvt.u32.u16 %0, h;") \
    one("set.lt.f16.f16 h, h, g; cvt.u32.u16 %0, h;") one("set.geu.ftz.f16.f16 h, h, g; cvt.u32.u16 %0, h;") \
    one("set.ne.bf16.bf16 h, h, g; cvt.u32.u16 %0, h;") one("set.gt.u32.f16 %0, h, g;") one("set.le.s16.bf16 h, h, g; cvt.u32.u16 %0, h;") \
    one("set.lt.f16x2.f16x2 %0, %1, %2;") one("set.nan.u32.f16x2 %0, %1, %2;") one("set.equ.bf16x2.bf16x2 %0, %1, %2;") \
    one("{ .reg .pred p; setp.le.f16 p, h, g; selp.b32 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.gtu.bf16 p, h, g; selp.b32 %0, %1, %2, p; }") \
    one("{ .reg .pred p, q; .reg .b32 a; setp.ge.ftz.f16x2 p|q, %1, %2; selp.b32 a, 1, 2, p; selp.b32 %0, a, 4, q; }") \
    one("{ .reg .pred p, q; setp.gt.bf16x2 _|q, %1, %2; selp.b32 %0, %1, %2, q; }") \
    one("{ .reg .pred p, q, r; .reg .b32 a; setp.neu.f16x2 p|q, %1, %2; setp.gt.s32 r, %1, %3; @r setp.lt.bf16x2 q|p, %1, %3;" \
        "selp.b32 a, 1, 2, p; selp.b32 %0, a, 4, q; }") \
    one("mov.b32 %0, {g, h};") one("{ .reg .b16 a, b; mov.b32 {a, b}, %1; sub.s16 a, a, b; cvt.u32.u16 %0, a; }") \
    one("{ .reg .b16 a; mov.b32 {_, a}, %1; cvt.u32.u16 %0, a; }") \
    one("{ .reg .b64 d; .reg .b16 a, b, c; mov.b64 d, {h, g, g, h}; mov.b64 {a, _, b, c}, d; add.s16 a, a, b; mov.b32 %0, {a, c}; }") \
    one("{ .reg .b64 d; .reg .b32 a, b; mov.b64 d, {%1, %2}; shr.b64 d, d, 8; mov.b64 {a, b}, d; xor.b32 %0, a, b; }")
#define TO_WORDS(one) \
    one("set.lt.u32.f32 %0, %1, %2;") one("{ .reg .f32 f; set.ge.ftz.f32.f32 f, %1, %2; mov.b32 %0, f; }") \
    one("cvt.rni.s32.f32 %0, %1;") one("cvt.rzi.s32.f32 %0, %1;") one("cvt.rmi.s32.f32 %0, %1;") \
    one("cvt.rpi.s32.f32 %0, %1;") one("cvt.rni.u32.f32 %0, %1;") one("cvt.rzi.u32.f32 %0, %1;") \
    one("cvt.rmi.u32.f32 %0, %1;") one("cvt.rpi.u32.f32 %0, %1;") \
    one("{ .reg .u16 h; cvt.rzi.u16.f32 h, %1; cvt.u32.u16 %0, h; }") \
    one("{ .reg .u16 h; cvt.rzi.s16.f32 h, %1; cvt.s32.s16 %0, h; }") \
    one("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.leu.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.gtu.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.geu.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.equ.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.neu.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.num.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.nan.f32 p, %1, %2; selp.b32 %0, 1, 0, p; }")
#define FROM_WORDS(one) \
    one("cvt.rn.f32.u32 %0, %1;") one("cvt.rn.f32.s32 %0, %1;") \
    one("{ .reg .u16 h; cvt.u16.u32 h, %1; cvt.rn.f32.u16 %0, h; }") \
    one("{ .reg .u16 h; cvt.u16.u32 h, %1; cvt.rn.f32.s16 %0, h; }") \
    one("{ .reg .u16 h; cvt.u16.u32 h, %1; cvt.rn.f32.u8 %0, h; }") \
    one("{ .reg .u16 h; cvt.u16.u32 h, %1; cvt.rn.f32.s8 %0, h; }")
// Instructions of 16 bits, whose operands and results are converted.
#define OF_SHORTS(one) \
    one("mul.lo.u16 h, h, g; cvt.u32.u16 %0, h;") one("mad.lo.s16 h, h, g, g; cvt.u32.u16 %0, h;") \
    one("mul.wide.u16 %0, h, g;") one("mul.wide.s16 %0, h, g;") one("add.s16 h, h, g; cvt.s32.s16 %0, h;") \
    one("sub.s16 h, h, g; cvt.s32.s16 %0, h;") one("shl.b16 h, h, %2; cvt.u32.u16 %0, h;") \
    one("shr.u16 h, h, %2; cvt.u32.u16 %0, h;") one("shr.s16 h, h, %2; cvt.u32.u16 %0, h;") \
    one("min.s16 h, h, g; cvt.u32.u16 %0, h;") one("max.u16 h, h, g; cvt.u32.u16 %0, h;") \
    one("div.s16 h, h, g; cvt.u32.u16 %0, h;") one("rem.u16 h, h, g; cvt.u32.u16 %0, h;") \
    one("neg.s16 h, h; cvt.u32.u16 %0, h;") one("abs.s16 h, h; cvt.u32.u16 %0, h;") \
    one("cvt.s16.s8 h, h; cvt.s32.s16 %0, h;") one("cvt.u16.u8 h, h; cvt.u32.u16 %0, h;") \
    one("{ .reg .pred p; setp.lt.s16 p, h, g; selp.b32 %0, 1, 0, p; }") \
    one("{ .reg .pred p; setp.hi.u16 p, h, g; selp.b32 %0, 1, 0, p; }")
#define OF_DOUBLES(one) \
    one("min.f64 %0, %1, %2;") one("max.f64 %0, %1, %2;") one("neg.f64 %0, %1;") one("abs.f64 %0, %1;") \
    one("copysign.f64 %0, %1, %2;") one("rcp.rn.f64 %0, %1;") one("cvt.rni.f64.f64 %0, %1;") \
    one("cvt.rzi.f64.f64 %0, %1;") one("{ .reg .f32 f; cvt.rn.f32.f64 f, %1; cvt.f64.f32 %0, f; }") \
    one("{ .reg .s32 i; cvt.rzi.s32.f64 i, %1; cvt.rn.f64.s32 %0, i; }") \
    one("{ .reg .u32 i; cvt.rni.u32.f64 i, %1; cvt.rn.f64.u32 %0, i; }") \
    one("{ .reg .s64 i; cvt.rmi.s64.f64 i, %1; cvt.rn.f64.s64 %0, i; }") \
    one("{ .reg .u64 i; cvt.rpi.u64.f64 i, %1; cvt.rn.f64.u64 %0, i; }") \
    one("{ .reg .pred p; setp.ltu.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.leu.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.gtu.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.geu.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.equ.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.neu.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.ne.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.num.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }") \
    one("{ .reg .pred p; setp.nan.f64 p, %1, %2; selp.f64 %0, %1, %2, p; }")
#define OF_LONGS(one) \
    one("div.s64 %0, %1, %2;") one("div.u64 %0, %1, %2;") one("rem.s64 %0, %1, %2;") one("rem.u64 %0, %1, %2;") \
    one("mul.hi.s64 %0, %1, %2;") one("mul.hi.u64 %0, %1, %2;") one("abs.s64 %0, %1;") \
    one("{ .reg .u32 i; popc.b64 i, %1; cvt.u64.u32 %0, i; }") \
    one("{ .reg .u32 i; clz.b64 i, %1; cvt.s64.s32 %0, i; }") \
    one("{ .reg .u32 i, j; cvt.u32.u64 i, %1; cvt.u32.u64 j, %2; mov.b64 %0, {i, j}; }") \
    one("{ .reg .f32 f; cvt.rn.f32.s64 f, %1; cvt.rzi.u64.f32 %0, f; }")

// clang-format on

// out[k * n + i] is what instruction k makes of a[i], b[i] and c[i].
#define KERNEL(name, result, operand, all)                                                                             \
    __global__ void name(const operand* a, const operand* b, const operand* c, result* out)                            \
    {                                                                                                                  \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        const operand x = a[i], y = b[i], z = c[i];                                                                    \
        all(STATEMENT_##name)                                                                                          \
    }
#define STATEMENT(text, letter, of)                                                                                    \
    {                                                                                                                  \
        auto r = *out;                                                                                                 \
        asm volatile(text : letter(r) : of(x), of(y), of(z));                                                          \
        out[i] = r;                                                                                                    \
        out += n;                                                                                                      \
    }
#define STATEMENT_of_words(text) STATEMENT(text, "=r", "r")
#define STATEMENT_of_floats(text) STATEMENT(text, "=f", "f")
#define STATEMENT_to_words(text) STATEMENT(text, "=r", "f")
#define STATEMENT_from_words(text) STATEMENT(text, "=f", "r")
#define STATEMENT_of_shorts(text)                                                                                      \
    STATEMENT("{ .reg .u16 h, g; cvt.u16.u32 h, %1; cvt.u16.u32 g, %3; " text " }", "=r", "r")
#define STATEMENT_of_directed(text) STATEMENT(text, "=f", "f")
#define STATEMENT_of_halves(text)                                                                                      \
    STATEMENT("{ .reg .b16 h, g; cvt.u16.u32 h, %1; cvt.u16.u32 g, %3; " text " }", "=r", "r")
#define STATEMENT_of_doubles(text) STATEMENT(text, "=d", "d")
#define STATEMENT_of_longs(text) STATEMENT(text, "=l", "l")
KERNEL(of_words, std::uint32_t, std::uint32_t, OF_WORDS)
KERNEL(of_floats, float, float, OF_FLOATS)
KERNEL(of_directed, float, float, OF_DIRECTED)
KERNEL(of_halves, std::uint32_t, std::uint32_t, OF_HALVES)
KERNEL(to_words, std::uint32_t, float, TO_WORDS)
KERNEL(from_words, float, std::uint32_t, FROM_WORDS)
KERNEL(of_shorts, std::uint32_t, std::uint32_t, OF_SHORTS)
KERNEL(of_doubles, double, double, OF_DOUBLES)
KERNEL(of_longs, unsigned long long, unsigned long long, OF_LONGS)

// The same in all lanes of a warp: computed once.
__global__ void of_uniform(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c, std::uint32_t* out)
{
    const int i = blockIdx.x;
    const std::uint32_t x = a[i], y = b[i], z = c[i];
    OF_WORDS(STATEMENT_of_words)
}
__global__ void of_uniform_floats(const float* a, const float* b, const float* c, float* out)
{
    const int i = blockIdx.x;
    const float x = a[i], y = b[i], z = c[i];
    OF_FLOATS(STATEMENT_of_floats)
}
__global__ void of_uniform_longs(const unsigned long long* a, const unsigned long long* b, const unsigned long long* c,
                                 unsigned long long* out)
{
    const int i = blockIdx.x;
    const unsigned long long x = a[i], y = b[i], z = c[i];
    OF_LONGS(STATEMENT_of_longs)
}
__global__ void of_uniform_shorts(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c,
                                  std::uint32_t* out)
{
    const int i = blockIdx.x;
    const std::uint32_t x = a[i], y = b[i], z = c[i];
    OF_SHORTS(STATEMENT_of_shorts)
}

std::uint64_t bits_between(std::uint64_t k) { return (k + 1) * 0x9e3779b97f4a7c15u ^ (k + 3) * 0xbf58476d1ce4e5b9u; }

template <class T>
std::vector<T> values_at_edges()
{
    using limits = std::numeric_limits<T>;
    std::vector<T> all;
    if constexpr (limits::is_integer) {
        for (const long long v : {0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000})
            all.push_back(T(v));
        for (const T v :
             {T(-1), T(-2), T(-128), T(-129), T(1) << (8 * sizeof(T) - 1), T(~(T(1) << (8 * sizeof(T) - 1)))})
            all.push_back(v);
        while (all.size() < edges)
            all.push_back(T(bits_between(all.size())));
    } else {
        const T tiny = limits::min(), one = 1;
        for (const T v : {T(0), one, T(0.5), T(0x1.8p126), T(2.5), tiny, tiny / 2, limits::denorm_min(), limits::max(),
                          limits::infinity(), T(0x1p31), T(0x1p32), T(0x1p63), T(0x1p126), T(1) / 3}) {
            all.push_back(v);
            all.push_back(-v);
        }
        all.push_back(limits::quiet_NaN());
        all.push_back(T(16777219) / 7);
    }
    return all;
}

// Numbers of 16 and 32 bits at the edges of the small formats, in both halves.
std::vector<std::uint32_t> halves_at_edges()
{
    std::vector<std::uint32_t> all;
    for (const std::uint32_t h : {0x0000u, 0x8000u, 0x0001u, 0x03ffu, 0x0400u, 0x83ffu, 0x3c00u, 0xbc01u, 0x7bffu,
                                  0x7c00u, 0xfc00u, 0x7e00u, 0xfe01u, 0x3f80u, 0x7f7fu, 0x7f80u, 0x0080u, 0x5f7fu})
        all.push_back(h << 16 | (h * 5 & 0xffff));
    for (const std::uint32_t f : {0x477fefffu, 0x477ff000u, 0x33000000u, 0x33000001u, 0x387fe000u, 0x43e80000u,
                                  0x43e80001u, 0x3a800000u, 0x7f7fffffu, 0xff800001u})
        all.push_back(f);
    while (all.size() < edges)
        all.push_back(static_cast<std::uint32_t>(bits_between(all.size())));
    return all;
}

template <class Result, class Operand, class Kernel, class... Text>
void run_over(const std::vector<Operand>& values, const char* name, Kernel kernel, int blocks, int threads,
              const Text*... texts)
{
    std::vector<Operand> operands[3];
    for (int i = 0; i < n; ++i) {
        operands[0].push_back(values[i / edges]);
        operands[1].push_back(values[i % edges]);
        operands[2].push_back(values[(7 * i + i / edges) % edges]);
    }
    Operand* on_device[3];
    for (int k = 0; k < 3; ++k) {
        cudaMalloc(&on_device[k], n * sizeof(Operand));
        cudaMemcpy(on_device[k], operands[k].data(), n * sizeof(Operand), cudaMemcpyHostToDevice);
    }
    constexpr int count = sizeof...(texts);
    std::vector<Result> results(count * n);
    Result* out = nullptr;
    cudaMalloc(&out, results.size() * sizeof(Result));
    cudaMemset(out, 0, results.size() * sizeof(Result));
    kernel<<<blocks, threads>>>(on_device[0], on_device[1], on_device[2], out);
    cudaMemcpy(results.data(), out, results.size() * sizeof(Result), cudaMemcpyDeviceToHost);
    int k = 0;
    for (const char* text : {texts...}) {
        std::uint64_t digest = 0xcbf29ce484222325u;
        for (int i = 0; i < n; ++i) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &results[k * n + i], sizeof(Result));
            digest = (digest ^ bits) * 0x100000001b3u;
            digest ^= digest >> 29;
        }
        std::printf("%s %016llx %s\n", name, static_cast<unsigned long long>(digest), text);
        ++k;
    }
    for (Operand* memory : on_device)
        cudaFree(memory);
    cudaFree(out);
}

template <class Result, class Operand, class Kernel, class... Text>
void run(const char* name, Kernel kernel, int blocks, int threads, const Text*... texts)
{
    run_over<Result, Operand>(values_at_edges<Operand>(), name, kernel, blocks, threads, texts...);
}

} // namespace

#define TEXT(text) , text

int main()
{
    run<std::uint32_t, std::uint32_t>("words", of_words, n / 128, 128 OF_WORDS(TEXT));
    run<std::uint32_t, std::uint32_t>("words, warp by warp", of_words, n / 32, 32 OF_WORDS(TEXT));
    run<std::uint32_t, std::uint32_t>("uniform words", of_uniform, n, 64 OF_WORDS(TEXT));
    run<float, float>("floats", of_floats, n / 128, 128 OF_FLOATS(TEXT));
    run<float, float>("directed floats", of_directed, n / 128, 128 OF_DIRECTED(TEXT));
    run_over<std::uint32_t, std::uint32_t>(halves_at_edges(), "halves", of_halves, n / 128, 128 OF_HALVES(TEXT));
    run<float, float>("uniform floats", of_uniform_floats, n, 64 OF_FLOATS(TEXT));
    run<std::uint32_t, float>("to words", to_words, n / 128, 128 TO_WORDS(TEXT));
    run<float, std::uint32_t>("from words", from_words, n / 128, 128 FROM_WORDS(TEXT));
    run<std::uint32_t, std::uint32_t>("shorts", of_shorts, n / 128, 128 OF_SHORTS(TEXT));
    run<double, double>("doubles", of_doubles, n / 128, 128 OF_DOUBLES(TEXT));
    run<unsigned long long, unsigned long long>("longs", of_longs, n / 128, 128 OF_LONGS(TEXT));
    run<unsigned long long, unsigned long long>("uniform longs", of_uniform_longs, n, 64 OF_LONGS(TEXT));
    run<std::uint32_t, std::uint32_t>("uniform shorts", of_uniform_shorts, n, 64 OF_SHORTS(TEXT));
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
