// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hazards between streams, for CUDA_EMULATOR_CHECK_STREAMS=1. A hazard is two pieces of work that access the same bytes
// without an order, where at least one writes.
//
// The emulated device completes work in each call, so hazards have no effect here. On a GPU, hazards give wrong
// results. Each stream has a vector clock, which holds how much work of every stream precedes its next work. Events
// carry clocks. The host's clock covers all work that the host waited for, and precedes all work that it submits later.
// All host threads share one clock. Calls that wait for the device or allocate memory wait for all work. A graph is one
// piece of work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>
#include <functional>
#include <string>

struct CUstream_st;

namespace cuda_emulator {

//! Returns whether the check is on. If the check is off, the other functions do nothing.
bool checks_streams();

//! Assigns the calling thread's following work to a stream. Null means the legacy stream.
void begin_work(CUstream_st*);
//! Names the running work in findings. The default name is the program's call.
void name_work(const std::string&);
//! Records that the next work of the stream may begin before the running kernel has ended: the kernel says so.
void next_work_may_begin();
//! Records that the running kernel begins as soon as the previous one allows that, and never waits for its end.
void begin_before_previous_ends();
//! Records that the running work reads or writes these bytes.
void work_touches(const void*, std::size_t bytes, bool writes);
//! Records that the host waits for the running work.
void host_waits_for_work();

//! Returns how often the host waited for a stream, an event or the device. Pools release memory then.
std::uint64_t host_waits();
void host_waits_for(CUstream_st*);
void host_waits_for_all();
void host_waits_for_event(cudaEvent_t);
void event_in_stream(cudaEvent_t, CUstream_st*);
void stream_waits_for(CUstream_st*, cudaEvent_t);
//! event_in_work records an event in the running work. work_waits_for orders the running work after an event. Graph
//! nodes use both. An executable graph counts as an event, because each of its launches waits for the previous launch.
void event_in_work(const void* event);
void work_waits_for(const void* event);
//! Forget destroyed streams and events, and freed bytes.
void forget_stream(CUstream_st*);
void forget_event(const void* event);
void forget_bytes(const void*);

} // namespace cuda_emulator
