// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of small integers in the types of matrix elements.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstring>
#include <string_view>

//! Stores the integer as element number `k` of a type with PTX's name. Single bits are numbered from the lowest.
inline void put_element(unsigned char* to, std::string_view type, int k, std::int64_t value)
{
    const auto put = [&](auto v) { std::memcpy(to + std::size_t(k) * sizeof v, &v, sizeof v); };
    if (type == "f16") {
        put(__float2half(float(value)));
    } else if (type == "bf16") {
        put(__float2bfloat16(float(value)));
    } else if (type == "e4m3") {
        put(__nv_fp8_e4m3(float(value)));
    } else if (type == "e5m2") {
        put(__nv_fp8_e5m2(float(value)));
    } else if (type == "s8" || type == "u8") {
        put(std::int8_t(value));
    } else if (type == "s32") {
        put(std::int32_t(value));
    } else if (type == "b1") {
        to[k / 8] = static_cast<unsigned char>(to[k / 8] | value << k % 8);
    } else { // f32, tf32
        put(float(value));
    }
}
