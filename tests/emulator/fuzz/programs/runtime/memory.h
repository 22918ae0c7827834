// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that random kernels use. No two lanes write one place, except by atomic operations that commute.
#pragma once

#include "operations.h"

constexpr u32 grid_size = 3, most_threads = 128;
constexpr u32 input_size = 1024;    // words; a power of two
constexpr u32 outputs = 8;          // words of each thread
constexpr u32 scratch_size = 8;     // words of 64 bits of each thread
constexpr u32 counters_of_each = 6; // of the atomic operations, each has counters of its own
constexpr u32 counters = 64, wide_counters = 32;
constexpr u32 first_check = 9 * counters_of_each; // counters for the sum of what shared memory had

//! A structure that is passed by value.
struct record {
    u64 wide;
    u32 word;
    float single;
    u16 half;
    u8 bytes[3];
};

struct shared_memory {
    u8 bytes[1024];
    u16 halves[1024];
    u32 words[1024];
    u64 wides[1024];
    uint4 quads[most_threads];
    u32 of_warps[most_threads];
    u32 rows[8][17];    // 128 threads, 16 a row
    u16 columns[16][9]; // 128 threads, 8 a row
    u32 counter[counters];
    u64 wide_counter[wide_counters];
};

struct global_memory {
    const u32* input;
    u32* output;
    u64* scratch;
    u32* counter;
    u64* wide_counter;
    volatile u32* own; // one word of each thread
};

__constant__ u32 device_constants[64];
inline u32 host_constants[64];
HOST_DEVICE u32 constant_word(u32 index) { return CHOOSE(device_constants, host_constants)[index & 63]; }

// Reads of global memory, of several widths and ways.
HOST_DEVICE u32 read_only(const global_memory& memory, u32 index)
{
    const u32* at = memory.input + (index & (input_size - 1));
    return CHOOSE(__ldg(at), *at);
}
template <class Part>
HOST_DEVICE u32 input_part(const global_memory& memory, u32 index)
{
    constexpr u32 parts = input_size * 4 / sizeof(Part);
    return static_cast<u32>(reinterpret_cast<const Part*>(memory.input)[index & (parts - 1)]);
}
HOST_DEVICE u64 wide_input(const global_memory& memory, u32 index)
{
    return reinterpret_cast<const u64*>(memory.input)[index & (input_size / 2 - 1)];
}
HOST_DEVICE u32 quad_input(const global_memory& memory, u32 index)
{
    const uint4 quad = reinterpret_cast<const uint4*>(memory.input)[index & (input_size / 4 - 1)];
    return quad.x ^ quad.y * 3u ^ quad.z * 5u ^ quad.w * 7u;
}

//! Where a lane is.
struct lane_context {
    u32 thread, threads, lane, block, x, y, z;
    shared_memory* shared;

    //! The lanes of this warp.
    HOST_DEVICE u32 warp() const
    {
        const u32 behind = threads - thread / 32 * 32;
        return behind >= 32 ? ~0u : (1u << behind) - 1;
    }
};

//! Sets the counters of shared memory, before a kernel's statements.
HOST_DEVICE void set_counters(const lane_context& self)
{
    for (u32 i = self.thread; i < counters; i += self.threads)
        self.shared->counter[i] = i * 3u;
    for (u32 i = self.thread; i < wide_counters; i += self.threads)
        self.shared->wide_counter[i] = i * 5ull;
}

//! Adds the counters of shared memory to the result, after a kernel's statements and a barrier.
HOST_DEVICE void collect_counters(const lane_context& self, const global_memory& memory)
{
    u32* const checks = memory.counter + first_check;
    for (u32 i = self.thread; i < counters; i += self.threads)
        atomic_xor(&checks[i % 10u], self.shared->counter[i] * (i + 1u));
    for (u32 i = self.thread; i < wide_counters; i += self.threads)
        atomic_xor(&checks[i % 10u], static_cast<u32>(self.shared->wide_counter[i] >> (i & 31u)));
}
