// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = long long; // atomics of 64 bits take this type
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = unsigned long long;

#define HOST_DEVICE __host__ __device__ __forceinline__
#define NOT_INLINED __host__ __device__ __noinline__

//! ON_DEVICE(code) is compiled for the device alone, and ON_HOST(code) for the host alone. CHOOSE has an expression for
//! each.
#ifdef __CUDA_ARCH__
    #define ON_DEVICE(...) __VA_ARGS__
    #define ON_HOST(...)
    #define CHOOSE(device, host) (device)
#else
    #define ON_DEVICE(...)
    #define ON_HOST(...) __VA_ARGS__
    #define CHOOSE(device, host) (host)
#endif

// The letters of inline PTX for each type.
#define REGISTER_i16 "h"
#define REGISTER_u16 "h"
#define REGISTER_u32 "r"
#define REGISTER_u64 "l"
#define REGISTER_float "f"
#define REGISTER_double "d"

//! OPERATION_n(result, name, types…, instruction) { body } defines a function. The device executes the PTX instruction,
//! and the host the body, whose operands are a, b and c.
#define OPERATION_1(result, name, type_a, instruction)                                                                 \
    inline result name##_on_host(type_a a);                                                                            \
    HOST_DEVICE result name(type_a a)                                                                                  \
    {                                                                                                                  \
        ON_DEVICE(result r; asm(instruction " %0, %1;" : "=" REGISTER_##result(r) : REGISTER_##type_a(a)); return r;)  \
        ON_HOST(return name##_on_host(a);)                                                                             \
    }                                                                                                                  \
    inline result name##_on_host(type_a a)

#define OPERATION_2(result, name, type_a, type_b, instruction)                                                         \
    inline result name##_on_host(type_a a, type_b b);                                                                  \
    HOST_DEVICE result name(type_a a, type_b b)                                                                        \
    {                                                                                                                  \
        ON_DEVICE(result r; asm(instruction " %0, %1, %2;"                                                             \
                                : "=" REGISTER_##result(r)                                                             \
                                : REGISTER_##type_a(a), REGISTER_##type_b(b));                                         \
                  return r;)                                                                                           \
        ON_HOST(return name##_on_host(a, b);)                                                                          \
    }                                                                                                                  \
    inline result name##_on_host(type_a a, type_b b)

#define OPERATION_3(result, name, type_a, type_b, type_c, instruction)                                                 \
    inline result name##_on_host(type_a a, type_b b, type_c c);                                                        \
    HOST_DEVICE result name(type_a a, type_b b, type_c c)                                                              \
    {                                                                                                                  \
        ON_DEVICE(result r; asm(instruction " %0, %1, %2, %3;"                                                         \
                                : "=" REGISTER_##result(r)                                                             \
                                : REGISTER_##type_a(a), REGISTER_##type_b(b), REGISTER_##type_c(c));                   \
                  return r;)                                                                                           \
        ON_HOST(return name##_on_host(a, b, c);)                                                                       \
    }                                                                                                                  \
    inline result name##_on_host(type_a a, type_b b, type_c c)
