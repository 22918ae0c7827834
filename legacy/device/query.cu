// What every device of the system has, and whether that suffices for a tiled matrix product.
//
// Source:  G, "Πλήθος/Δυνατότητες device" and "Κοινή μνήμη και νήματα"
// Modern:  modern/device/query.cu
// Note:    migration-notes/device_properties.md
// Domain:  1 <= tile_width <= 46340, the last whose square is an int
// Defects: mended: the document writes dev_prop.dev_prop.maxThreadsPerBlock, which is no syntax, and
//          sharedMemoryPerBlock, which is no field. It says in a comment only that the program decides; what is asked
//          of a device is the document's own account of the tiled product, and the lines printed are ours: of the
//          eight fields that CUDA 13 removed all but cooperativeMultiDeviceLaunch, which nothing replaces
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define TILE_WIDTH 16

// Writes a few lines for each device: what it has, and whether it can run a block with two tiles of that width.
cudaError_t query(FILE *out, int tile_width)
{
    if (tile_width < 1 || tile_width > 46340) return cudaErrorInvalidValue;
    int dev_count;
    cudaError_t err = cudaGetDeviceCount(&dev_count);
    if (err != cudaSuccess) return err;
    fprintf(out, "dev_count %d\n", dev_count);

    cudaDeviceProp dev_prop;
    for (int i = 0; i < dev_count; i++) {
        err = cudaGetDeviceProperties(&dev_prop, i);
        if (err != cudaSuccess) return err;
        fprintf(out, "device %d: %s, compute capability %d.%d\n", i, dev_prop.name, dev_prop.major, dev_prop.minor);
        fprintf(out, "  multiProcessorCount %d\n", dev_prop.multiProcessorCount);
        fprintf(out, "  maxThreadsPerBlock %d\n", dev_prop.maxThreadsPerBlock);
        fprintf(out, "  sharedMemPerBlock %lu\n", (unsigned long)dev_prop.sharedMemPerBlock);
        fprintf(out, "  clockRate %d kHz\n", dev_prop.clockRate);
        fprintf(out, "  memoryClockRate %d kHz\n", dev_prop.memoryClockRate);
        fprintf(out, "  deviceOverlap %d\n", dev_prop.deviceOverlap);
        fprintf(out, "  kernelExecTimeoutEnabled %d\n", dev_prop.kernelExecTimeoutEnabled);
        fprintf(out, "  computeMode %d\n", dev_prop.computeMode);
        fprintf(out, "  maxTexture1DLinear %d\n", dev_prop.maxTexture1DLinear);
        fprintf(out, "  singleToDoublePrecisionPerfRatio %d\n", dev_prop.singleToDoublePrecisionPerfRatio);

        // decide if the device has sufficient resources
        int threads = tile_width * tile_width;
        size_t shared = sizeof(float) * 2 * threads;
        int sufficient = threads <= dev_prop.maxThreadsPerBlock && shared <= dev_prop.sharedMemPerBlock;
        fprintf(out, "  TILE_WIDTH %d: %d threads and %lu bytes of shared memory to a block: %s\n", tile_width, threads,
                (unsigned long)shared, sufficient ? "sufficient" : "not sufficient");
    }
    return cudaSuccess;
}

int main()
{
    cudaError_t err = query(stdout, TILE_WIDTH);
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    return 0;
}
