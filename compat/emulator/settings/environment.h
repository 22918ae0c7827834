// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings from the environment.
#pragma once

namespace cuda_emulator {

//! The number that an environment variable holds; `otherwise` where it is not set. What is no number from `low` to
//! `high` is told on stderr, once for each variable, and counts as not set.
double number_in(const char* variable, double otherwise, double low, double high);

//! The same for whole numbers.
int whole_number_in(const char* variable, int otherwise, int low, int high);

} // namespace cuda_emulator
