// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as machine code of the host: by its C++ compiler, from what code_graph.h, shapes.h and source.h make of them.
// CUDA_EMULATOR_TRANSLATE says when: 0 never, 1 when a kernel is hot, 2 before it runs.
#pragma once

#include "machine/launch.h"
#include "machine/program.h"

namespace cuda_emulator {

//! Gives the launch its kernel's translations for such blocks, ready or not, where there are any. The kernel owns them.
void find_translations(launch&);

} // namespace cuda_emulator
