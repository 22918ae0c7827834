// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to shared memory outside of the variable that the address is computed from. No GPU reports such an access,
// so the finding does not end the kernel.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct warp;
struct instruction;

//! Reports an access outside of the instruction's variable. `offset` is the access's place in the block's shared
//! memory.
void check_shared_array(const warp&, const instruction&, int lane, std::uint64_t offset, std::uint32_t bytes,
                        bool writes);

} // namespace cuda_emulator
