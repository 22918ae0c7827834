// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random kernel: what the fuzzer makes, prints as PTX, and computes on the host.
//
// Every thread has words, long words and predicates of its own. Its program is structured, so the host knows which
// lanes of a warp run each statement: instructions with a mask name just these. What threads share is ordered by
// barriers, or is changed by atomics whose order cannot show. So each kernel has one result, and no check may find
// anything in it.
#pragma once

#include "reference.hpp"

#include <string>
#include <vector>

namespace kernel_fuzzer {

using opcode_test::s32;
using opcode_test::s64;
using opcode_test::u32;
using opcode_test::u64;

constexpr int words = 8, longs = 4, predicates = 4; // registers of a thread: letters r and f, d and F, p
constexpr int counters = 6;                         // words that the threads share, in global and in shared memory
constexpr int scratch_bytes = 16;                   // of each thread, in global and in local memory

//! A lane's operands, first to last, and the result.
using scalar_function = u64 (*)(const u64* operands);
//! The operands and results of 32 lanes. The lanes in the mask run.
using warp_function = void (*)(const u64 (*operands)[3], u32 mask, u64* results);

struct operation {
    std::string name;      //!< of PTX: "add.u32"
    std::string signature; //!< letter of the result, then those of the operands: "rrr"
    scalar_function one = nullptr;
    warp_function warp = nullptr;
    std::string text; //!< with $0 for the result, $1 … for operands and $m for the mask; empty: name and operands
    bool converged = false; //!< wants all lanes of the warp: what it reads of others must be theirs
    int architecture = 75;
};
const std::vector<operation>& operations();

struct operand {
    bool constant = false;
    int number = 0; //!< of the register
    u64 value = 0;
};

struct statement {
    enum class kind {
        compute,        //!< operations()[what]
        choice,         //!< if (predicate) body else otherwise
        loop,           //!< body, (word & 7) times, or `what` times where that is not 0
        exchange,       //!< a word through shared memory: each thread reads another's
        count,          //!< an atomic on counter `what`, whose result is not read; number 1: the shared one
        own_atomic,     //!< an atomic on the thread's own scratch; its result is read
        store_and_load, //!< of the thread's own scratch; number 1: the local one
    } is = kind::compute;
    int what = 0;
    int result = 0;
    operand operands[3];
    std::vector<statement> body, otherwise;
};

struct program {
    u64 seed = 0;
    int architecture = 75;
    unsigned blocks = 1, threads = 32;
    std::vector<statement> body;
};

//! The forms of `count`: commutative, one for each counter.
inline constexpr const char* counter_forms[counters] = {"add.u32", "min.s32", "max.u32",
                                                        "and.b32", "or.b32",  "xor.b32"};
inline constexpr const char* own_atomic_forms[] = {"exch.b32", "cas.b32", "inc.u32", "dec.u32",
                                                   "add.u32",  "max.s32", "xor.b32"};
//! The forms of `store_and_load`: a store, then a load at the same place.
struct access_form {
    const char *store, *load;
    int bytes;
};
inline constexpr access_form access_forms[] = {
    {"b32", "b32", 4}, {"b8", "s8", 1}, {"b8", "u8", 1}, {"b16", "s16", 2}, {"b16", "u16", 2}};

program generate(u64 seed, int architecture);

//! The PTX of kernel "k_SEED" (out pointer, in pointer, counters).
std::string name_of(const program&);
std::string ptx_of(const program&);

//! Words of memory that one thread reads and writes.
constexpr int words_in = words + 2 * longs;
constexpr int words_out = words_in + 1 + 2 * scratch_bytes / 4;

struct memory {
    std::vector<u32> in, out, counters; //!< the first are global, then those of each block's shared memory
};
//! The inputs, and outputs that are not written yet.
memory memory_of(const program&);
//! What the kernel makes of it.
void evaluate(const program&, memory&);

} // namespace kernel_fuzzer
