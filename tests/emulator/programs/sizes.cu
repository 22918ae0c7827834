// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes, pitches, extents and offsets that became negative or do not fit: every copy, set and allocation returns an
// error, and changes nothing. Prints one line per check and exits with the number of failures.
// The codes are those of an H100 (driver 580), each check in a process of its own. It has none for the sets: it starts them,
// and the context is lost. It segfaults on copies between places of the host, and takes products that wrap around.
#include "expect.h"
#include <cstring>

static const size_t huge = size_t(-4);
__device__ int symbol[4];
__constant__ int constant[4];
__global__ void nothing() {}
__global__ void with_shared()
{
    __shared__ volatile int some[4];
    some[threadIdx.x] = 1;
}

static bool gives(cudaError_t e, cudaError_t expected)
{
    cudaGetLastError();
    return e == expected;
}
static bool invalid(cudaError_t e) { return gives(e, cudaErrorInvalidValue); }

struct buffers {
    int host[4] = {1, 2, 3, 4};
    int* device = nullptr;
    int* other = nullptr;
    buffers()
    {
        cudaMalloc(&device, sizeof host);
        cudaMalloc(&other, sizeof host);
        cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
        cudaMemset(other, 0, sizeof host);
    }
    ~buffers()
    {
        cudaFree(device);
        cudaFree(other);
    }
    bool unchanged()
    {
        int back[4] = {};
        cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
        return std::memcmp(back, host, sizeof back) == 0 && host[0] == 1 && host[3] == 4;
    }
};

static void lines()
{
    buffers b;
    for (const size_t n : {huge, size_t(-1), ~size_t(0) / 2 + 1, size_t(1) << 47, size_t(17)}) {
        EXPECT("to the device", invalid(cudaMemcpy(b.device, b.host, n, cudaMemcpyHostToDevice)));
        EXPECT("to the host", invalid(cudaMemcpy(b.host, b.device, n, cudaMemcpyDeviceToHost)));
        EXPECT("on the device", invalid(cudaMemcpy(b.device, b.other, n, cudaMemcpyDeviceToDevice)));
        EXPECT("in any direction", invalid(cudaMemcpy(b.device, b.host, n, cudaMemcpyDefault)));
        EXPECT("in a stream", invalid(cudaMemcpyAsync(b.device, b.host, n, cudaMemcpyHostToDevice, 0)));
        EXPECT("between devices", invalid(cudaMemcpyPeer(b.device, 0, b.other, 0, n)));
        EXPECT("between devices in a stream", invalid(cudaMemcpyPeerAsync(b.device, 0, b.other, 0, n, 0)));
        EXPECT("a set", invalid(cudaMemset(b.device, 1, n)));
        EXPECT("a set in a stream", invalid(cudaMemsetAsync(b.device, 1, n, 0)));
        EXPECT("to a symbol", invalid(cudaMemcpyToSymbol(symbol, b.host, n)));
        EXPECT("to a constant", invalid(cudaMemcpyToSymbol(constant, b.host, n)));
        EXPECT("from a symbol", invalid(cudaMemcpyFromSymbol(b.host, symbol, n)));
        EXPECT("at an offset of a symbol", invalid(cudaMemcpyToSymbol(symbol, b.host, 4, n)));
        EXPECT("from an offset of a symbol", invalid(cudaMemcpyFromSymbol(b.host, symbol, 4, n)));
        void* to = b.device;
        const void* from = b.other;
        cudaMemcpyAttributes a = {};
        a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
        size_t first = 0;
        cudaStream_t s;
        cudaStreamCreate(&s);
        EXPECT("a batch", invalid(cudaMemcpyBatchAsync(&to, &from, &n, 1, &a, &first, 1, s)));
        cudaStreamDestroy(s);
    }
    EXPECT("between places of the host", invalid(cudaMemcpy(b.host, b.host + 1, huge, cudaMemcpyHostToHost)));
    EXPECT("behind the last byte", invalid(cudaMemcpy(b.device + 4, b.host, 4, cudaMemcpyHostToDevice)));
    EXPECT("nothing is changed", b.unchanged());
    EXPECT("nothing is copied", cudaMemcpy(b.device, b.host, 0, cudaMemcpyHostToDevice) == cudaSuccess);
}

