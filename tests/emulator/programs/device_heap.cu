// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc() and new in kernels: the heap's limit is kept, what is freed comes back, and the limit cannot change once
// a kernel has used the heap. Prints one line per check and exits with the number of failures.
#include "expect.h"

__global__ void take(int pieces, size_t size, int* got)
{
    void* all[256];
    for (int k = 0; k < pieces; ++k) {
        all[k] = malloc(size);
        *got += all[k] != nullptr;
    }
    for (int k = 0; k < pieces; ++k)
        free(all[k]);
}
__global__ void keep(size_t size, char** out) { *out = static_cast<char*>(malloc(size)); }
__global__ void give_back(char** in) { free(*in); }
__global__ void make(int count, int* got)
{
    double* const p = new double[count];
    *got = p != nullptr;
    delete[] p;
}
__global__ void by_all(int* got)
{
    void* const p = malloc(100);
    if (p) atomicAdd(got, 1);
    free(p);
}

static int* count;
static int taken(int pieces, size_t size)
{
    *count = 0;
    take<<<1, 1>>>(pieces, size, count);
    cudaDeviceSynchronize();
    return *count;
}

int main()
{
    cudaMallocManaged(&count, sizeof(int));
    size_t limit = 0;
    EXPECT("the limit", cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == 8u << 20);
    int got = taken(100, 1 << 20);
    EXPECT("most are refused", got >= 6 && got <= 8);
    EXPECT("what was freed is there again", taken(100, 1 << 20) == got);
    EXPECT("nor is all of it one piece", taken(1, 8 << 20) == 0);
    EXPECT("half of it is", taken(1, 4 << 20) == 1);
    // An H100 takes these two for sizes of nothing, which it has.
    EXPECT("a size that became negative", taken(3, size_t(-4)) == 0 && taken(3, ~size_t(0)) == 0);
    EXPECT("to change it now", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) == cudaErrorInvalidValue);
    EXPECT("it stays", cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == 8u << 20);
    make<<<1, 1>>>(1 << 10, count);
    cudaDeviceSynchronize();
    EXPECT("new", *count == 1);
    make<<<1, 1>>>(1 << 21, count);
    cudaDeviceSynchronize();
    EXPECT("new of too much", *count == 0);
    *count = 0;
    by_all<<<64, 256>>>(count);
    cudaDeviceSynchronize();
    EXPECT("pieces of many threads", *count == 64 * 256);

    char** kept;
    cudaMallocManaged(&kept, sizeof *kept);
    keep<<<1, 1>>>(5 << 20, kept);
    cudaDeviceSynchronize();
    char* const piece = *kept;
    EXPECT("it outlives its kernel", piece && taken(1, 4 << 20) == 0);
    char byte = 0;
    EXPECT("no copy reaches it", cudaMemcpy(&byte, piece, 1, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    // Not allowed, says the programming guide; an H100 sets the byte.
    EXPECT("nor a set", cudaMemset(piece, 0, 1) == cudaErrorInvalidValue);
    give_back<<<1, 1>>>(kept);
    cudaDeviceSynchronize();
    EXPECT("another kernel frees it", taken(1, 4 << 20) == 1);

    cudaDeviceReset();
    EXPECT("after a reset", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20) == cudaSuccess &&
                                cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess &&
                                limit == 128u << 20);
    cudaMallocManaged(&count, sizeof(int));
    got = taken(200, 1 << 20);
    EXPECT("there is more", got >= 100 && got <= 128);
    return failures;
}
