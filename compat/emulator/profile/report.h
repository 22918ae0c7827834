// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of the counters at the program's end.
//
// CUDA_EMULATOR_PROFILE=1 prints a table on stderr. CUDA_EMULATOR_PROFILE_JSON=FILE writes all counters to that file as
// JSON. Each of them switches counting on.
#pragma once

#include <string>

namespace cuda_emulator {

bool report_is_wanted();

//! Writes the requested reports. If a file cannot be written, the result is false, stderr has the reason, and the file
//! is unchanged.
bool write_report();

} // namespace cuda_emulator
