// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the launch needs to know of <<<>>>.
#pragma once

namespace cuda_emulator {

//! Whether this thread has taken a configuration of <<<>>> since it was asked last: the launch that follows is its.
bool take_configured();

} // namespace cuda_emulator
