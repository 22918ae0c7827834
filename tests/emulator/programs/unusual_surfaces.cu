// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surfaces at their edges, accesses of another shape than the array, and formatted stores. The expected values are
// those of an H200, but for a few that no probe asked. These follow the manual. Each case is a process of its own,
// because a fault ends the device. Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

constexpr auto trap = cudaBoundaryModeTrap, clamp = cudaBoundaryModeClamp, zero = cudaBoundaryModeZero;

// Runs in a child. Its exit status is the low bits of the error, or 255 for another value.
template <class Case>
static int run(Case c)
{
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) _exit(c());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 254;
}
constexpr int another_value = 255, illegal_address = cudaErrorIllegalAddress & 255,
              misaligned_address = cudaErrorMisalignedAddress & 255;

static cudaSurfaceObject_t surface_of(cudaArray_t a)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t s = 0;
    cudaCreateSurfaceObject(&s, &r);
    return s;
}

#define IN_MODE(call)                                                                                                  \
    do {                                                                                                               \
        if (mode == trap) call(cudaBoundaryModeTrap);                                                                  \
        if (mode == clamp) call(cudaBoundaryModeClamp);                                                                \
        if (mode == zero) call(cudaBoundaryModeZero);                                                                  \
    } while (0)

template <class T>
__global__ void read_and_write(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode, T* out)
{
#define READ(m) *out = surf2Dread<T>(s, x, y, m)
    IN_MODE(READ);
    T v;
    memset(&v, 0xaa, sizeof v);
#define WRITE(m) surf2Dwrite(v, s, x, y, m)
    IN_MODE(WRITE);
}

// Three rows of bytes that count from 0. Byte `at` is read and written, or none if it is negative.
template <class T>
static int bytes(int width, int x, int y, cudaSurfaceBoundaryMode mode, int at)
{
    return run([&]() -> int {
        std::vector<unsigned char> texels(3 * width), after(3 * width);
        for (int k = 0; k < 3 * width; ++k)
            texels[k] = k;
        const auto d = cudaCreateChannelDesc<unsigned char>();
        cudaArray_t a;
        cudaMallocArray(&a, &d, width, 3, cudaArraySurfaceLoadStore);
        cudaMemcpy2DToArray(a, 0, 0, texels.data(), width, width, 3, cudaMemcpyHostToDevice);
        T *out, got, expected = {};
        cudaMalloc(&out, sizeof got);
        read_and_write<<<1, 1>>>(surface_of(a), x, y, mode, out);
        if (const cudaError_t e = cudaDeviceSynchronize()) return e;
        cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
        cudaMemcpy2DFromArray(after.data(), width, a, 0, 0, width, 3, cudaMemcpyDeviceToHost);
        if (at >= 0) {
            std::memcpy(&expected, &texels[at], sizeof expected);
            std::memset(&texels[at], 0xaa, sizeof expected);
        }
        return std::memcmp(&got, &expected, sizeof got) || after != texels ? another_value : 0;
    });
}

static void edges()
{
    EXPECT("inside", bytes<unsigned>(8, 4, 1, trap, 12) == 0);
    EXPECT("trap after the end", bytes<unsigned>(8, 8, 1, trap, 0) == illegal_address);
    EXPECT("trap before the start", bytes<unsigned>(8, -4, 1, trap, 0) == illegal_address);
    EXPECT("trap below", bytes<unsigned>(8, 0, 3, trap, 0) == illegal_address);
    EXPECT("trap before misaligned", bytes<unsigned>(8, 9, 1, trap, 0) == illegal_address);
    EXPECT("misaligned inside", bytes<unsigned>(8, 2, 1, trap, 0) == misaligned_address);
    EXPECT("a row that ends within", bytes<unsigned>(5, 4, 1, trap, 0) == illegal_address);
    EXPECT("clamp to a multiple", bytes<unsigned>(5, 4, 1, clamp, 5) == 0);
    EXPECT("of two", bytes<unsigned short>(7, 6, 1, clamp, 11) == 0);
    EXPECT("of eight", bytes<uint2>(12, 8, 0, clamp, 0) == 0);
    EXPECT("at the end", bytes<unsigned>(8, 8, 1, clamp, 12) == 0);
    EXPECT("far to the right", bytes<unsigned char>(7, 0x7fffffff, 0, clamp, 6) == 0);
    EXPECT("clamp of misaligned", bytes<unsigned>(8, 9, 1, clamp, 0) == misaligned_address);
    EXPECT("wider than the row", bytes<uint4>(8, 0, 0, clamp, -1) == 0);
    EXPECT("zero outside", bytes<unsigned>(5, 4, 1, zero, -1) == 0);
    EXPECT("zero of misaligned", bytes<unsigned>(8, -3, 1, zero, -1) == misaligned_address);
}

