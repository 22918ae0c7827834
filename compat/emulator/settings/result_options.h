// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the check of results that are copied to the host is on.
#pragma once

namespace cuda_emulator {

//! False with CUDA_EMULATOR_CHECK=0 and CUDA_EMULATOR_CHECK_UNINITIALISED_RESULTS=0.
bool checks_uninitialised_results();

} // namespace cuda_emulator
