// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Include `nvtx3/nvToolsExt.h`, and do not link `-lnvToolsExt`.
// note: nvtx.md
#include <nvToolsExt.h>
