// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who else writes device memory: calls of the driver API, streams, graphs, mappings. Each case is right, and with a
// second argument uses what nothing has written.
#include "../defects/defect.h"

#include <cstring>
#include <cuda.h>

constexpr int n = 64;
constexpr std::size_t bytes = n * sizeof(float);
constexpr std::size_t piece = std::size_t{2} << 20;

__global__ void twice(float* out, const float* in) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

float* as_floats(CUdeviceptr p) { return reinterpret_cast<float*>(p); }

CUdeviceptr allocated()
{
    CUdeviceptr p = 0;
    cuMemAlloc(&p, bytes);
    return p;
}

// --- addresses and memory apart
CUmemAllocationProp properties()
{
    CUmemAllocationProp p = {};
    p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    return p;
}
CUmemGenericAllocationHandle memory()
{
    const CUmemAllocationProp p = properties();
    CUmemGenericAllocationHandle m = 0;
    cuMemCreate(&m, piece, &p, 0);
    return m;
}
void map(CUdeviceptr at, CUmemGenericAllocationHandle m)
{
    const CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    cuMemMap(at, piece, 0, m, 0);
    cuMemSetAccess(at, piece, &access, 1);
}

int main(int count_of_arguments, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count_of_arguments > 2;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    const std::size_t part = broken ? bytes / 2 : bytes;
    float host[n];
    for (int k = 0; k < n; ++k)
        host[k] = k;
    cudaFree(nullptr);
    float* const out = as_floats(allocated());
    const CUdeviceptr in = allocated();

    if (is("set")) {
        cuMemsetD32(in, 0x3f800000, part / 4);
        twice<<<1, n>>>(out, as_floats(in));
    }
    if (is("copied")) {
        cuMemcpyHtoD(in, host, part);
        const CUdeviceptr other = allocated();
        cuMemcpyDtoD(other, in, bytes);
        twice<<<1, n>>>(out, as_floats(other));
    }
    if (is("rows")) {
        CUdeviceptr rows = 0;
        CUDA_MEMCPY2D c = {};
        cuMemAllocPitch(&rows, &c.dstPitch, bytes, 2, 4);
        c.srcMemoryType = CU_MEMORYTYPE_HOST;
        c.srcHost = host;
        c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        c.dstDevice = rows;
        c.srcPitch = bytes / 2;
        c.WidthInBytes = bytes / 2;
        c.Height = 2;
        cuMemcpy2D(&c);
        twice<<<1, broken ? n : n / 2>>>(out, as_floats(rows + c.dstPitch));
    }
    if (is("word_of_a_stream")) {
        if (!broken) cuStreamWriteValue32(nullptr, in, 1, 0);
        twice<<<1, 1>>>(out, as_floats(in));
    }
    if (is("pool")) {
        CUdeviceptr p = 0;
        cuMemAllocAsync(&p, bytes, nullptr);
        cuMemsetD8Async(p, 0, part, nullptr);
        twice<<<1, n>>>(out, as_floats(p));
    }
    if (is("batch")) {
        CUdeviceptr to[] = {in, in + bytes / 2};
        CUdeviceptr from[] = {reinterpret_cast<CUdeviceptr>(host), reinterpret_cast<CUdeviceptr>(host + n / 2)};
        std::size_t sizes[] = {bytes / 2, bytes / 2}, first = 0;
        CUmemcpyAttributes attributes = {};
        attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
        CUstream s = nullptr;
        cuStreamCreate(&s, 0);
        cuMemcpyBatchAsync(to, from, sizes, broken ? 1 : 2, &attributes, &first, 1, s);
        twice<<<1, n>>>(out, as_floats(in));
    }
    if (is("nodes")) { // memory, its filling and its use are nodes of a graph
        cudaGraph_t g = nullptr;
        cudaGraphCreate(&g, 0);
        cudaGraphNode_t made, filled, used;
        cudaMemAllocNodeParams a = {};
        a.poolProps.allocType = cudaMemAllocationTypePinned;
        a.poolProps.location = {cudaMemLocationTypeDevice, 0};
        a.bytesize = bytes;
        cudaGraphAddMemAllocNode(&made, g, nullptr, 0, &a);
        cudaMemsetParams m = {};
        m.dst = a.dptr;
        m.elementSize = 4;
        m.width = part / 4;
        m.height = 1;
        cudaGraphAddMemsetNode(&filled, g, &made, 1, &m);
        float *to = out, *from = static_cast<float*>(a.dptr);
        void* parameters[] = {&to, &from};
        cudaKernelNodeParams k = {};
        k.func = reinterpret_cast<void*>(twice);
        k.gridDim = dim3(1);
        k.blockDim = dim3(n);
        k.kernelParams = parameters;
        cudaGraphAddKernelNode(&used, g, &filled, 1, &k);
        cudaGraphExec_t e = nullptr;
        cudaGraphInstantiate(&e, g, 0);
        cudaGraphLaunch(e, nullptr);
    }
    if (is("array")) {
        cudaArray_t a = nullptr;
        const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
        cudaMallocArray(&a, &f, n, 1);
        cudaMemcpy2DToArray(a, 0, 0, host, bytes, bytes, 1, cudaMemcpyHostToDevice);
        cuMemcpyAtoD(in, reinterpret_cast<CUarray>(a), 0, part);
        twice<<<1, n>>>(out, as_floats(in));
    }
    CUdeviceptr range = 0;
    cuMemAddressReserve(&range, 3 * piece, 0, 0, 0);
    if (is("mapped")) {
        map(range, memory());
        cuMemcpyHtoD(range, host, part);
        twice<<<1, n>>>(out, as_floats(range));
    }
    if (is("mapped_twice")) { // written by one address, read by another
        const CUmemGenericAllocationHandle m = memory();
        map(range, m);
        map(range + 2 * piece, broken ? memory() : m);
        cuMemcpyHtoD(range, host, bytes);
        twice<<<1, n>>>(out, as_floats(range + 2 * piece));
    }
    if (is("mapped_again")) { // what is written stays there
        const CUmemGenericAllocationHandle m = memory();
        map(range, m);
        cuMemcpyHtoD(range, host, bytes);
        cuCtxSynchronize(); // the copy may still be under way
        cuMemUnmap(range, piece);
        map(range + piece, broken ? memory() : m);
        twice<<<1, n>>>(out, as_floats(range + piece));
    }
    if (is("grown")) { // two neighbours are one piece, of which the first is filled
        map(range, memory());
        cuMemsetD8(range, 0, piece);
        map(range + piece, memory());
        twice<<<1, n>>>(out, as_floats(range + (broken ? piece : 0)));
    }
    return report();
}
