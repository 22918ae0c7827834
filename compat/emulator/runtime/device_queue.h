// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work that goes on beside the host.
//
// Work runs at the call that submits it, so streams are usually idle. The exception is a kernel that waits for the
// host, or for work of another stream: its launch returns, and the kernel goes on in the device's thread. What the
// program submits behind it waits in one queue for all streams, in the order of submission. Kernels run one at a time.
#pragma once

#include <cstdint>
#include <functional>

struct CUstream_st;

namespace cuda_emulator {

//! Work asks this when it can only go on after something else has happened. The first question lets the call return
//! that submitted the work. Returns whether a thread of the program waits for the work.
using host_question = std::function<bool()>;

enum class work_kind { kernel, other };

//! Runs the work in the device's thread. Returns true when the work has ended, or has asked. Returns false if the queue
//! is not empty; the work does not run then.
bool run_beside_host(CUstream_st*, work_kind, std::function<void(const host_question&)> work);

//! Tests whether work that goes on, or waits in the queue, must end before work of this stream may begin. Null is the
//! legacy stream. A kernel also waits for a kernel that goes on. False in the device's thread.
bool must_queue(CUstream_st*, work_kind = work_kind::other);
//! Appends work to the queue. Returns its number.
std::uint64_t queue_work(CUstream_st*, std::function<void()> work, work_kind = work_kind::other);
//! Tests whether the work of a number that queue_work() returned has ended, or 0.
bool has_ended(std::uint64_t number);

//! The answer to a host_question: tests whether a thread of the program waits for the queue.
bool is_awaited();
//! Tests whether the calling thread is the device's.
bool runs_queue();

//! Waits in the device's thread until the condition holds. Returns false if it does not, after CUDA_EMULATOR_TIMEOUT
//! seconds in which the program waits, too.
bool wait_in_queue(const std::function<bool()>& condition, const host_question&);

//! Tests whether the first work of the queue is a kernel. False in the device's thread.
bool is_kernel_queued();
//! Waits for that kernel.
void wait_for_kernel();
//! The program ends: waits for all work, but not for work that asks. Returns false for such work, which stays where it
//! is.
bool end_queue();
//! Wait for all work, for that which must_queue() is about, and for one number. They return at once in the device's
//! thread.
void wait_for_queue();
void wait_for_stream(CUstream_st*);
void wait_for_queued(std::uint64_t number);

} // namespace cuda_emulator
