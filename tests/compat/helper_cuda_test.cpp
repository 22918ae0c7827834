// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A failed check of helper_cuda.h ends the process, or throws with CUDA_LEGACY_CHECK_FAILED=throw. The test needs no
// device: without one, that is the last error.
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
