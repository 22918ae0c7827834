// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch configuration of <<<>>>.
#pragma once

namespace cuda_emulator {

//! Returns where the <<<>>> stands whose configuration this thread took since the last query, or null. If it is not
//! null, the next launch uses <<<>>>.
const void* take_configured();

} // namespace cuda_emulator
