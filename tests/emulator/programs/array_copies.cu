// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies with arrays that begin or end within a texel, that leave a row, or whose direction is wrong. The expected
// values are those of an H200, but for a few that no probe asked. These follow the manual. Prints one line per check
// and exits with the number of failures.
#include "expect.h"
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

static std::vector<unsigned char> counted(std::size_t n)
{
    std::vector<unsigned char> v(n);
    for (std::size_t k = 0; k < n; ++k)
        v[k] = static_cast<unsigned char>(0xc0 + k % 32);
    return v;
}

// An array of 8 x 4 ints, which are zero before each copy, and one of 32 x 4 bytes, which are 7.
struct arrays {
    cudaArray_t ints, bytes;
    std::vector<unsigned char> expected = std::vector<unsigned char>(128);

    arrays()
    {
        const auto i = cudaCreateChannelDesc<int>();
        const auto b = cudaCreateChannelDesc<unsigned char>();
        cudaMallocArray(&ints, &i, 8, 4);
        cudaMallocArray(&bytes, &b, 32, 4);
        const std::vector<unsigned char> sevens(128, 7);
        cudaMemcpy2DToArray(bytes, 0, 0, sevens.data(), 32, 32, 4, cudaMemcpyHostToDevice);
        clear();
    }
    void clear()
    {
        expected.assign(128, 0);
        cudaMemcpy2DToArray(ints, 0, 0, expected.data(), 32, 32, 4, cudaMemcpyHostToDevice);
    }
    bool match()
    {
        std::vector<unsigned char> got(128);
        cudaMemcpy2DFromArray(got.data(), 32, ints, 0, 0, 32, 4, cudaMemcpyDeviceToHost);
        const bool ok = got == expected;
        clear();
        return ok;
    }
};

static void within_texels(arrays& a)
{
    const auto from = counted(256);
    EXPECT("6 bytes of a row",
           cudaMemcpy2DToArray(a.ints, 0, 0, from.data(), 32, 6, 2, cudaMemcpyHostToDevice) == cudaSuccess);
    std::memcpy(&a.expected[0], &from[0], 6);
    std::memcpy(&a.expected[32], &from[0], 6);
    EXPECT("are copied", a.match());
    EXPECT("from byte 2 on",
           cudaMemcpy2DToArray(a.ints, 2, 0, from.data(), 32, 8, 1, cudaMemcpyHostToDevice) == cudaSuccess);
    std::memcpy(&a.expected[2], &from[0], 8);
    EXPECT("are copied", a.match());
    EXPECT("between arrays",
           cudaMemcpy2DArrayToArray(a.ints, 2, 1, a.bytes, 0, 0, 6, 1, cudaMemcpyDeviceToDevice) == cudaSuccess);
    std::memset(&a.expected[34], 7, 6);
    EXPECT("are copied", a.match());
}

