// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Setting of the check of results that are copied to the host.
#pragma once

namespace cuda_emulator {

//! False with CUDA_EMULATOR_CHECK=0 or CUDA_EMULATOR_CHECK_UNINITIALISED_RESULTS=0.
bool checks_uninitialised_results();

} // namespace cuda_emulator
