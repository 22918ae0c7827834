// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why a launch is refused, in words. CUDA has one error for most of the reasons.
#pragma once

#include <cuda_runtime_api.h>
#include <string>

namespace cuda_emulator {

//! Keeps why this thread's launch is refused, and returns the error: "2000 threads in a block, and …".
cudaError_t launch_refused(cudaError_t, const std::string& why);
//! A launch of this thread begins: an earlier reason does not count.
void forget_refusal();
//! Why this thread's last launch was refused with this error, or "".
std::string reason_of_refusal(cudaError_t);

//! "2x3x1"
std::string size_text(dim3);

} // namespace cuda_emulator
