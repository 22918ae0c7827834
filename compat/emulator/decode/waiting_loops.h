// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that wait until memory has another value.
#pragma once

#include "machine/program.h"

namespace cuda_emulator {

//! A loop that waits by plain loads usually has one of them. Otherwise the compiler may load only once.
bool is_fence_or_pause(const instruction&);

bool is_plain_load(const instruction&);

//! Finds the loads and atomics whose address is the same in each round of a loop, and whose value ends the loop
//! (instruction::waits). Stores, barriers and calls are not in the loop, nor are other atomics beside a load. A plain
//! load is a poll if its loop has a fence or a pause: by PTX it races with the store that ends the wait, but an H200
//! ends such loops.
void find_waiting_loops(decoded_function&);

} // namespace cuda_emulator
