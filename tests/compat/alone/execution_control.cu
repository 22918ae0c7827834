// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch by calls does the same as the launch with <<<>>>.
#include <cuda_legacy/execution_control.h>

#include <cuda_legacy/texture_binding.h> // cudaGetLastError knows of these headers' errors

#include "check.h"

struct pair_of {
    short first;
    double second;
};

__global__ void store(int* to, char small, pair_of both, float last)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] =
        small + both.first + static_cast<int>(both.second) + static_cast<int>(last);
}

extern __shared__ int room[];
__global__ void through_shared(int* to)
{
    room[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
    __syncthreads();
    to[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}
__global__ void nothing() {}

static int memory_of[64];
static const int* read(const int* memory)
{
    CHECK(cudaMemcpy(memory_of, memory, sizeof memory_of, cudaMemcpyDeviceToHost) == cudaSuccess);
    return memory_of;
}

int main()
{
    int* memory;
    CHECK(cudaMalloc(&memory, 64 * sizeof(int)) == cudaSuccess);
    CHECK(cudaMemset(memory, 0, 64 * sizeof(int)) == cudaSuccess);

    // Arguments by value and by address, in any order, at the offsets that the types require.
    const pair_of both = {20, 300.0};
    CHECK(cudaConfigureCall(dim3(2), dim3(4)) == cudaSuccess);
    CHECK(cudaSetupArgument(4000.0f, 32) == cudaSuccess);
    CHECK(cudaSetupArgument(memory, 0) == cudaSuccess);
    CHECK(cudaSetupArgument(static_cast<char>(1), 8) == cudaSuccess);
    CHECK(cudaSetupArgument(&both, sizeof both, 16) == cudaSuccess);
    CHECK(cudaLaunch(store) == cudaSuccess);
    CHECK(read(memory)[0] == 4321 && memory_of[7] == 4321 && memory_of[8] == 0);

    // One parameter in two pieces, and one that is set twice. The kernel's address has the type of old wrappers.
    CHECK(cudaConfigureCall(1, 1, 0, 0) == cudaSuccess);
    CHECK(cudaSetupArgument(memory, 0) == cudaSuccess && cudaSetupArgument(static_cast<char>(9), 8) == cudaSuccess);
    CHECK(cudaSetupArgument(static_cast<short>(30), 16) == cudaSuccess && cudaSetupArgument(100.0, 24) == cudaSuccess);
    CHECK(cudaSetupArgument(0.0f, 32) == cudaSuccess && cudaSetupArgument(static_cast<char>(2), 8) == cudaSuccess);
    CHECK(cudaLaunch(reinterpret_cast<const char*>(store)) == cudaSuccess);
    CHECK(read(memory)[0] == 132);

    // Launches are nested: the last one that was begun is launched first.
    CHECK(cudaConfigureCall(1, 8, 8 * sizeof(int)) == cudaSuccess && cudaSetupArgument(memory, 0) == cudaSuccess);
    CHECK(cudaConfigureCall(1, 1) == cudaSuccess && cudaLaunch(nothing) == cudaSuccess);
    CHECK(cudaLaunch(through_shared) == cudaSuccess);
    CHECK(read(memory)[0] == 8 && memory_of[7] == 1);

    CHECK(cudaLaunch(nothing) == cudaErrorMissingConfiguration);
    CHECK(cudaGetLastError() == cudaErrorMissingConfiguration && cudaGetLastError() == cudaSuccess);
    CHECK(cudaSetupArgument(memory, 0) == cudaErrorMissingConfiguration);
    CHECK(cudaGetLastError() == cudaErrorMissingConfiguration);
    CHECK(cudaConfigureCall(1, 4096) == cudaSuccess && cudaLaunch(nothing) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaConfigureCall(1, 1) == cudaSuccess);
    CHECK(cudaSetupArgument(memory, sizeof memory, 4093) == cudaErrorInvalidValue);
    CHECK(cudaLaunch(reinterpret_cast<const char*>(&failures)) == cudaErrorInvalidDeviceFunction);
    CHECK(cudaLaunch(nothing) == cudaErrorMissingConfiguration); // a failed launch is removed from the stack
    cudaGetLastError();

    // The structure of a launch on several devices exists. tests/compile_fail tests the launch itself.
    cudaLaunchParams launch = {reinterpret_cast<void*>(nothing), dim3(2), dim3(4), nullptr, 8, nullptr};
    CHECK(launch.gridDim.x == 2 && launch.blockDim.x == 4 && launch.sharedMem == 8 && !launch.args && !launch.stream);
    CHECK((cudaCooperativeLaunchMultiDeviceNoPreSync | cudaCooperativeLaunchMultiDeviceNoPostSync) == 3);

    double value = 0.1;
    CHECK(cudaSetDoubleForDevice(&value) == cudaSuccess && cudaSetDoubleForHost(&value) == cudaSuccess && value == 0.1);
    return failures;
}
