// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda.h without the runtime: old driver calls compile, and float2 belongs to the program.
#include <cuda.h>
struct float2 {
    double first, second;
};
CUresult begin(CUcontext* context, CUdeviceptr memory, unsigned int* bytes)
{
    cuMemPrefetchAsync(memory, 4096, 0, 0);
    cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, 0);
    cuDeviceTotalMem(bytes, 0);
    return cuCtxCreate(context, 0, 0);
}
