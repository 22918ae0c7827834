// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of the counters at the program's end.
//
// CUDA_EMULATOR_PROFILE=1: a table on stderr. CUDA_EMULATOR_PROFILE_JSON=FILE: all counters as JSON in that file. Each
// switches counting on.
#pragma once

#include <string>

namespace cuda_emulator {

bool report_is_wanted();

//! Writes what is wanted. False when the file cannot be written: stderr says why, and the file is as it was before.
bool write_report();

} // namespace cuda_emulator
