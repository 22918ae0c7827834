// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types for lane functions. The translator embeds this folder as text (CMakeLists.txt), so that no file of it may need
// a header of the standard library beyond <cstdint> and <cstring>.
#pragma once

#include "isa/integers.h"

#define CUDA_EMULATOR_LANE [[gnu::always_inline]] inline

namespace cuda_emulator {

using f32 = float;
using f64 = double;

namespace lane {

template <bool First, class A, class B>
struct choose {
    using type = A;
};
template <class A, class B>
struct choose<false, A, B> {
    using type = B;
};
template <bool First, class A, class B>
using choose_t = typename choose<First, A, B>::type;

template <class A, class B>
constexpr bool is_same = false;
template <class A>
constexpr bool is_same<A, A> = true;

template <class T>
constexpr bool is_signed = T(-1) < T(0);

//! The unsigned and the signed integer of so many bytes.
template <int Bytes>
using unsigned_of_size =
    choose_t<Bytes == 1, u8, choose_t<Bytes == 2, u16, choose_t<Bytes == 4, u32, choose_t<Bytes == 8, u64, u128>>>>;
template <int Bytes>
using signed_of_size =
    choose_t<Bytes == 1, i8, choose_t<Bytes == 2, i16, choose_t<Bytes == 4, i32, choose_t<Bytes == 8, i64, __int128>>>>;
template <class T>
using unsigned_of = unsigned_of_size<sizeof(T)>;
template <class T>
using signed_of = signed_of_size<sizeof(T)>;

//! Twice as wide, with the same sign.
template <class T>
using wider_of = choose_t<is_signed<T>, signed_of_size<2 * sizeof(T)>, unsigned_of_size<2 * sizeof(T)>>;

template <class T>
constexpr T highest = T(is_signed<T> ? unsigned_of<T>(-1) >> 1 : unsigned_of<T>(-1));
template <class T>
constexpr T lowest = T(~highest<T>);

//! The register that holds a type: integers of 8 bits are in registers of 16.
template <class T>
using held = choose_t<sizeof(T) == 1, choose_t<is_signed<T>, i16, u16>, T>;

} // namespace lane
} // namespace cuda_emulator
