// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NPP 13's mean filter, where NPP is not installed.
#include <nppi_filtering_functions.h>

__global__ void box(const Npp8u* source, int source_step, Npp8u* target, int target_step, NppiSize mask,
                    NppiPoint anchor)
{
    const int x = threadIdx.x, y = blockIdx.x;
    int sum = 0;
    for (int j = 0; j < mask.height; j++)
        for (int i = 0; i < mask.width; i++)
            sum += source[(y + j - anchor.y) * source_step + x + i - anchor.x];
    target[y * target_step + x] = sum / (mask.width * mask.height);
}

extern "C" NppStatus nppiFilterBox_8u_C1R_Ctx(const Npp8u* source, int source_step, Npp8u* target, int target_step,
                                              NppiSize size, NppiSize mask, NppiPoint anchor, NppStreamContext context)
{
    if (!source || !target || context.nMaxThreadsPerBlock < size.width) return NPP_ERROR;
    box<<<size.height, size.width, 0, context.hStream>>>(source, source_step, target, target_step, mask, anchor);
    return cudaGetLastError() == cudaSuccess ? NPP_SUCCESS : NPP_ERROR;
}
