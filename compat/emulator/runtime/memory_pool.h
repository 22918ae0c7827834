// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace cuda_emulator {

//! Memory of a pool may be freed by cudaFree, too: takes it from the pool's account. Other memory is ignored.
void settle_pool(void*);

//! The same of memory that a graph allocated.
void settle_graph_memory(void*);

} // namespace cuda_emulator
