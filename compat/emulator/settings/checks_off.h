// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which checks a run does without, for its last line.
#pragma once

#include <string>

namespace cuda_emulator {

//! "races in global memory (CUDA_EMULATOR_CHECK_GLOBAL_RACES=1), …": the hazards that are not looked for by default,
//! and the checks that the environment has switched off. Empty if there are none.
std::string checks_that_are_off();

} // namespace cuda_emulator
