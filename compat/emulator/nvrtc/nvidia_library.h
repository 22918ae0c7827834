// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's own NVRTC, which compiles.
#pragma once

namespace cuda_emulator {

//! Returns the address of a function of NVIDIA's NVRTC. Returns nullptr if the library is not found, or has no such
//! function; stderr says so.
//!
//! The file is that of the variable `CUDA_EMULATOR_NVRTC`, if this is set. Otherwise it is the first `libnvrtc.so.N` in
//! the folders that the loader searches for the program, in `$CUDA_HOME`, `$CUDA_PATH` and `/usr/local/cuda`, and in
//! the loader's cache. N is the version that this library stands for, or else the other one of 12 and 13.
void* nvidia_function(const char* name);

} // namespace cuda_emulator