static void rows()
{
    buffers b;
    const auto to = cudaMemcpyHostToDevice;
    EXPECT("too many rows", invalid(cudaMemcpy2D(b.device, 4, b.host, 4, 4, huge, to)));
    EXPECT("rows too far apart", invalid(cudaMemcpy2D(b.device, size_t(1) << 62, b.host, 4, 4, 5, to)));
    EXPECT("rows of the host too far apart", invalid(cudaMemcpy2D(b.device, 4, b.host, size_t(1) << 62, 4, 4, to)));
    EXPECT("too wide", invalid(cudaMemcpy2D(b.device, 4, b.host, 4, huge, 1, to)));
    EXPECT("wider than the pitch", gives(cudaMemcpy2D(b.device, 4, b.host, 4, 8, 1, to), cudaErrorInvalidPitchValue));
    EXPECT("too wide, with a pitch", invalid(cudaMemcpy2D(b.device, huge, b.host, huge, huge, 1, to)));
    EXPECT("in a stream", invalid(cudaMemcpy2DAsync(b.device, 4, b.host, 4, 4, huge, to, 0)));
    EXPECT("a set of too many rows", invalid(cudaMemset2D(b.device, 4, 1, 4, huge)));
    EXPECT("a set of rows too far apart", invalid(cudaMemset2D(b.device, size_t(1) << 62, 1, 4, 5)));
    EXPECT("a set too wide", invalid(cudaMemset2D(b.device, 4, 1, huge, 1)));
    EXPECT("a set of rows that overlap", invalid(cudaMemset2D(b.device, 0, 1, 4, huge)));
    EXPECT("a set of few rows that overlap", invalid(cudaMemset2D(b.device, 2, 1, 4, 2)));
    EXPECT("a set in a stream", invalid(cudaMemset2DAsync(b.device, 4, 1, 4, 5, 0)));
    const cudaPitchedPtr box = make_cudaPitchedPtr(b.device, 4, 4, 2);
    for (const cudaExtent& e : {make_cudaExtent(4, 2, huge), make_cudaExtent(4, huge, 2), make_cudaExtent(huge, 1, 1),
                                make_cudaExtent(4, 2, 3), make_cudaExtent(huge, huge, huge)}) {
        EXPECT("a set of a box", invalid(cudaMemset3D(box, 1, e)));
        EXPECT("a set of a box in a stream", invalid(cudaMemset3DAsync(box, 1, e, 0)));
    }
    EXPECT("a set of an endless flat box",
           invalid(cudaMemset3D(make_cudaPitchedPtr(b.device, 0, 4, 0), 1, make_cudaExtent(4, 1, huge))));
    EXPECT("a set of nothing, endlessly", cudaMemset3D(box, 1, make_cudaExtent(0, huge, huge)) == cudaSuccess);
    EXPECT("nothing is changed", b.unchanged());
}

static void boxes()
{
    buffers b;
    cudaMemcpy3DParms good = {};
    good.srcPtr = make_cudaPitchedPtr(b.host, 8, 8, 2);
    good.dstPtr = make_cudaPitchedPtr(b.device, 8, 8, 2);
    good.extent = make_cudaExtent(8, 2, 1);
    good.kind = cudaMemcpyHostToDevice;
    EXPECT("a box", cudaMemcpy3D(&good) == cudaSuccess);
    for (int k = 0; k < 9; ++k) {
        cudaMemcpy3DParms p = good;
        size_t* const which[] = {&p.extent.width, &p.extent.height, &p.extent.depth, &p.srcPos.x, &p.srcPos.y,
                                 &p.srcPos.z,     &p.dstPos.x,      &p.dstPos.y,     &p.dstPos.z};
        *which[k] = huge;
        const cudaError_t expected = k == 0 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue;
        EXPECT("a box with a huge size or offset", gives(cudaMemcpy3D(&p), expected));
        EXPECT("… in a stream", gives(cudaMemcpy3DAsync(&p, 0), expected));
    }
    cudaMemcpy3DParms p = good;
    p.dstPtr.pitch = size_t(1) << 62;
    EXPECT("a huge pitch", invalid(cudaMemcpy3D(&p)));
    p = good;
    p.extent = make_cudaExtent(8, 1, size_t(1) << 60);
    p.srcPtr.pitch = p.dstPtr.pitch = p.srcPtr.ysize = p.dstPtr.ysize = 0;
    EXPECT("slices that overlap", gives(cudaMemcpy3D(&p), cudaErrorInvalidPitchValue));
    p = good;
    p.dstPtr = make_cudaPitchedPtr(b.host, 8, 8, 2);
    p.kind = cudaMemcpyHostToHost;
    p.extent.height = huge;
    EXPECT("of the host", invalid(cudaMemcpy3D(&p)));
    cudaMemcpy3DPeerParms q = {};
    q.srcPtr = make_cudaPitchedPtr(b.other, 8, 8, 2);
    q.dstPtr = good.dstPtr;
    q.extent = make_cudaExtent(8, huge, 1);
    EXPECT("between devices", invalid(cudaMemcpy3DPeer(&q)));
    EXPECT("between devices in a stream", invalid(cudaMemcpy3DPeerAsync(&q, 0)));
    cudaMemcpy3DBatchOp op = {};
    op.src.type = op.dst.type = cudaMemcpyOperandTypePointer;
    op.src.op.ptr.ptr = b.other;
    op.dst.op.ptr.ptr = b.device;
    op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    op.extent = make_cudaExtent(16, 1, 1);
    op.extent.height = huge;
    cudaStream_t s;
    cudaStreamCreate(&s);
    EXPECT("a batch", invalid(cudaMemcpy3DBatchAsync(1, &op, 0, s)));
    cudaStreamDestroy(s);
    EXPECT("nothing is changed", b.unchanged());
}

