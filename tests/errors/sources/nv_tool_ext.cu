// do: Include `nvtx3/nvToolsExt.h`, and do not link `-lnvToolsExt`.
// note: nvtx.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nvToolsExt.h>
