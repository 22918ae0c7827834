// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch configuration of <<<>>>.
#pragma once

namespace cuda_emulator {

//! Returns whether this thread took a configuration of <<<>>> since the last query. If true, the next launch uses
//! <<<>>>.
bool take_configured();

} // namespace cuda_emulator
