// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to shared memory that leave the variable which their address is made of.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct warp;
struct instruction;

//! The lane's access, inside of the block's shared memory and `offset` bytes behind its beginning, is a finding where
//! it is outside of the instruction's variable.
void check_shared_array(const warp&, const instruction&, int lane, std::uint64_t offset, std::uint32_t bytes,
                        bool writes);

} // namespace cuda_emulator
