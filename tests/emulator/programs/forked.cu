// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that fork: a child that forks before its parent's first call of CUDA works, any later one gets
// cudaErrorInitializationError. Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cstdlib>
#include <cuda.h>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

__managed__ int value;
__global__ void write(int* p) { *p = 7; }

static bool works()
{
    int *p = nullptr, back = 0;
    if (cudaMalloc(&p, sizeof *p) != cudaSuccess) return false;
    write<<<1, 1>>>(p);
    return cudaMemcpy(&back, p, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess && back == 7 &&
           cudaFree(p) == cudaSuccess;
}

// The exit status of a child that does this.
static int status_of(const std::function<int()>& act)
{
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) std::exit(act());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_refused(cudaError_t e) { return e == cudaErrorInitializationError; }

static int in_child()
{
    void* p = nullptr;
    int n = 0;
    if (!is_refused(cudaMalloc(&p, 4))) return 1;
    if (!is_refused(cudaGetLastError())) return 2;
    write<<<1, 1>>>(nullptr);
    if (!is_refused(cudaGetLastError())) return 3;
    if (!is_refused(cudaDeviceSynchronize())) return 4;
    if (cudaGetDeviceCount(&n) != cudaSuccess || n < 1) return 5;
    if (!is_refused(cudaSetDevice(0))) return 6;
    if (!is_refused(cudaDeviceReset())) return 7;
    if (!is_refused(cudaMemcpy(&n, &n, sizeof n, cudaMemcpyDefault))) return 8;
    if (!is_refused(cudaFree(nullptr))) return 9;
    if (!is_refused(cudaStreamSynchronize(nullptr))) return 10;
    return 0;
}

int main(int argc, char**)
{
    const bool leaves_a_launch = argc > 1; // whose error is not asked for
    if (leaves_a_launch) {
        works();
        return status_of([] {
            write<<<1, 1>>>(nullptr);
            return 0;
        });
    }
    int version = 0;
    cudaRuntimeGetVersion(&version);
    EXPECT("a name needs no device", cudaGetErrorName(cudaSuccess) != nullptr && version >= 12000);
    EXPECT("a child before the first call", status_of([] { return works() ? 5 : 1; }) == 5);
    EXPECT("the parent", works());
    EXPECT("a child after it", status_of(in_child) == 0);
    EXPECT("a child of the child", status_of([] { return status_of(in_child); }) == 0);
    EXPECT("a child that calls nothing", status_of([] { return 3; }) == 3);
    EXPECT("the parent goes on", works());
    return failures;
}
