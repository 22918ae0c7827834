// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work that goes on beside the host.
//
// Work runs at the call that submits it, so streams are usually idle. The exceptions are a kernel that waits for the
// host, or for work of another stream, and a host function that takes long: the call returns, and the work goes on in a
// thread of the device. What the program submits behind it, in its stream or in one that waits for it, is queued. It
// runs in a thread of the device, too.
#pragma once

#include <cstdint>
#include <functional>

struct CUstream_st;

namespace cuda_emulator {

//! Waiting work calls this again and again. The first call lets the submitting call return. The result says whether a
//! thread of the program waits for the queue. The call never returns once the program ends: the calling thread stops
//! there until the process is gone.
using host_question = std::function<bool()>;

//! Runs the work in a thread of the device. Returns its number when the work has ended, has asked, or has been in a
//! host function for a while. No earlier work may keep it waiting (must_queue).
std::uint64_t run_beside_host(CUstream_st*, std::function<void()> work);
//! Calls a function of the program, which may wait for another of its threads.
void call_host_function(const std::function<void()>&);
//! The question of the work that the calling thread of the device runs. Other threads may ask it for that work.
host_question question_of_work();

//! Tests whether earlier work must end before work of this stream may begin. Null is the legacy stream. False in a
//! thread of the device.
bool must_queue(CUstream_st*);
//! Appends work, which begins when the earlier work of its stream has ended. Returns its number.
std::uint64_t queue_work(CUstream_st*, std::function<void()> work);
//! Later work of the stream waits for the work with this number.
void queue_wait(CUstream_st*, std::uint64_t number);
//! Tests whether any work has not ended. Kernels may then run at the same time.
bool has_queued_work();
//! Tests whether the work with this number has ended. 0 means no work, and has ended.
bool has_ended(std::uint64_t number);

//! Tests whether the calling thread is one of the device.
bool runs_queue();

//! Waits in a thread of the device until the condition holds. Returns false if it does not, after CUDA_EMULATOR_TIMEOUT
//! seconds in which the program waits, too.
bool wait_in_queue(const std::function<bool()>& condition);

//! Called at exit. Waits until all running work has ended, waits for the host, or is in a host function for a while.
//! Returns false if work is left; it never continues.
bool end_queue();
//! Waits for all queued work. Like the next two, it returns at once in a thread of the device.
void wait_for_queue();
//! Waits for the work that must end before new work of this stream may begin.
void wait_for_stream(CUstream_st*);
//! Waits for the work with this number.
void wait_for_queued(std::uint64_t number);

} // namespace cuda_emulator
