// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters of the public header, for the emulated device itself.
#pragma once

#include <cstddef>
#include <cstdint>

// The header's function cuda_emulator() has the same name as this namespace.
#define cuda_emulator cuda_emulator_of_the_program
#include "include/cuda_emulator.h"
#undef cuda_emulator
