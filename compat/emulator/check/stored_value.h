// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The register bytes of a store.
#pragma once

#include "machine/warp.h"

#include <algorithm>

namespace cuda_emulator {

//! The bytes that a lane is about to store, from byte `offset` of its access on.
inline const char* stored_value(warp& w, const instruction& i, int lane, std::uint32_t offset)
{
    const char* registers = slot<char>(w, i.operands[1 + offset / i.element]);
    return registers + static_cast<std::uint32_t>(lane) * std::max(2u, std::uint32_t{i.element}) + offset % i.element;
}

} // namespace cuda_emulator
