// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is an address one that the lane may touch?
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Faults when a lane's access is outside what it may touch, or misaligned; tells the check of shared memory of it.
void check_access(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                  bool writes);

//! The same for loads from the kernel's parameters.
void check_parameters(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes);

//! check_access() for a stretch that a lane copies at once, where nothing can be found in it. False: nothing is noted.
bool is_quiet_stretch(warp&, const instruction&, int lane, std::uint64_t first, std::uint32_t bytes, bool writes);

//! Finds out which allocation the instruction's accesses lie in, when that is the one with this address. False, and
//! nothing is said: it may not be accessed there, or the memory is not global.
bool find_range(warp&, const instruction&, std::uint64_t at, bool writes);

//! Faults when the texels that a texture or surface looks at have been freed. `access` says who looks.
void check_image(warp&, const instruction&, int lane, const void* texels, const char* access);

} // namespace cuda_emulator