static void wrong_calls(arrays& a)
{
    const auto from = counted(256);
    unsigned char to[32];
    const auto wrong = cudaMemcpyKind(77);
    const auto invalid = cudaErrorInvalidMemcpyDirection;
    for (const auto kind : {cudaMemcpyDeviceToHost, cudaMemcpyHostToHost, wrong})
        EXPECT("to an array", cudaMemcpy2DToArray(a.ints, 0, 0, from.data(), 32, 8, 2, kind) == invalid);
    for (const auto kind : {cudaMemcpyHostToDevice, cudaMemcpyHostToHost, wrong})
        EXPECT("from an array", cudaMemcpy2DFromArray(to, 8, a.ints, 0, 0, 8, 2, kind) == invalid);
    for (const auto kind : {cudaMemcpyHostToDevice, wrong})
        EXPECT("between arrays", cudaMemcpy2DArrayToArray(a.ints, 4, 1, a.bytes, 0, 0, 8, 2, kind) == invalid);
    // An H200 tests no direction of a copy to an array without width.
    for (const auto kind : {cudaMemcpyDeviceToHost, cudaMemcpyHostToHost, wrong})
        EXPECT("of no width", cudaMemcpy2DToArray(a.ints, 0, 0, from.data(), 32, 0, 1, kind) == cudaSuccess);
    EXPECT("from after the row",
           cudaMemcpyArrayToArray(a.ints, 0, 2, a.ints, 33, 0, 4, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
    EXPECT("after the row",
           cudaMemcpyToArray(a.ints, 36, 0, from.data(), 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT("nothing is written", a.match());
    cudaGetLastError();
}

// With an array, an offset in memory counts the array's elements.
static void offsets_in_memory(arrays& a)
{
    auto from = counted(256);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(from.data(), 24, 24, 4);
    p.srcPos = make_cudaPos(2, 1, 0);
    p.dstArray = a.ints;
    p.dstPos = make_cudaPos(1, 2, 0);
    p.extent = make_cudaExtent(3, 2, 1);
    p.kind = cudaMemcpyHostToDevice;
    EXPECT("an offset of two ints", cudaMemcpy3D(&p) == cudaSuccess);
    std::memcpy(&a.expected[68], &from[24 + 8], 12);
    std::memcpy(&a.expected[100], &from[48 + 8], 12);
    const auto written = a.expected;
    std::vector<unsigned char> back(24 * 4), rows(24 * 4);
    p.srcArray = p.dstArray;
    p.srcPos = p.dstPos;
    p.srcPtr = {};
    p.dstArray = nullptr;
    p.dstPtr = make_cudaPitchedPtr(back.data(), 24, 24, 4);
    p.dstPos = make_cudaPos(2, 1, 0);
    p.kind = cudaMemcpyDeviceToHost;
    EXPECT("and back", cudaMemcpy3D(&p) == cudaSuccess);
    std::memcpy(&rows[24 + 8], &written[68], 12);
    std::memcpy(&rows[48 + 8], &written[100], 12);
    EXPECT("the same rows", back == rows && a.match());
}

static cudaError_t copied(const cudaPitchedPtr& to, const cudaPitchedPtr& from, cudaPos offset, cudaExtent size)
{
    cudaMemcpy3DParms p = {};
    p.dstPtr = to;
    p.srcPtr = from;
    p.srcPos = offset;
    p.extent = size;
    p.kind = cudaMemcpyDeviceToDevice;
    const cudaError_t result = cudaMemcpy3D(&p);
    cudaGetLastError();
    return result;
}

// The answers are an H200's with driver 580.
static void boxes_of_pitched_memory()
{
    cudaPitchedPtr a, b;
    cudaMalloc3D(&a, {64, 8, 6});
    cudaMalloc3D(&b, {64, 8, 6});
    cudaMemset3D(a, 0, {64, 8, 6});
    const cudaExtent box = {20, 4, 3};
    EXPECT("a box", copied(b, a, {}, box) == cudaSuccess);
    cudaPitchedPtr low = a;
    low.ysize = 2;
    EXPECT("of more rows", copied(b, low, {}, box) == cudaErrorInvalidPitchValue);
    EXPECT("into fewer rows", copied(low, b, {}, box) == cudaErrorInvalidPitchValue);
    low.ysize = 8;
    low.pitch = 10;
    EXPECT("of wider rows", copied(b, low, {}, box) == cudaErrorInvalidPitchValue);
    EXPECT("past a row", copied(b, a, {a.pitch - 10, 0, 0}, box) == cudaErrorInvalidValue);
    EXPECT("past the rows", copied(b, a, {0, 6, 0}, box) == cudaErrorInvalidValue);
    cudaFree(a.ptr);
    cudaFree(b.ptr);
}

int main()
{
    boxes_of_pitched_memory();
    arrays a;
    within_texels(a);
    wrong_calls(a);
    offsets_in_memory(a);
    return failures;
}
