// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of a fixed width, by short names.
#pragma once

#include <cstdint>

namespace cuda_emulator {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using u128 = unsigned __int128;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr u64 all_bits = ~u64{0};

} // namespace cuda_emulator
