// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings from the environment.
#pragma once

namespace cuda_emulator {

//! Returns the number in an environment variable, or `otherwise` if the variable is not set. A value that is not a
//! number from `low` to `high` counts as not set. Such a value is reported on stderr once for each variable.
double number_in(const char* variable, double otherwise, double low, double high);

//! Works as number_in, for whole numbers.
int whole_number_in(const char* variable, int otherwise, int low, int high);

//! Is a check wanted that is on by default? "0" and "off" turn it off.
bool wanted(const char* variable);

//! Is a check wanted that is off by default? "1" and "on" turn it on.
bool asked_for(const char* variable);

} // namespace cuda_emulator
