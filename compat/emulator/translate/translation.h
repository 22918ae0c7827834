// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translation of kernels to machine code of the host, by the JIT compiler. The steps are in code_graph.h, shapes.h and
// source.h. CUDA_EMULATOR_TRANSLATE selects the time: 0 never, 1 for hot kernels, 2 before the first run.
#pragma once

#include "machine/launch.h"
#include "machine/program.h"

namespace cuda_emulator {

//! Sets the launch's translations for its block dimensions, ready or not. The kernel owns them.
void find_translations(launch&);

} // namespace cuda_emulator
