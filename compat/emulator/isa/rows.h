// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macros of the row files (isa/*.def). Each is a row of the instruction table for a form, or one for each type:
//
//   LANE(name, roles, affine, how, function)              one form
//   LANE_AS(letters, name, roles, affine, how, function)  … whose operand letters do not follow from the function
//   LANE_NAN(name, how, function)                         … whose NaN results become the one NaN of PTX
//   EACH_…(name, roles, affine, how, function)            name.TYPE and function<TYPE> for each type of a list
//
// `roles` is one of `columns` (execute/lane_handler.h); `affine` an affine_rule and `how` a translated_as (isa/form.h).
// A row file is included in a function with a form_table `t`.
#pragma once

#define LANE(name, roles, affine, how, ...)                                                                            \
    add_lane<&lane::__VA_ARGS__>(t, name, #__VA_ARGS__,                                                                \
                                 row_columns(columns::roles, affine_rule::affine, translated_as::how));
#define LANE_AS(letters, name, roles, affine, how, ...)                                                                \
    add_lane<&lane::__VA_ARGS__>(t, name, #__VA_ARGS__,                                                                \
                                 row_columns(columns::roles, affine_rule::affine, translated_as::how), letters);
#define LANE_NAN(name, how, ...)                                                                                       \
    add_lane<&lane::__VA_ARGS__, true>(t, name, #__VA_ARGS__,                                                          \
                                       row_columns(columns::computation, affine_rule::none, translated_as::how));

// Lists of types: PTX name, C++ name.
#define SHORTS(ROW, ...) ROW(s16, i16, __VA_ARGS__) ROW(u16, u16, __VA_ARGS__)
#define WORDS(ROW, ...) ROW(s32, i32, __VA_ARGS__) ROW(u32, u32, __VA_ARGS__)
#define LONGS(ROW, ...) ROW(s64, i64, __VA_ARGS__) ROW(u64, u64, __VA_ARGS__)
#define SIGNED(ROW, ...) ROW(s16, i16, __VA_ARGS__) ROW(s32, i32, __VA_ARGS__) ROW(s64, i64, __VA_ARGS__)
#define BITS(ROW, ...) ROW(b16, u16, __VA_ARGS__) ROW(b32, u32, __VA_ARGS__) ROW(b64, u64, __VA_ARGS__)
#define MOVED(ROW, ...)                                                                                                \
    BITS(ROW, __VA_ARGS__)                                                                                             \
    ROW(u16, u16, __VA_ARGS__)                                                                                         \
    ROW(u32, u32, __VA_ARGS__) ROW(u64, u64, __VA_ARGS__) ROW(s16, u16, __VA_ARGS__) ROW(s32, u32, __VA_ARGS__)        \
        ROW(s64, u64, __VA_ARGS__)

#define LANE_OF_TYPE(ptx, cpp, name, roles, affine, how, function)                                                     \
    LANE(name "." #ptx, roles, affine, how, function<cpp>)
#define EACH_SHORT(...) SHORTS(LANE_OF_TYPE, __VA_ARGS__)
#define EACH_WORD(...) WORDS(LANE_OF_TYPE, __VA_ARGS__)
#define EACH_LONG(...) LONGS(LANE_OF_TYPE, __VA_ARGS__)
#define EACH_WIDE(...) EACH_WORD(__VA_ARGS__) EACH_LONG(__VA_ARGS__)
#define EACH_INTEGER(...) EACH_SHORT(__VA_ARGS__) EACH_WIDE(__VA_ARGS__)
#define EACH_SIGNED(...) SIGNED(LANE_OF_TYPE, __VA_ARGS__)
#define EACH_BITS(...) BITS(LANE_OF_TYPE, __VA_ARGS__)
#define EACH_MOVED(...) MOVED(LANE_OF_TYPE, __VA_ARGS__)

namespace cuda_emulator {

template <class Columns, class Affine, class How>
constexpr Columns row_columns(Columns c, Affine affine, How how)
{
    c.affine = affine;
    c.how = how;
    return c;
}

} // namespace cuda_emulator
