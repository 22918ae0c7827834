// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of cudaMalloc memory that nothing has written, as compute-sanitizer's initcheck finds them.
//
// A write marks the cells that it stores to (memory/written_bytes.h), and a read tests them. A load of unwritten bytes
// is no finding yet: undefined_values tracks the value to its use. Host memory, managed memory, variables and arrays
// have no cells.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"
#include "memory/written_bytes.h"

namespace cuda_emulator {

//! Called before lanes write `bytes` each at these addresses, all in one allocation.
void note_global_write(cell* cells, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes);
//! Called before lanes read `bytes` each at these addresses, all in one allocation.
void note_global_read(warp&, const instruction&, const cell* cells, std::uint32_t mask, const std::uint64_t* at,
                      std::uint32_t bytes);
//! Called before one lane of any instruction accesses global memory. An atomic reads and writes.
void note_global(warp&, const instruction&, cell* cells, int lane, const std::uint64_t* at, std::uint32_t bytes,
                 bool writes);

} // namespace cuda_emulator
