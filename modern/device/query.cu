// What every device of the system has, and whether that suffices for a tiled matrix product. Of the fields that CUDA 13
// removed seven have a successor; nothing replaces cooperativeMultiDeviceLaunch, so neither version prints it.
//
// Source:  G, "Πλήθος/Δυνατότητες device" and "Κοινή μνήμη και νήματα"
// Legacy:  legacy/device/query.cu
// Changes: 1. removed fields of cudaDeviceProp -> cudaDeviceGetAttribute  2. deviceOverlap -> asyncEngineCount
//          3. every call checked  4. int -> std::size_t: the square of a width above 46340
// Note:    migration-notes/device_properties.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdexcept>
#include <stdio.h>

#include "../support/cuda.hpp" // check()

#define TILE_WIDTH 16

// Writes a few lines for each device: what it has, and whether it can run a block with two tiles of that width.
void query(FILE *out, std::size_t tile_width)
{
    if (tile_width < 1 || tile_width > 1 << 30) throw std::invalid_argument{"query: tiles of no width, or beyond 2^30"};
    int dev_count;
    check(cudaGetDeviceCount(&dev_count));
    fprintf(out, "dev_count %d\n", dev_count);

    cudaDeviceProp dev_prop;
    for (int i = 0; i < dev_count; i++) {
        int clockRate, memoryClockRate, kernelExecTimeout, computeMode, maxTexture1DLinear, perfRatio;
        check(cudaGetDeviceProperties(&dev_prop, i));
        check(cudaDeviceGetAttribute(&clockRate, cudaDevAttrClockRate, i));
        check(cudaDeviceGetAttribute(&memoryClockRate, cudaDevAttrMemoryClockRate, i));
        check(cudaDeviceGetAttribute(&kernelExecTimeout, cudaDevAttrKernelExecTimeout, i));
        check(cudaDeviceGetAttribute(&computeMode, cudaDevAttrComputeMode, i));
        // deprecated: one number for texels of every type; cudaDeviceGetTexture1DLinearMaxWidth knows the type
        check(cudaDeviceGetAttribute(&maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth, i));
        check(cudaDeviceGetAttribute(&perfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio, i));
        fprintf(out, "device %d: %s, compute capability %d.%d\n", i, dev_prop.name, dev_prop.major, dev_prop.minor);
        fprintf(out, "  multiProcessorCount %d\n", dev_prop.multiProcessorCount);
        fprintf(out, "  maxThreadsPerBlock %d\n", dev_prop.maxThreadsPerBlock);
        fprintf(out, "  sharedMemPerBlock %zu\n", dev_prop.sharedMemPerBlock);
        fprintf(out, "  clockRate %d kHz\n", clockRate);
        fprintf(out, "  memoryClockRate %d kHz\n", memoryClockRate);
        fprintf(out, "  deviceOverlap %d\n", dev_prop.asyncEngineCount > 0);
        fprintf(out, "  kernelExecTimeoutEnabled %d\n", kernelExecTimeout);
        fprintf(out, "  computeMode %d\n", computeMode);
        fprintf(out, "  maxTexture1DLinear %d\n", maxTexture1DLinear);
        fprintf(out, "  singleToDoublePrecisionPerfRatio %d\n", perfRatio);

        // decide if the device has sufficient resources
        size_t threads = tile_width * tile_width;
        size_t shared = sizeof(float) * 2 * threads;
        int sufficient = threads <= size_t(dev_prop.maxThreadsPerBlock) && shared <= dev_prop.sharedMemPerBlock;
        fprintf(out, "  TILE_WIDTH %zu: %zu threads and %zu bytes of shared memory to a block: %s\n", tile_width,
                threads, shared, sufficient ? "sufficient" : "not sufficient");
    }
}

int main()
try {
    query(stdout, TILE_WIDTH);
} catch (const std::exception& error) {
    return failed(error);
}
