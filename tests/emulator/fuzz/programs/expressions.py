# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions of CUDA C++, from forms.

A form is C++ with places to fill in:

  $word $wide $single $double $condition   an expression: u32, u64, float, double, bool
  $(0..31)                                 a number, both ends included
  $(one two three)                         one of these
  $word_variable, $counter, ...            a variable of the function

Every form is defined for all values of its operands. So a signed operation is written in unsigned numbers, or is one of
runtime/integers.h, which take bits.
"""

import re

VARIABLES = {
    "word_variable": ("a", "b", "c", "d"),
    "wide_variable": ("p", "q"),
    "single_variable": ("f", "g"),
    "double_variable": ("x",),
}

# (weight, form) of the expressions that have no operand.
LEAVES = {
    "word": (
        (6, "$word_variable"),
        (3, "$(0u 1u 31u 32u 33u 255u 0x80000000u 0x7fffffffu 0xffffffffu 0xffff8000u)"),
        (1, "$(0..4294967295)u"),
        (1, "$(0..99)u"),
        (2, "lane"),
        (2, "$counter"),
    ),
    "wide": (
        (4, "$wide_variable"),
        (1, "$(0..18446744073709551615)ull"),
        (1, "(u64)a"),
        (1, "(u64)(i64)(i32)b"),
        (1, "0x8000000000000000ull"),
    ),
    "single": (
        (5, "$single_variable"),
        (4, "$(float_of(a) moderate_float(b) moderate_float(c) cvt_f32_s32(d))"),
        (3, "$(0.5f -0.0f 1e30f)"),
    ),
    "double": ((3, "x"), (3, "$(double_of(p) (double)f (double)(i32)a)")),
    "condition": ((1, "(lane $(< >) $(0..31)u)"), (1, "(lane % $(2..7)u == $(0..1)u)")),
}

FORMS = {
    "word": (
        (10, "($word $(+ - * & | ^ +) $word)"),
        (3, "$(quotient_u32 quotient_s32 remainder_s32)($word, $word)"),
        (2, "($word $(/ %) $(3 7 10 16 100 641 65537 4294967295)u)"),
        (2, "(u32)((i32)($word) $(/ %) $(3 7 -5 10 16 -64 1000))"),
        (4, "$(mul_hi_u32 mul_hi_s32 mul24_lo_u32 mul24_hi_s32 add_sat_s32 sub_sat_s32)($word, $word)"),
        (8, "$(shl_b32 shr_u32 shr_s32)($word, $word & $(31 63 40)u)"),
        (2, "$(shl_b32 shr_u32 shr_s32)($word, $word)"),
        (1, "(u32)shl_b16((u16)($word), $word & $(15 31)u)"),
        (1, "(u32)shr_s16((i16)($word), $word & $(15 31)u)"),
        (8, "$(sad_s32 sad_u32 dp4a_s32_s32 dp4a_u32_s32 mad_hi_s32 mad_hi_sat_s32 lop3_6d)($word, $word, $word)"),
        (4, "$(shf_l_wrap shf_l_clamp shf_r_wrap shf_r_clamp prmt_b32 prmt_b32_f4e prmt_b32_rc16)($word, $word, $word)"),
        (2, "$(bfe_u32 bfe_s32)($word, $word & 255u, $word & 255u)"),  # ptxas takes no larger constants
        (1, "bfe_u32($word, $word & 31u, $word & 31u)"),
        (1, "bfi_b32($word, $word, $word & 63u, $word & 63u)"),
        (2, "$(popc_b32 clz_b32 bfind_u32 bfind_s32 bfind_shiftamt_u32 brev_b32 abs_s32)($word)"),
        (1, "$(cvt_sat_s8_s32 cvt_sat_u8_s32 cvt_sat_s16_u32 cvt_sat_u16_s32)($word)"),
        (1, "$(popc_b64 clz_b64 cvt_sat_s32_s64 cvt_sat_u32_s64)($wide)"),
        (2, "($condition ? $word : $word)"),
        (1, "(u32)($condition)"),
        (1, "(u32)($wide)"),
        (1, "(u32)($wide >> 32)"),
        (4, "bits_of($single)"),
        (2, "$(cvt_rzi_s32_f32 cvt_rni_s32_f32 cvt_rmi_s32_f32 cvt_rpi_u32_f32)($single)"),
        (1, "copied($(cvt_rn_f16_f32 cvt_rn_bf16_f32)($single))"),
        (1, "cvt_rzi_s32_f64($double)"),
        (1, "defined_half($(add_rn_f16 sub_rn_f16 mul_rn_f16)((u16)($word), (u16)($word)))"),
        (1, "defined_bfloat($(add_rn_bf16 mul_rn_bf16 min_bf16)((u16)($word), (u16)($word)))"),
        (1, "defined_halves($(add_rn_f16x2 mul_rn_f16x2)($word, $word))"),
        (1, "(u32)(i8)($word)"),
        (1, "(u32)(u16)((u32)(u16)($word) * (u16)($word))"),
        (1, "(u32)(u8)((u8)($word) - (u8)($word))"),
        (1, "constant_word($word)"),
        (3, "read_only(memory, $word)"),
        (2, "memory.input[512 + (i32)($word & 1023u) - 512]"),
        (2, "input_part<$(u8 i8 u16 i16)>(memory, $word)"),
        (1, "quad_input(memory, $word)"),
        (1, "local[$word & 7u]"),
    ),
    "wide": (
        (4, "($wide $(+ - * & | ^) $wide)"),
        (2, "$(shl_b64 shr_u64 shr_s64)($wide, $word & $(63 127)u)"),
        (1, "$(mul_hi_u64 mul_hi_s64 quotient_u64 remainder_s64)($wide, $wide)"),
        (1, "($wide $(/ %) $(3 10 1000000007 4294967296)ull)"),
        (1, "(u64)((i64)($wide) $(/ %) $(7 -10 4096))"),
        (1, "$(mul_wide_u32 mul_wide_s32)($word, $word)"),
        (1, "$(mad_wide_u32 mad_wide_s32)($word, $word, $wide)"),
        (1, "add_with_carry($wide, $wide, $word)"),
        (1, "$(cvt_rzi_s64_f64 cvt_rni_s64_f64 cvt_rzi_u64_f64)($double)"),
        (1, "cvt_rzi_u64_f32($single)"),
        (1, "bits_of($double)"),
        (1, "bfe_u64($wide, $word & $(63 127)u, $word & $(63 127)u)"),
        (1, "brev_b64($wide)"),
        (1, "wide_input(memory, $word)"),
        (1, "($condition ? $wide : $wide)"),
    ),
    "single": (
        (6, "$(add_f32 sub_f32 mul_f32 div_f32 min_f32 max_f32 min_nan_f32 max_nan_f32 add_sat_f32)($single, $single)"),
        (2, "$(fma_f32 fma_f32 fma_sat_f32)($single, $single, $single)"),
        (1, "sqrt_f32($single)"),
        (1, "fabsf($single)"),
        (1, "$(cvt_f32_s64 cvt_f32_u64)($wide)"),
        (1, "cvt_f32_f64($double)"),
        (1, "cvt_f32_f16((u16)($word))"),
        (1, "float_of($word)"),
        (1, "($condition ? $single : $single)"),
    ),
    "double": (
        (3, "$(add_f64 mul_f64 div_f64 min_f64)($double, $double)"),
        (1, "fma_f64($double, $double, $double)"),
        (1, "sqrt_f64($double)"),
        (1, "$(cvt_f64_s64 cvt_f64_u64)($wide)"),
        (1, "double_of($wide)"),
        (1, "($condition ? $double : $double)"),
    ),
    "condition": (
        (3, "(($word & $(1 2 3 5)u) $(== !=) 0u)"),
        (2, "($word $(< > <=) $word)"),
        (1, "((i32)($word) < (i32)($word))"),
        (1, "((i64)($wide) > (i64)($wide))"),
        (1, "($single $(< >= != ==) $single)"),
        (1, "($double $(< >= !=) $double)"),
        (2, "(lane $(< >) $(0..31)u)"),
        (2, "(lane % $(2..7)u == $(0..1)u)"),
    ),
}

PLACE = re.compile(r"\$(?:(\w+)|\((\d+)\.\.(\d+)\)|\(((?:[^()]|\([^()]*\))*)\))")


class Expressions:
    """Fills in forms. `random` decides, so that a seed gives one text."""

    def __init__(self, random):
        self.random = random
        self.counters = []  # the loop counters in scope

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def one_of(self, weighted):
        """One of (weight, value) pairs."""
        number = self.random.randrange(sum(weight for weight, _ in weighted))
        for weight, value in weighted:
            number -= weight
            if number < 0:
                return value
        raise AssertionError("no weights")

    def expression(self, kind, depth):
        is_leaf = depth <= 0 or self.random.randrange(100) < 15
        return self.fill(self.one_of((LEAVES if is_leaf else FORMS)[kind]), depth)

    def fill(self, form, depth, **texts):
        """The form's text. Its expressions have at most `depth` - 1 levels; `texts` are places of the caller."""
        def place(found):
            name, low, high, words = found.groups()
            if words is not None:
                return self.random.choice(words.split())
            if low is not None:
                return str(self.random.randint(int(low), int(high)))
            if name in texts:
                return texts[name]
            if name in VARIABLES:
                return self.random.choice(VARIABLES[name])
            if name == "counter":
                return self.random.choice(self.counters or VARIABLES["word_variable"])
            return self.expression(name, depth - 1)
        return PLACE.sub(place, form)
