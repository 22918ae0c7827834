// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a store is about to write.
#pragma once

#include "machine/warp.h"

#include <algorithm>

namespace cuda_emulator {

//! What a lane is about to store in the byte `offset` of its access, and what follows.
inline const char* stored_value(warp& w, const instruction& i, int lane, std::uint32_t offset)
{
    const char* registers = slot<char>(w, i.operands[1 + offset / i.element]);
    return registers + static_cast<std::uint32_t>(lane) * std::max(2u, std::uint32_t{i.element}) + offset % i.element;
}

} // namespace cuda_emulator
