// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How helper_cuda.h ends a program, and what it prints before. Each argument chooses one way.

#include <cuda.h>

#include "stand_in/cublas_v2.h"

#include "devices.h"

#include <helper_cuda.h>

// A library with statuses that the header does not know.
enum other_status { other_success, other_failure = 6 };

CUresult CUDAAPI cuGetErrorName(CUresult error, const char** name)
{
    *name = error == CUDA_ERROR_NOT_FOUND ? "CUDA_ERROR_NOT_FOUND" : nullptr;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

int main(int argc, const char** argv)
{
    const char* const way = argc > 1 ? argv[1] : "";
    const auto is = [way](const char* name) { return std::strcmp(way, name) == 0; };
    if (!is("no_device"))
        devices = {{"first", 8, 6, 10, 1500000, is("all_prohibited"), false},
                   {"second", 9, 0, 132, 1980000, is("all_prohibited"), false}};

    cublasHandle_t handle;
    checkCudaErrors(cudaSuccess);
    checkCudaErrors(cublasCreate(&handle));
    checkCudaErrors(CUDA_SUCCESS);
    checkCudaErrors(other_success);

    if (is("runtime")) checkCudaErrors(cudaErrorInvalidValue);
    if (is("driver")) checkCudaErrors(CUDA_ERROR_NOT_FOUND);
    if (is("driver_without_a_name")) checkCudaErrors(static_cast<CUresult>(12345));
    if (is("cublas")) checkCudaErrors(cublasCreate(nullptr));
    if (is("other")) checkCudaErrors(other_failure);
    if (is("last")) {
        last_error = cudaErrorInvalidValue;
        getLastCudaError("the kernel");
    }
    findCudaDevice(argc, argv);
    puts("went on");
}
