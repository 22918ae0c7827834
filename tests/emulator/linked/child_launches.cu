// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches by kernels. Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"

#include <cstring>

__device__ int order[64], count;

__device__ void note(int what) { order[atomicAdd(&count, 1)] = what; }

__global__ void leaf(int what) { note(what); }

// Each thread launches: the blocks' order, then the threads'.
__global__ void by_each_thread() { leaf<<<1, 1>>>(10 * blockIdx.x + threadIdx.x); }

__global__ void inner(int what)
{
    leaf<<<1, 1>>>(what + 1);
    note(what);
}
// The tail launch begins after all others, and after what these launched.
__global__ void outer()
{
    leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(9);
    inner<<<1, 1>>>(1);
    inner<<<1, 1, 0, cudaStreamFireAndForget>>>(3);
    note(0);
}

struct wide {
    char c;
    double d[5];
    short s;
};
__global__ void arguments(char a, wide b, const int* p, short c, double* out)
{
    extern __shared__ double sum[];
    const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
    sum[thread] = a + b.c + b.d[threadIdx.x] + b.s + *p + c;
    __syncthreads();
    if (thread == 0)
        for (unsigned k = 0; k < blockDim.x * blockDim.y; ++k)
            *out += sum[k];
}
__global__ void with_arguments(const int* p, double* out)
{
    wide b{};
    b.c = 2;
    for (int k = 0; k < 5; ++k)
        b.d[k] = k * 0.5;
    b.s = 3;
    arguments<<<dim3(1, 1, 1), dim3(5, 2, 1), 10 * sizeof(double)>>>(1, b, p, 4, out);
}

__global__ void add_products(const int* p, double* out, int n)
{
    extern __shared__ double sum[];
    sum[threadIdx.x] = n * *p;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, sum[blockDim.x - 1]);
}
// As CUB launches: the parameters are written first, and the launch says what they are for.
__global__ void with_a_buffer(const int* p, double* out, int* errors)
{
    const int n = 7;
    auto* const buffer = static_cast<char*>(cudaGetParameterBuffer(64, 20));
    memcpy(buffer, &p, sizeof p);
    memcpy(buffer + 8, &out, sizeof out);
    memcpy(buffer + 16, &n, sizeof n);
    auto* const kernel = reinterpret_cast<void*>(add_products);
    errors[0] = cudaLaunchDevice(kernel, buffer, dim3(2, 3), dim3(4), 4 * sizeof(double), nullptr);
    errors[1] = cudaLaunchDevice(kernel, errors, dim3(1), dim3(1), 0, nullptr);
    errors[2] = cudaLaunchDevice(errors, buffer, dim3(1), dim3(1), 0, nullptr);
    errors[3] = cudaGetParameterBuffer(64, 1 << 20) == nullptr;
}

// The kernel has 20 bytes of parameters.
__global__ void with_a_small_buffer(int* errors)
{
    void* const buffer = cudaGetParameterBuffer(64, 16);
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    errors[thread] = cudaLaunchDevice(reinterpret_cast<void*>(add_products), buffer, dim3(1), dim3(1), 0, nullptr);
}

// `errors` holds cudaGetLastError() and what the call returned.
__global__ void refused(int* errors)
{
    leaf<<<1, 2048>>>(1);
    errors[0] = cudaPeekAtLastError();
    errors[1] = cudaGetLastError();
    errors[2] = cudaGetLastError();
    leaf<<<1, 1, 1 << 20>>>(1);
    errors[3] = cudaGetLastError();
    leaf<<<0, 1>>>(1);
    errors[4] = cudaGetLastError();
    const char* const name = cudaGetErrorName(cudaErrorInvalidConfiguration);
    errors[5] = name[4] == 'E' && name[5] == 'r';
}

__global__ void nested(int depth, int* deepest, int* error)
{
    atomicMax(deepest, depth);
    nested<<<1, 1>>>(depth + 1, deepest, error);
    const int e = cudaGetLastError();
    if (e) *error = e;
}

