// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With types without a version, a lookup without a version finds the functions of CUDA 12.9. CUDA 13 has a
// cuCtxSynchronize and a cuCtxGetDevice with one more parameter.
#include <cudaTypedefs.h>

#include "../alone/check.h"

template <typename F>
void finds(const char* name, unsigned version, F*& function)
{
    F *expected = nullptr, *with_status = nullptr;
    cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSymbolNotFound;
    CHECK(cudaGetDriverEntryPoint(name, (void**)&function, cudaEnableDefault) == cudaSuccess && function);
    CHECK(::cudaGetDriverEntryPoint(name, (void**)&with_status, cudaEnableDefault, &status) == cudaSuccess);
    CHECK(status == cudaDriverEntryPointSuccess && with_status == function);
    CHECK(cudaGetDriverEntryPointByVersion(name, (void**)&expected, version, cudaEnableDefault) == cudaSuccess);
    CHECK(function == expected);
}

int main()
{
    PFN_cuCtxSynchronize synchronize = nullptr;
    PFN_cuCtxGetDevice get_device = nullptr;
    PFN_cuMemAlloc allocate = nullptr;
    CUdevice device = -1;
    CHECK(cudaFree(nullptr) == cudaSuccess); // the runtime's context is current now
    finds("cuCtxSynchronize", 2000, synchronize);
    finds("cuCtxGetDevice", 2000, get_device);
    finds("cuMemAlloc", 3020, allocate);
    CHECK(synchronize() == CUDA_SUCCESS && get_device(&device) == CUDA_SUCCESS && device == 0);
    return failures;
}
