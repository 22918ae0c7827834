// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines of a record that say which chunks a launch changed.
#pragma once

#include "record/record_file.h"
#include "record/tracked_content.h"

#include <vector>

namespace cuda_emulator {

//! One line for each run of chunks that follow each other.
std::vector<record_line> chunk_lines(const changes&);

} // namespace cuda_emulator
