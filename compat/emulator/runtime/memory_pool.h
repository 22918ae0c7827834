// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace cuda_emulator {

//! Removes freed memory from its pool's account, because cudaFree may free pool memory. Ignores other memory.
void settle_pool(void*);

//! Removes freed memory from the account of graph allocations.
void settle_graph_memory(void*);

} // namespace cuda_emulator
