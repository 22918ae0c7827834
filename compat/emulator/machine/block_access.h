// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to shared memory by whole-block code. translate/prelude/state.hpp repeats the layout.
#pragma once

#include <cstdint>

namespace cuda_emulator {

//! Access of the threads from `first` to `last`, each at `base` + `across` * (thread % row) + `along` * (thread / row).
struct block_access {
    std::uint64_t base; //!< an offset in shared memory, as are `low` and `high`
    std::int64_t across, along;
    std::uint32_t bytes, pc, row, first, last;
    std::uint32_t low, high; //!< offsets of the lowest and the highest element
    std::uint32_t writes;
};

//! Access of any threads, each at its own offset. `offsets` is by thread, `masks` by warp.
struct scattered_access {
    const std::uint32_t* offsets;
    const std::uint32_t* masks;
    std::uint32_t bytes, pc;
    std::uint32_t low, high; //!< offsets of the lowest and the highest element
    std::uint32_t writes;
};

} // namespace cuda_emulator
