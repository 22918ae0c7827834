/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVTX 2's header for OpenCL: its names do nothing where no tool listens. */
#include <nvToolsExtOpenCL.h>

int main(void)
{
    nvtxNameClDeviceA(0, "device");
    nvtxNameClContextA(0, "context");
    nvtxNameClCommandQueueA(0, "queue");
    return 0;
}
