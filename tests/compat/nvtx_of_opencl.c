/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVTX 2's header for OpenCL: without a tool, its calls have no effect. */
#include <nvToolsExtOpenCL.h>

int main(void)
{
    nvtxNameClDeviceA(0, "device");
    nvtxNameClContextA(0, "context");
    nvtxNameClCommandQueueA(0, "queue");
    return 0;
}
