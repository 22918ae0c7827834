// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as machine code of the host: by its C++ compiler, from what code_graph.h, shapes.h and source.h make of them.
// CUDA_EMULATOR_TRANSLATE says when: 0 never, 1 when a kernel is hot, 2 before it runs.
#pragma once

#include "machine/launch.h"
#include "machine/program.h"

namespace cuda_emulator {

struct translated_kernel; // machine/translated_code.h

//! The kernel's translation for such blocks, ready or not; null where there is none. The kernel owns it.
translated_kernel* translation_of(const launch&);

} // namespace cuda_emulator
