// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

struct CUmemPoolHandle_st;

namespace cuda_emulator {

//! The bytes of one mapping of pool memory, as on an H200 (driver 580).
constexpr std::size_t pool_piece = std::size_t{32} << 20;

//! The pool of an allocation that begins here. Null if it is of no pool, or if the pool is destroyed.
CUmemPoolHandle_st* pool_of(void*);

//! Whether an allocation that begins here came from a pool, even if the pool is destroyed.
bool is_of_pool(void*);

//! Removes freed memory from its pool's account, because cudaFree may free pool memory. Ignores other memory.
void settle_pool(void*);

//! Removes freed memory from the account of graph allocations.
void settle_graph_memory(void*);

} // namespace cuda_emulator
