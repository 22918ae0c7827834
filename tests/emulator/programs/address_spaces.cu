// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the host that kernels use, wherever it lies: it is never taken for shared or local memory. Generic
// addresses are classified by their windows.
#include "expect.h"

#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int count = 1024;

__global__ void add(int* p, int v)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) p[i] += v;
}
// The same by way of shared memory and of a local array, through pointers whose space the compiler does not know.
__global__ void add_by_generic(int* p, int v, int choice)
{
    __shared__ int tile[256];
    int own[4] = {choice, choice + 1, choice + 2, choice + 3};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = v;
    __syncthreads();
    int* const places[] = {p + i, tile + threadIdx.x, own + threadIdx.x % 4};
    const int* const from = places[choice + 1];
    const int* const local = places[choice + 2];
    int* const to = places[choice];
    *to += *from + (*local - int(threadIdx.x % 4) - choice);
}

static bool all_are(const int* p, int value)
{
    for (int i = 0; i < count; ++i)
        if (p[i] != value) return false;
    return true;
}
static bool works(int* on_device, const int* on_host)
{
    add<<<4, 256>>>(on_device, 9);
    add_by_generic<<<4, 256>>>(on_device, 30, 0);
    return cudaDeviceSynchronize() == cudaSuccess && all_are(on_host, 41);
}
static bool registered_works(int* p)
{
    int* device = nullptr;
    for (int i = 0; i < count; ++i)
        p[i] = 2;
    return cudaHostRegister(p, count * sizeof(int), cudaHostRegisterMapped) == cudaSuccess &&
           cudaHostGetDevicePointer(&device, p, 0) == cudaSuccess && works(device, p) &&
           cudaHostUnregister(p) == cudaSuccess;
}

static void host_memory()
{
    // The heap grows past whatever the emulated device has there.
    bool right = true;
    std::vector<std::vector<int>> kept;
    for (int k = 0; k < 300 && right; ++k) {
        kept.emplace_back(count + 16 * k, 2);
        right = registered_works(kept.back().data());
    }
    EXPECT("registered heap", right);
    static int of_the_program[count];
    EXPECT("registered statics", registered_works(of_the_program));
    int on_the_stack[count];
    EXPECT("registered stack", registered_works(on_the_stack));
    auto* const large = static_cast<int*>(std::malloc(64 << 20));
    EXPECT("registered mapping", registered_works(large) && registered_works(large + (48 << 18)));
    std::free(large);

    int *pinned, *mapped, *managed, *device;
    cudaMallocHost(&pinned, count * sizeof(int));
    cudaHostAlloc(&mapped, count * sizeof(int), cudaHostAllocMapped);
    cudaHostGetDevicePointer(&device, mapped, 0);
    cudaMallocManaged(&managed, count * sizeof(int));
    for (int i = 0; i < count; ++i)
        pinned[i] = mapped[i] = managed[i] = 2;
    EXPECT("pinned", works(pinned, pinned));
    EXPECT("mapped", works(device, mapped));
    EXPECT("managed", works(managed, managed));
    cudaFreeHost(pinned);
    cudaFreeHost(mapped);
    cudaFree(managed);
}

struct spaces {
    unsigned shared, local, global;
    bool is(unsigned s, unsigned l, unsigned g) const { return shared == s && local == l && global == g; }
};
__device__ spaces spaces_of(const void* p) { return {__isShared(p), __isLocal(p), __isGlobal(p)}; }
__device__ int variable;
__global__ void classify(const int* host, spaces* out, const __grid_constant__ int one)
{
    __shared__ int array[64];
    extern __shared__ int dynamic[];
    int own[8];
    for (int k = 0; k < 8; ++k)
        own[k] = one;
    out[0] = spaces_of(array);
    out[1] = spaces_of(array + 64 * one); // behind its end, and still shared memory
    out[2] = spaces_of(dynamic + 256);    // behind all that the block has
    out[3] = spaces_of(own);
    out[4] = spaces_of(own + 8 * one);
    out[5] = spaces_of(host);
    out[6] = spaces_of(out);
    out[7] = spaces_of(&variable);
    out[8] = spaces_of(nullptr);
    // The window of parameters is a part of global memory.
    out[10] = spaces_of(&one);
    out[11].shared = __isGridConstant(&one) && !__isGridConstant(host) && !__isGridConstant(own);
    // To the window and back.
    array[threadIdx.x + 1] = 5;
    out[9].shared = *static_cast<int*>(__cvta_shared_to_generic(__cvta_generic_to_shared(array + one)));
    out[9].local = __cvta_generic_to_shared(array + 1) - __cvta_generic_to_shared(array);
    out[9].global = own[one];
}

static void classification()
{
    spaces* out;
    auto* host = new int(1);
    cudaMallocManaged(&out, 16 * sizeof *out);
    cudaHostRegister(host, sizeof *host, 0);
    classify<<<1, 1, 1024>>>(host, out, 1);
    EXPECT("classification", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("shared", out[0].is(1, 0, 0) && out[1].is(1, 0, 0) && out[2].is(1, 0, 0));
    EXPECT("local", out[3].is(0, 1, 0) && out[4].is(0, 1, 0));
    EXPECT("global", out[5].is(0, 0, 1) && out[6].is(0, 0, 1) && out[7].is(0, 0, 1) && out[8].is(0, 0, 1));
    EXPECT("parameters", out[10].is(0, 0, 1) && out[11].shared == 1);
    EXPECT("to the window and back", out[9].is(5, 4, 1));
    cudaHostUnregister(host);
    delete host;
}

// Many blocks wait at once, each with its own shared memory and stacks.
__global__ void wait_for_all(unsigned* arrived, unsigned* out)
{
    __shared__ unsigned mine;
    unsigned own[8];
    for (int k = 0; k < 8; ++k)
        own[k] = blockIdx.x + k;
    mine = blockIdx.x * 3;
    atomicAdd(arrived, 1);
    while (*static_cast<volatile unsigned*>(arrived) < gridDim.x) {}
    out[blockIdx.x] = mine + own[arrived[0] % 8];
}
static void suspended_blocks()
{
    constexpr unsigned blocks = 60; // as many as the emulated device holds at once, or fewer
    unsigned *arrived, *out;
    cudaMallocManaged(&arrived, sizeof *arrived);
    cudaMallocManaged(&out, blocks * sizeof *out);
    *arrived = 0;
    wait_for_all<<<blocks, 1>>>(arrived, out);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (unsigned k = 0; k < blocks; ++k)
        right &= out[k] == 4 * k + blocks % 8;
    EXPECT("suspended blocks", right);
}

int main()
{
    host_memory();
    classification();
    suspended_blocks();
    return failures;
}
