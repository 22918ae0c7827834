// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hazards between streams, for CUDA_EMULATOR_CHECK_STREAMS=1: two pieces of work touch the same bytes, one of them
// writes, and nothing orders them.
//
// All work is done when its call returns, so nothing goes wrong here; on a GPU it would. Each stream has a clock: how
// much of every stream comes before its next work. Events carry clocks, and the host has one: what it has waited for
// comes before all that it submits from then on. The host's threads count as one, and what waits for the device or
// allocates memory waits for everything. A graph is one piece of work.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>
#include <functional>
#include <string>

struct CUstream_st;

namespace cuda_emulator {

//! Whether anybody asks. The others do nothing where nobody does.
bool checks_streams();

//! The calling thread's work is in this stream (null: the legacy one) from here on.
void begin_work(CUstream_st*);
//! … in the legacy stream, by a call that asks for no stream. In a graph it is the graph's.
void begin_work_of_call();
//! The running work is this, as findings name it; without it, it is the call that the program made.
void name_work(const std::string&);
//! The running work reads or writes these bytes.
void work_touches(const void*, std::size_t bytes, bool writes);
//! … and no more: the host waits for it.
void host_waits_for_work();

void host_waits_for(CUstream_st*);
void host_waits_for_all();
void host_waits_for_event(cudaEvent_t);
void event_in_stream(cudaEvent_t, CUstream_st*);
void stream_waits_for(CUstream_st*, cudaEvent_t);
//! The same for the running work: of a graph's nodes. A graph that can be launched is an event, too: each of its
//! launches waits for the one before.
void event_in_work(const void* event);
void work_waits_for(const void* event);
//! They are no more.
void forget_stream(CUstream_st*);
void forget_event(const void* event);
void forget_bytes(const void*);

} // namespace cuda_emulator
