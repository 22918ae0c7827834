// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The profiler is gone: the call fails, and cudaGetLastError gives the same error.
#include <cuda_legacy/profiler_control.h>

#include <cuda_legacy/texture_binding.h> // cudaGetLastError knows of these headers' errors

#include <cuda_profiler_api.h>

#include "check.h"

int main()
{
    const cudaOutputMode_t mode = cudaCSV;
    const enum cudaOutputMode same = mode; // the enumeration's own name
    CHECK(same == cudaCSV && cudaKeyValuePair == 0 && cudaCSV == 1);
    CHECK(cudaProfilerInitialize("nvcompute.cfg", "out.csv", mode) == cudaErrorNotSupported);
    CHECK(cudaGetLastError() == cudaErrorNotSupported && cudaGetLastError() == cudaSuccess);
    CHECK(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess);
    return failures;
}
