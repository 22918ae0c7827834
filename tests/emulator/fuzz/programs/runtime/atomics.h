// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations. On the host one lane runs at a time, so that plain code is enough. Each gives the old value.
#pragma once

#include "host_device.h"

#include <algorithm>

#define ATOMIC(name, type, call, next)                                                                                 \
    HOST_DEVICE type name(type* at, type value)                                                                        \
    {                                                                                                                  \
        ON_DEVICE(return static_cast<type>(call);)                                                                     \
        ON_HOST(const type old = *at; *at = static_cast<type>(next); return old;)                                      \
    }

HOST_DEVICE i32* signed_at(u32* at) { return reinterpret_cast<i32*>(at); }
HOST_DEVICE i64* signed_at(u64* at) { return reinterpret_cast<i64*>(at); }
inline i32 as_signed(u32 value) { return static_cast<i32>(value); }
inline i64 as_signed(u64 value) { return static_cast<i64>(value); }

ATOMIC(atomic_add, u32, atomicAdd(at, value), old + value)
ATOMIC(atomic_sub, u32, atomicSub(at, value), old - value)
ATOMIC(atomic_min, u32, atomicMin(at, value), std::min(old, value))
ATOMIC(atomic_max, u32, atomicMax(at, value), std::max(old, value))
ATOMIC(atomic_min_s32, u32, atomicMin(signed_at(at), static_cast<i32>(value)),
       std::min(as_signed(old), as_signed(value)))
ATOMIC(atomic_max_s32, u32, atomicMax(signed_at(at), static_cast<i32>(value)),
       std::max(as_signed(old), as_signed(value)))
ATOMIC(atomic_and, u32, atomicAnd(at, value), old& value)
ATOMIC(atomic_or, u32, atomicOr(at, value), old | value)
ATOMIC(atomic_xor, u32, atomicXor(at, value), old ^ value)
ATOMIC(atomic_inc, u32, atomicInc(at, value), old >= value ? 0 : old + 1)
ATOMIC(atomic_dec, u32, atomicDec(at, value), old == 0 || old > value ? value : old - 1)
ATOMIC(atomic_exchange, u32, atomicExch(at, value), value)
ATOMIC(atomic_compare, u32, atomicCAS(at, value ^ 5, value), old == (value ^ 5) ? value : old)

ATOMIC(atomic_add_u64, u64, atomicAdd(at, value), old + value)
ATOMIC(atomic_min_u64, u64, atomicMin(at, value), std::min(old, value))
ATOMIC(atomic_max_u64, u64, atomicMax(at, value), std::max(old, value))
ATOMIC(atomic_min_s64, u64, atomicMin(signed_at(at), static_cast<i64>(value)),
       std::min(as_signed(old), as_signed(value)))
ATOMIC(atomic_max_s64, u64, atomicMax(signed_at(at), static_cast<i64>(value)),
       std::max(as_signed(old), as_signed(value)))
ATOMIC(atomic_and_u64, u64, atomicAnd(at, value), old& value)
ATOMIC(atomic_or_u64, u64, atomicOr(at, value), old | value)
ATOMIC(atomic_xor_u64, u64, atomicXor(at, value), old ^ value)
ATOMIC(atomic_exchange_u64, u64, atomicExch(at, value), value)
ATOMIC(atomic_compare_u64, u64, atomicCAS(at, value ^ 5, value), old == (value ^ 5) ? value : old)
