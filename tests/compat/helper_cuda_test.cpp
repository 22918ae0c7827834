// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the checks of helper_cuda.h go when they fail: out of the process, or, with CUDA_LEGACY_CHECK_FAILED=throw, to
// the caller. Needs no device; where there is none, that is the last error.
#include <cstdio>
#include <cstring>

#include <helper_cuda.h>

int main(int argc, char** argv)
try {
    checkCudaErrors(cudaSuccess);
    if (argc > 1 && std::strcmp(argv[1], "last") == 0) {
        cudaMemcpy(nullptr, nullptr, 1, static_cast<cudaMemcpyKind>(-1));
        getLastCudaError("the copy");
    } else {
        checkCudaErrors(cudaErrorInvalidValue);
    }
    std::puts("went on");
} catch (const cudaError_t error) {
    std::printf("caught an error that is %s\n", error == cudaSuccess ? "none" : "one");
}
