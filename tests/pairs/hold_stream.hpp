// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that keeps a stream busy while the host submits what is to be timed.
#pragma once

#include <cuda_runtime_api.h>

namespace pairs {

//! The kernel: launch it with one thread and a pointer to a `long long`, the clock cycles that it is to take.
const void* hold_kernel();

} // namespace pairs
