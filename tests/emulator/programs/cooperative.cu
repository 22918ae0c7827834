// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative launches: a grid that the device does not hold at once is refused, by the numbers that it reports itself.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <string>

// Every block must have arrived before one goes on.
__global__ void meet(int* arrived, int* missing)
{
    if (threadIdx.x == 0) atomicAdd(arrived, 1);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0 && *(volatile int*)arrived != gridDim.x * gridDim.y * gridDim.z) atomicAdd(missing, 1);
}
__global__ void __launch_bounds__(128) narrow() {}
__global__ void count(int* arrived)
{
    if (threadIdx.x == 0) atomicAdd(arrived, 1);
}

static int* device; // arrived, missing
static const cudaError_t too_large = cudaErrorCooperativeLaunchTooLarge;

static bool gives(cudaError_t got, cudaError_t wanted)
{
    cudaGetLastError();
    if (got != wanted) std::printf("    got %s\n", cudaGetErrorName(got));
    return got == wanted;
}

enum class way { cooperative, attribute };
static cudaError_t launch(way how, dim3 grid, int threads, std::size_t shared, cudaStream_t stream)
{
    int *arrived = device, *missing = device + 1;
    void* arguments[] = {&arrived, &missing};
    if (how == way::cooperative)
        return cudaLaunchCooperativeKernel((void*)meet, grid, threads, arguments, shared, stream);
    cudaLaunchAttribute cooperative = {};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = threads;
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    config.attrs = &cooperative;
    config.numAttrs = 1;
    return cudaLaunchKernelExC(&config, (void*)meet, arguments);
}
// Whether all of these blocks met since the last look.
static bool met(int blocks)
{
    int seen[2];
    cudaMemcpy(seen, device, sizeof seen, cudaMemcpyDeviceToHost);
    cudaMemset(device, 0, sizeof seen);
    return seen[0] == blocks && seen[1] == 0;
}

int main()
{
    cudaMalloc(&device, 8);
    cudaMemset(device, 0, 8);
    cudaDeviceProp device_is;
    cudaGetDeviceProperties(&device_is, 0);
    const auto most = [&](int threads, std::size_t shared) {
        int each = 0;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, meet, threads, shared);
        return each * device_is.multiProcessorCount;
    };
    cudaStream_t s;
    cudaStreamCreate(&s);
    const struct {
        int threads;
        std::size_t shared;
    } shapes[] = {{256, 0}, {64, 0}, {1024, 0}, {33, 0}, {64, 40000}};
    for (const auto& shape : shapes)
        for (const way how : {way::cooperative, way::attribute}) {
            const int n = most(shape.threads, shape.shared);
            const std::string what = std::to_string(n) + " blocks of " + std::to_string(shape.threads) + ", " +
                                     std::to_string(shape.shared) + " bytes" +
                                     (how == way::attribute ? ", by attribute" : "");
            EXPECT(what.c_str(), gives(launch(how, n, shape.threads, shape.shared, nullptr), cudaSuccess) && met(n));
            EXPECT("one more", gives(launch(how, n + 1, shape.threads, shape.shared, nullptr), too_large));
            EXPECT("nothing ran, nothing is broken", gives(cudaDeviceSynchronize(), cudaSuccess) && met(0));
        }
    EXPECT("shared memory counts", most(64, 40000) < most(64, 0));
    const unsigned full = static_cast<unsigned>(most(64, 0));
    for (const dim3 grid : {dim3(full, 2, 1), dim3(full, 1, 2), dim3(1, full + 1, 1), dim3(1, 1, full + 1)})
        EXPECT("all three axes count", gives(launch(way::cooperative, grid, 64, 0, nullptr), too_large) && met(0));
    EXPECT("it is the last error", launch(way::cooperative, most(64, 0) + 1, 64, 0, nullptr) == too_large &&
                                       cudaGetLastError() == too_large && cudaGetLastError() == cudaSuccess);
    EXPECT("too many threads is another error",
           gives(cudaLaunchCooperativeKernel((void*)narrow, 1, 256, nullptr, 0, nullptr), cudaErrorInvalidValue));
    count<<<most(256, 0) + 1, 256>>>(device);
    EXPECT("no other launch is bounded", gives(cudaDeviceSynchronize(), cudaSuccess) && met(most(256, 0) + 1));

    cudaGraph_t g = nullptr;
    cudaGraphExec_t x;
    const int n = most(256, 0);
    for (const way how : {way::cooperative, way::attribute}) {
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        EXPECT("captured", gives(launch(how, n, 256, 0, s), cudaSuccess));
        EXPECT("the graph", gives(cudaStreamEndCapture(s, &g), cudaSuccess) &&
                                gives(cudaGraphInstantiate(&x, g, 0), cudaSuccess) &&
                                gives(cudaGraphLaunch(x, s), cudaSuccess) && met(n));
        // A launch that an H200 refuses ends the capture.
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        EXPECT("one more, captured", gives(launch(how, n + 1, 256, 0, s), too_large));
        EXPECT("no graph", gives(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated) && !g);
    }
    return failures;
}
