// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The setting of the number of multiprocessors.
#pragma once

namespace cuda_emulator {

//! CUDA_EMULATOR_MULTIPROCESSORS: what the device says it has. The blocks run on the host's cores in any case.
int multiprocessor_count();

} // namespace cuda_emulator
