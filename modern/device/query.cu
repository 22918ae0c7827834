// What every device of the system has, and whether that suffices for a tiled matrix product. Of the fields that CUDA 13
// removed seven have a successor; nothing replaces cooperativeMultiDeviceLaunch, so neither version prints it.
//
// Source:  G, "Number and capabilities of devices", "Shared memory and threads"
// Legacy:  legacy/device/query.cu
// Note:    migration-notes/device_properties.md

#include <cstdio>
#include <stdexcept>

#include "../support/buffers.hpp" // check(): every call checked

constexpr std::size_t TILE_WIDTH = 16;

// Writes a few lines for each device: what it has, and whether it can run a block with two tiles of that width.
void query(std::FILE* out, std::size_t tile_width)
{
    if (tile_width == 0 || tile_width > 1 << 30)
        throw std::invalid_argument{"query: tiles of no width, or beyond 2^30"};
    int dev_count;
    check(cudaGetDeviceCount(&dev_count));
    std::fprintf(out, "dev_count %d\n", dev_count);

    for (int i = 0; i < dev_count; i++) {
        cudaDeviceProp dev_prop;
        check(cudaGetDeviceProperties(&dev_prop, i));
        const auto attribute = [i](cudaDeviceAttr which) {
            int value;
            check(cudaDeviceGetAttribute(&value, which, i));
            return value;
        };
        std::fprintf(out, "device %d: %s, compute capability %d.%d\n", i, dev_prop.name, dev_prop.major,
                     dev_prop.minor);
        std::fprintf(out, "  multiProcessorCount %d\n", dev_prop.multiProcessorCount);
        std::fprintf(out, "  maxThreadsPerBlock %d\n", dev_prop.maxThreadsPerBlock);
        std::fprintf(out, "  sharedMemPerBlock %zu\n", dev_prop.sharedMemPerBlock);
        std::fprintf(out, "  clockRate %d kHz\n", attribute(cudaDevAttrClockRate));
        std::fprintf(out, "  memoryClockRate %d kHz\n", attribute(cudaDevAttrMemoryClockRate));
        std::fprintf(out, "  deviceOverlap %d\n", dev_prop.asyncEngineCount > 0);
        std::fprintf(out, "  kernelExecTimeoutEnabled %d\n", attribute(cudaDevAttrKernelExecTimeout));
        std::fprintf(out, "  computeMode %d\n", attribute(cudaDevAttrComputeMode));
        // deprecated: one number for texels of every type; cudaDeviceGetTexture1DLinearMaxWidth knows the type
        std::fprintf(out, "  maxTexture1DLinear %d\n", attribute(cudaDevAttrMaxTexture1DLinearWidth));
        std::fprintf(out, "  singleToDoublePrecisionPerfRatio %d\n",
                     attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio));

        const std::size_t threads = tile_width * tile_width;
        const std::size_t shared = sizeof(float) * 2 * threads;
        const bool sufficient =
            threads <= std::size_t(dev_prop.maxThreadsPerBlock) && shared <= dev_prop.sharedMemPerBlock;
        std::fprintf(out, "  TILE_WIDTH %zu: %zu threads and %zu bytes of shared memory to a block: %s\n", tile_width,
                     threads, shared, sufficient ? "sufficient" : "not sufficient");
    }
}

int main()
try {
    query(stdout, TILE_WIDTH);
} catch (const std::exception& error) {
    return failed(error);
}
