// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two processes that share device memory and an event. Prints one line per check and exits with the number of failures.
#include "expect.h"

#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr int n = 100000;

__global__ void add(int* p, int count, int what)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) p[i] += what;
}

struct message {
    cudaIpcMemHandle_t large, small, other;
    cudaIpcEventHandle_t event;
};

template <class T>
static bool send(int to, const T& value)
{
    return write(to, &value, sizeof value) == sizeof value;
}
template <class T>
static bool receive(int from, T& value)
{
    return read(from, &value, sizeof value) == sizeof value;
}

// All elements from begin on are begin, begin + 1, … and `more`.
static bool has_values(const int* p, int count, int begin, int more)
{
    int* const host = new int[count];
    bool good = cudaMemcpy(host, p, count * sizeof *p, cudaMemcpyDeviceToHost) == cudaSuccess;
    for (int i = 0; i < count; ++i)
        good = good && host[i] == begin + i + more;
    delete[] host;
    return good;
}

static int* numbers(int count, int begin)
{
    int *p = nullptr, *const host = new int[count];
    for (int i = 0; i < count; ++i)
        host[i] = begin + i;
    cudaMalloc(&p, count * sizeof *p);
    cudaMemcpy(p, host, count * sizeof *p, cudaMemcpyHostToDevice);
    delete[] host;
    return p;
}

// The process whose memory it is.
static int exporter(int from, int to)
{
    int *const large = numbers(n, 5), *const small = numbers(3, 50), *const other = numbers(3, 70);
    cudaEvent_t event, plain;
    cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming);
    cudaEventCreate(&plain);
    message m;
    bool good = cudaIpcGetMemHandle(&m.large, large) == cudaSuccess;
    good = good && cudaIpcGetMemHandle(&m.small, small) == cudaSuccess;
    good = good && cudaIpcGetMemHandle(&m.other, other) == cudaSuccess; // in pages that are shared already
    good = good && cudaIpcGetEventHandle(&m.event, event) == cudaSuccess;
    good = good && cudaIpcGetEventHandle(&m.event, plain) == cudaErrorInvalidResourceHandle;
    good = good && cudaIpcGetMemHandle(&m.large, nullptr) == cudaErrorInvalidValue;
    void* own = nullptr;
    good = good && cudaIpcOpenMemHandle(&own, m.large, cudaIpcMemLazyEnablePeerAccess) == cudaErrorDeviceUninitialized;
    cudaGetLastError();
    add<<<(n + 255) / 256, 256>>>(large, n, 1); // after the export
    cudaEventRecord(event);
    int done = 0;
    good = good && send(to, m) && receive(from, done);
    good = good && has_values(large, n, 5, 101) && has_values(small, 3, 50, 7) && has_values(other, 3, 70, 8);
    for (int* p : {large, small, other})
        good = good && cudaFree(p) == cudaSuccess;
    cudaEventDestroy(event), cudaEventDestroy(plain);
    return good ? 0 : 1;
}

int main()
{
    int there[2], back[2];
    if (pipe(there) || pipe(back)) return 1;
    const pid_t child = fork();
    if (child == 0) std::exit(exporter(there[0], back[1]));
    message m{};
    EXPECT("a message", receive(back[0], m));
    int *large = nullptr, *again = nullptr, *small = nullptr, *other = nullptr;
    const unsigned flags = cudaIpcMemLazyEnablePeerAccess;
    const auto open = [&](int** p, const cudaIpcMemHandle_t& h) {
        return cudaIpcOpenMemHandle(reinterpret_cast<void**>(p), h, flags) == cudaSuccess;
    };
    EXPECT("opened", open(&large, m.large) && open(&small, m.small) && open(&other, m.other));
    EXPECT("opened twice", open(&again, m.large) && again == large);
    cudaEvent_t event;
    EXPECT("an event", cudaIpcOpenEventHandle(&event, m.event) == cudaSuccess);
    EXPECT("it has ended",
           cudaStreamWaitEvent(nullptr, event, 0) == cudaSuccess && cudaEventQuery(event) == cudaSuccess);
    EXPECT("its values", has_values(large, n, 5, 1) && has_values(small, 3, 50, 0) && has_values(other, 3, 70, 0));
    add<<<(n + 255) / 256, 256>>>(large, n, 100);
    add<<<1, 3>>>(small, 3, 7);
    add<<<1, 3>>>(other, 3, 8);
    EXPECT("written", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("no cudaFree", cudaFree(large) == cudaErrorInvalidValue);
    EXPECT("other flags", cudaIpcOpenMemHandle(reinterpret_cast<void**>(&again), m.large, 0) == cudaErrorInvalidValue);
    cudaIpcMemHandle_t nothing{};
    EXPECT("no handle", !open(&again, nothing));
    EXPECT("not again", cudaIpcGetMemHandle(&nothing, large) == cudaErrorInvalidValue);
    void* pooled = nullptr;
    cudaMallocAsync(&pooled, 64, nullptr);
    EXPECT("not of a pool", cudaIpcGetMemHandle(&nothing, pooled) == cudaErrorInvalidValue); // it has other handles
    EXPECT("freed", cudaFreeAsync(pooled, nullptr) == cudaSuccess);
    EXPECT("closed", cudaIpcCloseMemHandle(small) == cudaSuccess && cudaIpcCloseMemHandle(other) == cudaSuccess);
    EXPECT("closed once", cudaIpcCloseMemHandle(large) == cudaSuccess && has_values(large, n, 5, 101));
    EXPECT("closed twice", cudaIpcCloseMemHandle(large) == cudaSuccess);
    EXPECT("closed too often", cudaIpcCloseMemHandle(large) == cudaErrorInvalidValue);
    EXPECT("its event is gone", cudaEventDestroy(event) == cudaSuccess);
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
    const auto driver_open = reinterpret_cast<decltype(&cuIpcOpenMemHandle)>(dlsym(driver, "cuIpcOpenMemHandle_v2"));
    const auto driver_close = reinterpret_cast<decltype(&cuIpcCloseMemHandle)>(dlsym(driver, "cuIpcCloseMemHandle"));
    CUdeviceptr p = 0;
    CUipcMemHandle h;
    std::memcpy(&h, &m.small, sizeof h);
    EXPECT("the driver's calls", driver_open(&p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) == CUDA_SUCCESS &&
                                     has_values(reinterpret_cast<int*>(p), 3, 50, 7) &&
                                     driver_close(p) == CUDA_SUCCESS);
    EXPECT("done", send(there[1], 1));
    int status = 0;
    EXPECT("the other process", waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT("it is gone",
           cudaIpcOpenMemHandle(reinterpret_cast<void**>(&again), m.large, flags) == cudaErrorMapBufferObjectFailed);
    cudaGetLastError();
    return failures;
}
