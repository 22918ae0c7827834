// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The setting of seeded schedules.
#pragma once

#include <cstdint>
#include <optional>

namespace cuda_emulator {

//! Reads CUDA_EMULATOR_SCHEDULE: a seed, or "random", which chooses one and prints it. Empty if it is not set. Any
//! other value counts as not set, and is reported on stderr.
std::optional<std::uint64_t> schedule_seed();

} // namespace cuda_emulator