enum class shape { row, plane, layers, volume, rows, cube };
__global__ void read_slice(cudaSurfaceObject_t s, shape as, int z, cudaSurfaceBoundaryMode mode, int* out)
{
#define ROW(m) *out = surf1Dread<int>(s, 0, m)
#define PLANE(m) *out = surf2Dread<int>(s, 0, 0, m)
#define LAYERS(m) *out = surf2DLayeredread<int>(s, 0, 0, z, m)
#define VOLUME(m) *out = surf3Dread<int>(s, 0, 0, z, m)
#define ROWS(m) *out = surf1DLayeredread<int>(s, 0, z, m)
#define CUBE(m) *out = surfCubemapread<int>(s, 0, 0, z, m)
    if (as == shape::row) IN_MODE(ROW);
    if (as == shape::plane) IN_MODE(PLANE);
    if (as == shape::layers) IN_MODE(LAYERS);
    if (as == shape::volume) IN_MODE(VOLUME);
    if (as == shape::rows) IN_MODE(ROWS);
    if (as == shape::cube) IN_MODE(CUBE);
}

// Reads slice z of an array whose slices have the values 100, 101, …
static int slice(cudaExtent extent, unsigned flags, shape as, int z, cudaSurfaceBoundaryMode mode, int expected)
{
    return run([&]() -> int {
        const auto d = cudaCreateChannelDesc<int>();
        cudaArray_t a;
        cudaMalloc3DArray(&a, &d, extent, flags | cudaArraySurfaceLoadStore);
        const std::size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
        std::vector<int> texels(extent.width * height * depth);
        for (std::size_t k = 0; k < texels.size(); ++k)
            texels[k] = 100 + k / (extent.width * height);
        cudaMemcpy3DParms p = {};
        p.srcPtr = make_cudaPitchedPtr(texels.data(), 4 * extent.width, extent.width, height);
        p.dstArray = a;
        p.extent = make_cudaExtent(extent.width, height, depth);
        p.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&p);
        int *out, got;
        cudaMalloc(&out, 4);
        read_slice<<<1, 1>>>(surface_of(a), as, z, mode, out);
        if (const cudaError_t e = cudaDeviceSynchronize()) return e;
        cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
        return got == expected ? 0 : another_value;
    });
}

static void other_shapes()
{
    const cudaExtent plane = {4, 4, 0}, three = {4, 4, 3}, cube = {4, 4, 6};
    EXPECT("a plane as layers", slice(plane, 0, shape::layers, 1, trap, 0) == illegal_address);
    EXPECT("clamped", slice(plane, 0, shape::layers, 2, clamp, 100) == 0);
    EXPECT("a plane as a volume", slice(plane, 0, shape::volume, 0, trap, 0) == 0);
    for (const auto mode : {trap, clamp, zero})
        EXPECT("a plane as a row", slice(plane, 0, shape::row, 0, mode, 0) == 0);
    for (const auto mode : {trap, clamp, zero})
        EXPECT("rows in layers as a row", slice({4, 0, 3}, cudaArrayLayered, shape::row, 0, mode, 100) == 0);
    EXPECT("a plane as rows", slice(plane, 0, shape::rows, 5, trap, 0) == 0);
    EXPECT("layers", slice(three, cudaArrayLayered, shape::layers, 2, trap, 102) == 0);
    EXPECT("a negative layer", slice(three, cudaArrayLayered, shape::layers, -1, clamp, 102) == 0);
    EXPECT("layers as a cube", slice(three, cudaArrayLayered, shape::cube, 1, trap, 101) == 0);
    EXPECT("layers as a volume", slice(three, cudaArrayLayered, shape::volume, 1, clamp, 0) == 0);
    EXPECT("a volume", slice(three, 0, shape::volume, 2, trap, 102) == 0);
    EXPECT("a negative slice", slice(three, 0, shape::volume, -1, clamp, 100) == 0);
    EXPECT("a volume as layers", slice(three, 0, shape::layers, 2, trap, 100) == 0);
    EXPECT("beyond its depth", slice(three, 0, shape::layers, 5, zero, 0) == 0);
    EXPECT("trapped", slice(three, 0, shape::cube, 5, trap, 0) == illegal_address);
    EXPECT("a volume as a plane", slice(three, 0, shape::plane, 0, trap, 100) == 0);
    EXPECT("a cube as layers", slice(cube, cudaArrayCubemap, shape::layers, -1, clamp, 105) == 0);
    EXPECT("a cube as a volume", slice(cube, cudaArrayCubemap, shape::volume, 5, trap, 0) == 0);
}

