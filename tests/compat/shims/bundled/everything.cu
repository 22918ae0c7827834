// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Old and new headers in one source, as in programs that grew.
#include <cutil.h>
#include <shrUtils.h>

#include <cutil_gl_error.h>
#include <cutil_gl_inline.h>
#include <cutil_inline.h>
#include <cutil_math.h>
#include <helper_math.h>

#include "../common/book.h"
#include <helper_cuda.h>
#include <helper_cuda_drvapi.h>
#include <helper_cuda_gl.h>
#include <helper_functions.h>
#include <multithreading.h>
#include <sdkHelper.h>
#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>
#include <timer.h>
#include <drvapi_error_string.h>
#include <cutil_inline_bankchecker.h>
#include <cutil_inline_runtime.h>
#include <shrQATest.h>

#define SDATA(index) CUT_BANK_CHECKER(sdata, index)

__global__ void kernel(float4* data)
{
    __shared__ float4 sdata[32];
    SDATA(threadIdx.x) = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = normalize(lerp(SDATA(threadIdx.x), SDATA(31 - threadIdx.x), 0.5f));
}

int main(int argc, char** argv)
{
    float4* data = NULL;
    unsigned int timer = 0;
    CUT_DEVICE_INIT(argc, argv);
    CUT_SAFE_CALL(cutCreateTimer(&timer));
    CUDA_SAFE_CALL(cudaMalloc((void**)&data, 32 * sizeof(float4)));
    checkCudaErrors(cudaMemset(data, 0x3f, 32 * sizeof(float4)));
    kernel<<<1, 32>>>(data);
    CUT_CHECK_ERROR("kernel");
    cutilSafeCall(cudaThreadSynchronize());
    HANDLE_ERROR(cudaFree(data));
    shrLogEx(LOGCONSOLE, 0, "took %f ms\n", cutGetTimerValue(timer));
    CUT_EXIT(argc, argv);
}