__global__ void chain(int left)
{
    note(left);
    if (left) chain<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1);
}

__global__ void add(unsigned long long* to) { atomicAdd(to, 1ull); }
__global__ void many_adds(int n, unsigned long long* to)
{
    for (int k = 0; k < n; ++k)
        add<<<2, 32>>>(to);
}

__global__ void copies(int* to, const int* from, int n)
{
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMemsetAsync(to, 0, n * sizeof(int), stream); // libcudadevrt writes zeros for any value
    cudaMemcpyAsync(to, from, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(stream, event, 0);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
}

__global__ void questions(int* out)
{
    int value = -1;
    cudaGetDevice(&value);
    out[0] = value;
    cudaGetDeviceCount(&value);
    out[1] = value;
    cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0);
    out[2] = value;
    size_t limit = 0;
    out[3] = cudaDeviceGetLimit(&limit, cudaLimitStackSize);
    out[4] = static_cast<int>(limit);
}

// The host asks the same of the same kernel.
__global__ void __launch_bounds__(256) with_shared_memory(int* x)
{
    __shared__ int values[3000];
    values[threadIdx.x] = *x;
    __syncthreads();
    x[threadIdx.x] = values[255 - threadIdx.x];
}
__global__ void questions_about_a_kernel(int* out, cudaFuncAttributes* a)
{
    out[0] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[1], with_shared_memory, 128, 20000);
    out[2] = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&out[3], with_shared_memory, 512, 0, 0);
    out[4] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[5], out, 128, 0);
    out[6] = cudaFuncGetAttributes(a, with_shared_memory);
}

__global__ void past_the_end(int* x) { x[1 << 20] = 1; }
__global__ void child_with_a_fault(int* x) { past_the_end<<<1, 1>>>(x); }

__global__ void answer_to_nowhere() { cudaGetDevice(reinterpret_cast<int*>(0x1000)); }

static bool noted(std::initializer_list<int> expected)
{
    int have[64], n = 0;
    cudaMemcpyFromSymbol(&n, count, sizeof n);
    cudaMemcpyFromSymbol(have, order, sizeof have);
    const int none = 0;
    cudaMemcpyToSymbol(count, &none, sizeof none);
    return n == static_cast<int>(expected.size()) && std::equal(expected.begin(), expected.end(), have);
}