__global__ void store_formatted(cudaSurfaceObject_t s, uint4 v)
{
    asm volatile("sust.p.2d.v4.b32.zero [%0,{%1,%2}],{%3,%4,%5,%6};" ::"l"(s), "r"(1), "r"(1), "r"(v.x), "r"(v.y),
                 "r"(v.z), "r"(v.w));
    asm volatile("sust.p.2d.b32.clamp [%0,{%1,%2}],{%3};" ::"l"(s), "r"(-7), "r"(0), "r"(v.x));
}
// The texels [1, 1], with four values, and [0, 0], with one.
static void formatted(const char* name, cudaChannelFormatDesc d, uint4 v, std::vector<unsigned char> four,
                      std::vector<unsigned char> one)
{
    EXPECT(name, run([&]() -> int {
                     const std::size_t n = four.size();
                     cudaArray_t a;
                     cudaMallocArray(&a, &d, 3, 2, cudaArraySurfaceLoadStore);
                     std::vector<unsigned char> expected(6 * n, 0x11), got(6 * n);
                     cudaMemcpy2DToArray(a, 0, 0, expected.data(), 3 * n, 3 * n, 2, cudaMemcpyHostToDevice);
                     store_formatted<<<1, 1>>>(surface_of(a), v);
                     cudaMemcpy2DFromArray(got.data(), 3 * n, a, 0, 0, 3 * n, 2, cudaMemcpyDeviceToHost);
                     std::memcpy(&expected[4 * n], four.data(), n);
                     std::memcpy(&expected[0], one.data(), n);
                     return got == expected ? 0 : another_value;
                 }) == 0);
}
static void formatted_stores()
{
    const uint4 small = {1, 2, 3, 4}, nans = {0x7fc00001, 0xffc00000, 0x7f800000, 0xff800000};
    formatted("bytes", cudaCreateChannelDesc<uchar4>(), small, {1, 2, 3, 4}, {1, 0, 0, 0});
    formatted("two signed bytes", cudaCreateChannelDesc<char2>(), nans, {0x7f, 0x80}, {0x7f, 0});
    formatted("two shorts", cudaCreateChannelDesc<ushort2>(), small, {1, 0, 2, 0}, {1, 0, 0, 0});
    formatted("two floats", cudaCreateChannelDesc<float2>(), nans, {1, 0, 0xc0, 0x7f, 0, 0, 0xc0, 0xff},
              {1, 0, 0xc0, 0x7f, 0, 0, 0, 0});
    formatted("halves", {16, 16, 16, 16, cudaChannelFormatKindFloat}, nans, {0, 0x7e, 0, 0xfe, 0, 0x7c, 0, 0xfc},
              {0, 0x7e, 0, 0, 0, 0, 0, 0});
    // A NaN keeps its upper bits and does not become quiet. Without upper bits it gets the lowest one.
    formatted("signalling NaNs", {16, 16, 16, 16, cudaChannelFormatKindFloat},
              {0x7f800001, 0x7fa00000, 0xff801fff, 0xff802000}, {1, 0x7c, 0, 0x7d, 1, 0xfc, 1, 0xfc},
              {1, 0x7c, 0, 0, 0, 0, 0, 0});
    formatted("a NaN of all bits", {16, 0, 0, 0, cudaChannelFormatKindFloat}, {~0u, 0, 0, 0}, {0xff, 0xff},
              {0xff, 0xff});
}

int main()
{
    edges();
    other_shapes();
    formatted_stores();
    return failures;
}
