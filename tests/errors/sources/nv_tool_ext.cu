// do: Include `nvtx3/nvToolsExt.h`, and do not link `-lnvToolsExt`.
// note: nvtx.md
#include <nvToolsExt.h>
