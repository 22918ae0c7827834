// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs and libraries that have CUDA's runtime inside. That runtime wants private tables of NVIDIA's driver, which
// are documented nowhere. Without them all its calls fail, and some libraries keep its errors to themselves.
#pragma once

namespace cuda_emulator {

//! Tells once of the program or library that has the code at `caller`, if it has CUDA's runtime inside. It is a
//! finding, but for modules of Python, which may go on without. Says nothing of the probes of build systems. Returns
//! false, and says nothing, for other code, as that of tools and of the driver's bindings.
bool tell_of_own_runtime(const void* caller);

} // namespace cuda_emulator
