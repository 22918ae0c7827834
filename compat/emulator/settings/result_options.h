// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of the checks of results that are copied to the host, and of results in managed memory.
#pragma once

namespace cuda_emulator {

//! False with CUDA_EMULATOR_CHECK=0 or CUDA_EMULATOR_CHECK_UNINITIALISED_RESULTS=0.
bool checks_uninitialised_results();
//! False with CUDA_EMULATOR_CHECK=0 or CUDA_EMULATOR_CHECK_MANAGED=0.
bool checks_managed();

} // namespace cuda_emulator
