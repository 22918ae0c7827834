// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks whether a lane may access an address.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Faults if a lane's access is out of bounds or misaligned. Passes valid accesses to the checks of shared and global
//! memory. The handlers call it only if their own fast check cannot clear the access.
void check_access(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                  bool writes);

//! check_access() for loads of kernel parameters.
void check_parameters(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes);

//! Fast path of check_access() for a contiguous range that one lane copies. Returns false, without a record, if
//! check_access() must decide.
bool is_quiet_range(warp&, const instruction&, int lane, std::uint64_t first, std::uint32_t bytes, bool writes);

//! Caches the allocation of this address for the access site. Returns false, without a report, if the access is not
//! allowed or the memory is not global.
bool find_range(warp&, const instruction&, std::uint64_t at, bool writes);

//! Faults if the texels of a texture or surface have been freed. `access` names the kind of access in the message.
void check_image(warp&, const instruction&, int lane, const void* texels, const char* access);

} // namespace cuda_emulator