int main(int words, char** word)
{
    int* x = nullptr;
    if (words > 1 && !std::strcmp(word[1], "fault")) {
        cudaMalloc(&x, sizeof *x);
        child_with_a_fault<<<1, 1>>>(x);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    if (words > 1 && !std::strcmp(word[1], "nowhere")) {
        answer_to_nowhere<<<1, 1>>>();
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    cudaMallocManaged(&x, 1024 * sizeof *x);
    if (words > 1 && !std::strcmp(word[1], "small_buffer")) {
        with_a_small_buffer<<<2, 2>>>(x);
        cudaDeviceSynchronize();
        for (int k = 0; k < 4; ++k)
            std::printf("%s\n", cudaGetErrorName(static_cast<cudaError_t>(x[k])));
        return 0;
    }
    by_each_thread<<<2, 3>>>();
    cudaDeviceSynchronize();
    EXPECT("each thread's", noted({0, 1, 2, 10, 11, 12}));
    outer<<<1, 1>>>();
    leaf<<<1, 1>>>(99); // the host's next launch waits for all of them
    EXPECT("children, then the tail", noted({0, 1, 2, 3, 4, 9, 99}));

    double* sum = nullptr;
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0, *x = 5;
    with_arguments<<<1, 1>>>(x, sum);
    cudaDeviceSynchronize();
    EXPECT("arguments and shared memory", *sum == 10 * (1 + 2 + 3 + 5 + 4) + 2 * (0 + 0.5 + 1 + 1.5 + 2));

    *sum = 0;
    with_a_buffer<<<1, 1>>>(x, sum, x + 1);
    cudaDeviceSynchronize();
    EXPECT("a buffer of parameters", x[1] == cudaSuccess && *sum == 2 * 3 * 7 * 5);
    EXPECT("no buffer, and one that is too large", x[2] != cudaSuccess && x[4]);
    EXPECT("no kernel", x[3] != cudaSuccess);

    refused<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    EXPECT("too many threads", x[0] == cudaErrorInvalidConfiguration && x[1] == x[0] && x[2] == cudaSuccess);
    EXPECT("too much shared memory", x[3] != cudaSuccess);
    EXPECT("no block", x[4] != cudaSuccess);
    EXPECT("a name", x[5]);
    EXPECT("none of them ran", noted({}));

    x[0] = x[1] = 0;
    nested<<<1, 1>>>(0, x, x + 1);
    cudaDeviceSynchronize();
    // so an H100 with driver 580
    EXPECT("2048 levels", x[0] == 2048 && x[1] == cudaErrorLaunchPendingCountExceeded);
    chain<<<1, 1>>>(3);
    EXPECT("tail launches", noted({3, 2, 1, 0}));

    auto* const total = reinterpret_cast<unsigned long long*>(x);
    *total = 0;
    many_adds<<<1, 2>>>(5000, total);
    cudaDeviceSynchronize();
    EXPECT("many", *total == 2 * 5000 * 64);

    for (int k = 0; k < 1024; ++k)
        x[k] = k + 1;
    copies<<<1, 1>>>(x + 512, x, 512);
    cudaDeviceSynchronize();
    bool same = true;
    for (int k = 0; k < 512; ++k)
        same = same && x[512 + k] == (k < 256 ? k + 1 : 0);
    EXPECT("copies and sets", same);

    questions<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    cudaDeviceProp p;
    size_t limit = 0;
    cudaGetDeviceProperties(&p, 0);
    cudaDeviceGetLimit(&limit, cudaLimitStackSize);
    EXPECT("the device", x[0] == 0 && x[1] == 1 && x[2] == p.multiProcessorCount);
    EXPECT("a limit", x[3] == cudaSuccess && x[4] == static_cast<int>(limit));
    cudaFuncAttributes* a = nullptr;
    cudaFuncAttributes host{};
    cudaMallocManaged(&a, sizeof *a);
    questions_about_a_kernel<<<1, 1>>>(x, a);
    cudaDeviceSynchronize();
    int blocks = -1;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared_memory, 128, 20000);
    EXPECT("occupancy", x[0] == cudaSuccess && x[1] == blocks && blocks > 0);
    EXPECT("too many threads for the kernel", x[2] == cudaSuccess && x[3] == 0);
    EXPECT("the occupancy of no kernel", x[4] != cudaSuccess);
    cudaFuncGetAttributes(&host, with_shared_memory);
    EXPECT("a kernel's shared memory",
           x[6] == cudaSuccess && a->sharedSizeBytes == host.sharedSizeBytes && host.sharedSizeBytes == 12000);
    EXPECT("a kernel's attributes", a->maxThreadsPerBlock == 256 && a->numRegs == host.numRegs &&
                                        a->ptxVersion == host.ptxVersion && a->binaryVersion == host.binaryVersion &&
                                        a->localSizeBytes == host.localSizeBytes);
    EXPECT("the limit of launches",
           cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 5000) == cudaSuccess &&
               cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess && limit == 5000);
    EXPECT("at least 32 launches",
           cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 30) == cudaSuccess &&
               cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess && limit == 32);
    x[0] = x[1] = 0;
    nested<<<1, 1>>>(0, x, x + 1);
    cudaDeviceSynchronize();
    EXPECT("32 levels", x[0] == 32 && x[1] == cudaErrorLaunchPendingCountExceeded);
    EXPECT("no error", cudaGetLastError() == cudaSuccess);
    return failures;
}
