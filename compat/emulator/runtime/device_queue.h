// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work that goes on beside the host.
//
// Work runs at the call that submits it, so streams are usually idle. The exception is a kernel that waits for the
// host, or for work of another stream: its launch returns, and the kernel goes on in a thread of the device. What the
// program submits behind it, in its stream or in one that waits for it, is queued. It runs in a thread of the device,
// too.
#pragma once

#include <cstdint>
#include <functional>

struct CUstream_st;

namespace cuda_emulator {

//! Work asks this when it can only go on after something else has happened. The first question lets the call return
//! that submitted the work. Returns whether a thread of the program waits for the work.
using host_question = std::function<bool()>;

//! Runs the work in a thread of the device. Returns when the work has ended, or has asked. No earlier work may keep it
//! waiting (must_queue).
void run_beside_host(CUstream_st*, std::function<void(const host_question&)> work);

//! Tests whether earlier work must end before work of this stream may begin. Null is the legacy stream. False in a
//! thread of the device.
bool must_queue(CUstream_st*);
//! Appends work, which begins when the earlier work of its stream has ended, and that of the number `after`. Returns
//! its number.
std::uint64_t queue_work(CUstream_st*, std::function<void()> work, std::uint64_t after = 0);
//! Tests whether the work of a number that queue_work() returned has ended, or 0.
bool has_ended(std::uint64_t number);

//! The answer to a host_question: tests whether a thread of the program waits for the queue.
bool is_awaited();
//! Tests whether the calling thread is one of the device.
bool runs_queue();

//! Waits in a thread of the device until the condition holds. Returns false if it does not, after CUDA_EMULATOR_TIMEOUT
//! seconds in which the program waits, too.
bool wait_in_queue(const std::function<bool()>& condition, const host_question&);

//! The program ends: waits for all work, but not for work that asks. Returns false for such work, which stays where it
//! is.
bool end_queue();
//! Wait for all work, for that which must_queue() is about, and for one number. They return at once in a
//! thread of the device.
void wait_for_queue();
void wait_for_stream(CUstream_st*);
void wait_for_queued(std::uint64_t number);

} // namespace cuda_emulator
