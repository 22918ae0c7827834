/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* helper_cuda.h in a C source. */
#include <helper_cuda.h>

int choose(int argc, const char** argv)
{
    checkCudaErrors(cudaFree(NULL));
    getLastCudaError("nothing");
    return checkCmdLineFlag(argc, argv, "cores") ? _ConvertSMVer2Cores(9, 0) : findCudaDevice(argc, argv);
}