static void arrays()
{
    buffers b;
    const cudaChannelFormatDesc texel = cudaCreateChannelDesc<int>();
    const auto to = cudaMemcpyHostToDevice, from = cudaMemcpyDeviceToHost, within = cudaMemcpyDeviceToDevice;
    cudaArray_t a, c;
    cudaMallocArray(&a, &texel, 2, 2);
    cudaMallocArray(&c, &texel, 2, 2);
    EXPECT("fill", cudaMemcpy2DToArray(a, 0, 0, b.host, 8, 8, 2, to) == cudaSuccess);
    EXPECT("to an array", invalid(cudaMemcpyToArray(a, 0, 0, b.host, huge, to)));
    EXPECT("far in an array", invalid(cudaMemcpyToArray(a, huge, 0, b.host, 4, to)));
    EXPECT("low in an array", invalid(cudaMemcpyToArray(a, 0, huge, b.host, 4, to)));
    EXPECT("from an array", invalid(cudaMemcpyFromArray(b.host, a, 0, 0, huge, from)));
    EXPECT("from far in an array", invalid(cudaMemcpyFromArray(b.host, a, huge, 0, 4, from)));
    EXPECT("more than the memory has", invalid(cudaMemcpyFromArray(b.device + 3, a, 0, 0, 16, within)));
    EXPECT("from an array to another", invalid(cudaMemcpyArrayToArray(c, 0, 0, a, 0, 0, huge)));
    EXPECT("rows to an array", invalid(cudaMemcpy2DToArray(a, 0, 0, b.host, 8, 8, huge, to)));
    EXPECT("wide rows to an array", invalid(cudaMemcpy2DToArray(a, 0, 0, b.host, huge, huge, 1, to)));
    EXPECT("rows from far in an array", invalid(cudaMemcpy2DFromArray(b.host, 8, a, huge, 0, 8, 2, from)));
    EXPECT("rows too far apart", invalid(cudaMemcpy2DFromArray(b.host, size_t(1) << 62, a, 0, 0, 8, 2, from)));
    EXPECT("rows that the memory has not", invalid(cudaMemcpy2DToArray(a, 0, 0, b.device + 2, 8, 8, 2, within)));
    EXPECT("rows of arrays", invalid(cudaMemcpy2DArrayToArray(c, 0, 0, a, 0, 0, 8, huge)));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(b.host, 8, 2, 2);
    p.dstArray = a;
    p.kind = to;
    p.extent = make_cudaExtent(size_t(1) << 62, 1, 1); // of four bytes each: none
    EXPECT("so many texels that the bytes are none", invalid(cudaMemcpy3D(&p)));
    p.extent = make_cudaExtent(2, 2, 1);
    p.dstPos.x = size_t(1) << 62;
    EXPECT("a texel so far that the offset is none", invalid(cudaMemcpy3D(&p)));
    cudaMemcpy2DFromArray(b.host, 8, a, 0, 0, 8, 2, from);
    EXPECT("nothing is changed", b.unchanged());
    cudaFreeArray(a);
    cudaFreeArray(c);
}

