// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: The samples had it, not the toolkit: compile with compat's `shims` folder on the path.
// note: sample_helpers.md
#include <helper_image.h>
