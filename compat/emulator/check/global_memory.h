// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of memory of cudaMalloc that nothing has written: what compute-sanitizer's initcheck looks for.
//
// A write marks the cells of what it stores (memory/written_bytes.h), and a read looks at them. What a load brings of
// unwritten bytes is no mistake yet: undefined_values follows it to its use. Memory of the host, managed memory,
// variables and arrays have no cells.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"
#include "memory/written_bytes.h"

namespace cuda_emulator {

//! The lanes of the warp are about to write so many bytes each at these addresses, all of one allocation.
void note_global_write(cell* cells, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes);
//! … or to read them.
void note_global_read(warp&, const instruction&, const cell* cells, std::uint32_t mask, const std::uint64_t* at,
                      std::uint32_t bytes);
//! One lane of whatever instruction: an atomic does both.
void note_global(warp&, const instruction&, cell* cells, int lane, const std::uint64_t* at, std::uint32_t bytes,
                 bool writes);

} // namespace cuda_emulator