static bool no_memory(cudaError_t e) { return gives(e, cudaErrorMemoryAllocation); }
static bool refused(cudaError_t e, bool as_invalid) { return as_invalid ? invalid(e) : no_memory(e); }

static void allocations()
{
    void* p = nullptr;
    size_t pitch = 0;
    cudaPitchedPtr box = {};
    for (const size_t n : {huge, size_t(-1), size_t(1) << 62}) {
        EXPECT("memory", no_memory(cudaMalloc(&p, n)) && !p);
        EXPECT("managed memory", no_memory(cudaMallocManaged(&p, n)) && !p);
        EXPECT("memory of the host", no_memory(cudaMallocHost(&p, n)) && !p);
        EXPECT("mapped memory", no_memory(cudaHostAlloc(&p, n, cudaHostAllocMapped)) && !p);
        EXPECT("memory of a pool", no_memory(cudaMallocAsync(&p, n, 0)) && !p);
        // A pitch of 512 bytes: a size that is none modulo 2^64 is a wrong argument.
        const bool no_pitch = n == huge || n == size_t(-1), no_size = n == size_t(1) << 62;
        EXPECT("wide rows", refused(cudaMallocPitch(&p, &pitch, n, 1), no_pitch) && !p);
        EXPECT("many rows", refused(cudaMallocPitch(&p, &pitch, 1, n), no_size) && !p);
        EXPECT("wide slices", refused(cudaMalloc3D(&box, make_cudaExtent(n, 1, 1)), no_pitch) && !box.ptr);
        EXPECT("many slices", refused(cudaMalloc3D(&box, make_cudaExtent(1, 1, n)), no_size) && !box.ptr);
    }
    EXPECT("rows that do not fit", no_memory(cudaMallocPitch(&p, &pitch, (size_t(1) << 40) + 512, 0x1ffffff)) && !p);
    EXPECT("rows that come to nothing", invalid(cudaMallocPitch(&p, &pitch, size_t(1) << 32, size_t(1) << 32)) && !p);
    EXPECT("a box that comes to nothing",
           invalid(cudaMalloc3D(&box, make_cudaExtent(1u << 22, 1u << 21, 1u << 21))) && !box.ptr);
    const cudaChannelFormatDesc texel = cudaCreateChannelDesc<float4>();
    cudaArray_t a = nullptr;
    cudaMipmappedArray_t m = nullptr;
    EXPECT("a wide array", invalid(cudaMallocArray(&a, &texel, huge, 1)));
    EXPECT("a high array", invalid(cudaMallocArray(&a, &texel, 1, huge)));
    EXPECT("a deep array", invalid(cudaMalloc3DArray(&a, &texel, make_cudaExtent(1, 1, huge))));
    EXPECT("an array that does not fit",
           no_memory(cudaMalloc3DArray(&a, &texel, make_cudaExtent(32768, 32768, 2048), cudaArrayLayered)));
    EXPECT("levels", invalid(cudaMallocMipmappedArray(&m, &texel, make_cudaExtent(huge, 0, 0), 3)));
    EXPECT("levels that do not fit",
           no_memory(cudaMallocMipmappedArray(&m, &texel, make_cudaExtent(32768, 32768, 2048), 3, cudaArrayLayered)));
    int here[4];
    EXPECT("to register", invalid(cudaHostRegister(here, huge, 0)));
    cudaMallocManaged(&p, 64);
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    EXPECT("to prefetch", invalid(cudaMemPrefetchAsync(p, huge, device, 0)));
    EXPECT("to advise", invalid(cudaMemAdvise(p, huge, cudaMemAdviseSetReadMostly, device)));
    cudaFree(p);
}

static void launches()
{
    nothing<<<1, 1, huge>>>();
    EXPECT("dynamic shared memory", invalid(cudaGetLastError()));
    with_shared<<<1, 4, huge>>>();
    EXPECT("… beside other", invalid(cudaGetLastError()));
    int blocks = -1;
    EXPECT("occupancy",
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared, 4, huge) == cudaSuccess && blocks == 0);
    EXPECT("and the device works", (with_shared<<<1, 4>>>(), cudaDeviceSynchronize() == cudaSuccess));
}

int main()
{
    lines();
    rows();
    boxes();
    arrays();
    allocations();
    launches();
    return failures;
}
