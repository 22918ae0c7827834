// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that wait for the host, or for work of another stream: their launch returns, and the kernel goes on.
// Prints one line per check and exits with the number of failures. With the argument 'forever' it waits for a kernel
// that does not end, with 'leave' it ends before its kernel does.
#include "expect.h"
#include "waiting.h"
#include <atomic>
#include <cstring>
#include <thread>

__global__ void twice(const int* in, int* out) { *out = 2 * *in; }

// Two kernels that wait for each other.
__global__ void meet(volatile int* mine, const volatile int* other)
{
    *mine = 1;
    __threadfence_system();
    while (*other == 0) {}
}

// Answers each number of the host, until it is 0.
__global__ void serve(volatile int* asked, volatile int* answer)
{
    for (int seen = 0;;) {
        const int now = *asked;
        if (now == seen) continue;
        seen = now;
        if (now == 0) return;
        *answer = now * now;
        __threadfence_system();
    }
}

// What is submitted behind the kernel waits, in order. Queries say so.
void test_order()
{
    pinned host;
    int *device, *flags = host.words;
    cudaStream_t stream, other;
    cudaEvent_t before, after;
    cudaMalloc(&device, 2 * sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before, stream);
    wait_for<<<1, 64, 0, stream>>>(flags, 5, device);
    EXPECT("the launch returns", cudaGetLastError() == cudaSuccess);
    add_one<<<1, 1, 0, stream>>>(device);
    add_one<<<1, 1, 0, stream>>>(device);
    cudaEventRecord(after, stream);
    int copied = -1;
    int* const pinned_copy = flags + 1;
    cudaMemcpyAsync(pinned_copy, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaMemsetAsync(device, 0, sizeof(int), stream);
    std::atomic<int> called{0};
    cudaLaunchHostFunc(
        stream, [](void* p) { *static_cast<std::atomic<int>*>(p) += 1; }, &called);
    EXPECT("the stream has not ended", cudaStreamQuery(stream) == cudaErrorNotReady);
    EXPECT("nor has its event", cudaEventQuery(after) == cudaErrorNotReady);
    EXPECT("which is not the last error", cudaGetLastError() == cudaSuccess);
    EXPECT("an event before the kernel has", cudaEventQuery(before) == cudaSuccess);
    EXPECT("another stream has", cudaStreamQuery(other) == cudaSuccess);
    EXPECT("the copy has not begun", *static_cast<volatile int*>(pinned_copy) == 0);
    EXPECT("nor the call of the host", called == 0);
    float milliseconds = 0;
    EXPECT("no time before the end", cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
    cudaStreamWaitEvent(other, after, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT("a stream that waits for the event has not ended", cudaStreamQuery(other) == cudaErrorNotReady);
    write(flags, 5);
    EXPECT("the event ends", cudaEventSynchronize(after) == cudaSuccess);
    EXPECT("the stream ends", cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamQuery(stream) == cudaSuccess);
    EXPECT("the other stream ends", cudaStreamSynchronize(other) == cudaSuccess);
    EXPECT("kernels and copies ran in order", *pinned_copy == 7);
    EXPECT("the call of the host ran", called == 1);
    EXPECT("there is a time", cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess && milliseconds > 0);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("the last work is a memset", copied == 0);
    cudaEventDestroy(before);
    cudaEventDestroy(after);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(device);
}

// The flag may come by a copy of another stream.
void test_other_stream()
{
    pinned host;
    int *device, *flag;
    cudaStream_t stream, other;
    cudaMalloc(&device, sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    wait_for<<<1, 1, 0, stream>>>(flag, 3, device);
    twice<<<1, 1, 0, stream>>>(device, device);
    host.words[0] = 3;
    cudaMemcpyAsync(flag, host.words, sizeof(int), cudaMemcpyHostToDevice, other);
    EXPECT("the device ends", cudaDeviceSynchronize() == cudaSuccess);
    int copied = -1;
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("a copy of another stream reaches the kernel", copied == 6);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(flag);
    cudaFree(device);
}

// The host waits for the kernel without a call of CUDA.
void test_conversation()
{
    pinned host;
    volatile int *asked = host.words, *answer = host.words + 1;
    serve<<<1, 1>>>(host.words, host.words + 1);
    bool right = true;
    for (int n = 1; n <= 20; ++n) {
        *answer = 0;
        *asked = n;
        while (*answer == 0)
            std::this_thread::yield();
        right &= *answer == n * n;
    }
    EXPECT("kernel and host talk", right);
    *asked = 0;
    EXPECT("the kernel ends", cudaDeviceSynchronize() == cudaSuccess);
}

// A kernel that waits behind one that waits, while another stream works.
void test_two_kernels()
{
    pinned host;
    int* device;
    cudaStream_t stream, other;
    cudaMalloc(&device, 2 * sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    wait_for<<<1, 1, 0, stream>>>(host.words, 1, device);
    wait_for<<<1, 1, 0, stream>>>(host.words, 2, device + 1);
    write(host.words, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT("the second kernel waits", cudaStreamQuery(stream) == cudaErrorNotReady);
    host.words[1] = 40;
    cudaMemcpyAsync(host.words + 2, host.words + 1, sizeof(int), cudaMemcpyDefault, other);
    EXPECT("another stream works", cudaStreamSynchronize(other) == cudaSuccess && host.words[2] == 40);
    write(host.words, 2);
    int copied[2] = {};
    EXPECT("and both end", cudaStreamSynchronize(stream) == cudaSuccess);
    cudaMemcpy(copied, device, sizeof copied, cudaMemcpyDeviceToHost);
    EXPECT("with what each waited for", copied[0] == 1 && copied[1] == 2);
    cudaGetLastError();
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(device);
}

// Kernels of other streams run meanwhile, and so does a graph.
void test_other_kernels()
{
    pinned host;
    int* device;
    cudaStream_t first, second, third;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaMalloc(&device, 4 * sizeof(int));
    cudaMemset(device, 0, 4 * sizeof(int));
    for (cudaStream_t* s : {&first, &second, &third})
        cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
    cudaStreamBeginCapture(third, cudaStreamCaptureModeRelaxed);
    add_one<<<1, 1, 0, third>>>(device + 2);
    cudaStreamEndCapture(third, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphUpload(executable, third);
    wait_for<<<1, 1, 0, first>>>(host.words, 1, device);
    wait_for<<<1, 1, 0, second>>>(host.words + 1, 1, device + 1);
    add_one<<<1, 1, 0, third>>>(device + 2);
    cudaGraphLaunch(executable, third);
    EXPECT("a kernel and a graph of another stream end", cudaStreamSynchronize(third) == cudaSuccess);
    EXPECT("the others wait",
           cudaStreamQuery(first) == cudaErrorNotReady && cudaStreamQuery(second) == cudaErrorNotReady);
    write(host.words + 1, 1);
    EXPECT("the later one ends first",
           cudaStreamSynchronize(second) == cudaSuccess && cudaStreamQuery(first) == cudaErrorNotReady);
    write(host.words, 1);
    EXPECT("then the other", cudaStreamSynchronize(first) == cudaSuccess);
    meet<<<1, 1, 0, first>>>(host.words + 2, host.words + 3);
    meet<<<1, 1, 0, second>>>(host.words + 3, host.words + 2);
    EXPECT("two kernels meet", cudaDeviceSynchronize() == cudaSuccess);
    int copied[3] = {};
    cudaMemcpy(copied, device, sizeof copied, cudaMemcpyDeviceToHost);
    EXPECT("all ran", copied[0] == 1 && copied[1] == 1 && copied[2] == 2);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    for (cudaStream_t s : {first, second, third})
        cudaStreamDestroy(s);
    cudaFree(device);
}

// Memory can be allocated and freed behind the kernel, and its stream destroyed.
void test_end_of_stream()
{
    pinned host;
    int *device, *later;
    cudaStream_t stream;
    cudaMalloc(&device, sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    wait_for<<<1, 1, 0, stream>>>(host.words, 4, device);
    EXPECT("an allocation behind the kernel", cudaMallocAsync(&later, sizeof(int), stream) == cudaSuccess);
    twice<<<1, 1, 0, stream>>>(device, later);
    cudaMemcpyAsync(device, later, sizeof(int), cudaMemcpyDeviceToDevice, stream);
    EXPECT("its end", cudaFreeAsync(later, stream) == cudaSuccess);
    EXPECT("the end of the stream", cudaStreamDestroy(stream) == cudaSuccess);
    write(host.words, 4);
    int copied = -1;
    EXPECT("the work goes on without it", cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("to its end", copied == 8);
    cudaFree(device);
}

// The legacy stream waits for streams that block it, and for itself.
void test_legacy_stream()
{
    pinned host;
    int* device;
    cudaStream_t stream;
    cudaMalloc(&device, sizeof(int));
    cudaStreamCreate(&stream);
    wait_for<<<1, 1, 0, stream>>>(host.words, 1, device);
    add_one<<<1, 1>>>(device);
    EXPECT("the legacy stream waits", cudaStreamQuery(nullptr) == cudaErrorNotReady);
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        write(host.words, 1);
    });
    int copied = -1;
    EXPECT("a copy waits for both",
           cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && copied == 2);
    later.join();
    cudaGetLastError();
    wait_for<<<1, 1>>>(host.words, 2, device);
    write(host.words, 2);
    EXPECT("cudaFree waits", cudaFree(device) == cudaSuccess);
    cudaStreamDestroy(stream);
}

// A launch that cannot run says so at once, also behind a kernel that waits.
void test_refused_launch()
{
    pinned host;
    int* device;
    cudaMalloc(&device, sizeof(int));
    wait_for<<<1, 1>>>(host.words, 1, device);
    add_one<<<1, dim3(1, 1, 128)>>>(device);
    EXPECT("a block with too many layers", cudaGetLastError() == cudaErrorInvalidValue);
    add_one<<<1, 1, 1000000>>>(device);
    EXPECT("too much shared memory", cudaGetLastError() == cudaErrorInvalidValue);
    write(host.words, 1);
    int copied = -1;
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("neither ran", copied == 1);
    cudaFree(device);
}

// The time of an event is that of its last record.
void test_record_again()
{
    pinned host;
    int* device;
    cudaStream_t stream, other;
    cudaEvent_t event, later;
    cudaMalloc(&device, sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventCreate(&later);
    wait_for<<<1, 1, 0, stream>>>(host.words, 1, device);
    cudaEventRecord(event, stream);
    cudaEventRecord(event, other);
    cudaEventRecord(later, other);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    write(host.words, 1);
    float milliseconds = -1;
    EXPECT("both streams end", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("no time is negative",
           cudaEventElapsedTime(&milliseconds, event, later) == cudaSuccess && milliseconds >= 0);
    cudaEventDestroy(event);
    cudaEventDestroy(later);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(device);
}

// A thread ends before the work of its own stream begins.
void test_end_of_thread()
{
    pinned host;
    int *device, copied = -1;
    cudaMalloc(&device, sizeof(int));
    wait_for<<<1, 1>>>(host.words, 3, device);
    std::thread([&] { cudaMemsetAsync(device, 0, sizeof(int), cudaStreamPerThread); }).join();
    for (int k = 0; k < 3; ++k)
        add_one<<<1, 1>>>(device);
    write(host.words, 3);
    EXPECT("all work ends", cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("in its order", copied == 3);
    cudaFree(device);
}

// Adds until the host says so, and counts.
__global__ void add_until(unsigned* sum, const volatile int* end, unsigned* added)
{
    unsigned count = 0;
    for (; *end == 0; ++count)
        atomicAdd(sum, 1u);
    *added = count;
}
__global__ void add_often(unsigned* sum, int times)
{
    for (int k = 0; k < times; ++k)
        atomicAdd(sum, 1u);
}

// Two kernels that run at the same time add to one word.
void test_atomics()
{
    pinned host;
    unsigned *words, sums[2];
    cudaStream_t one, other;
    cudaMalloc(&words, sizeof sums);
    cudaMemset(words, 0, sizeof sums);
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    add_until<<<1, 1, 0, one>>>(words, host.words, words + 1);
    constexpr unsigned launches = 20, blocks = 2, threads = 128, times = 500;
    for (unsigned k = 0; k < launches; ++k)
        add_often<<<blocks, threads, 0, other>>>(words, times);
    EXPECT("the other stream ends", cudaStreamSynchronize(other) == cudaSuccess);
    write(host.words, 1);
    EXPECT("the kernel ends", cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(sums, words, sizeof sums, cudaMemcpyDeviceToHost);
    EXPECT("no addition is lost", sums[1] > 0 && sums[0] == sums[1] + launches * blocks * threads * times);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(words);
}

__global__ void add_to_host(unsigned* sum, int times)
{
    for (int k = 0; k < times; ++k)
        atomicAdd_system(sum, 1u);
}

// The device says that its atomics and the host's are atomic to each other.
void test_atomics_of_host()
{
    int native = 0;
    cudaDeviceGetAttribute(&native, cudaDevAttrHostNativeAtomicSupported, 0);
    if (!native) return;
    pinned host;
    auto* const sum = reinterpret_cast<unsigned*>(host.words);
    std::atomic<bool> ends{false};
    unsigned added = 0;
    std::thread adds([&] {
        for (; !ends; ++added)
            __atomic_fetch_add(sum, 1u, __ATOMIC_RELAXED);
    });
    constexpr unsigned launches = 5, threads = 256, times = 2000;
    for (unsigned k = 0; k < launches; ++k)
        add_to_host<<<1, threads>>>(sum, times);
    EXPECT("the kernels end", cudaDeviceSynchronize() == cudaSuccess);
    ends = true;
    adds.join();
    EXPECT("no addition of the host or the device is lost", *sum == added + launches * threads * times);
}

// A query does not wait, also while another stream captures.
void test_query_beside_capture()
{
    pinned host;
    int* device;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaMalloc(&device, sizeof(int));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    wait_for<<<1, 1>>>(host.words, 1, device);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    EXPECT("the legacy stream has not ended", cudaStreamQuery(nullptr) == cudaErrorNotReady);
    EXPECT("the capture ends", cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    write(host.words, 1);
    EXPECT("the kernel ends", cudaDeviceSynchronize() == cudaSuccess);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(device);
}

int main(int count, char** words)
{
    if (count > 1) {
        int* word;
        cudaMallocHost(&word, sizeof(int));
        *word = 0;
        wait_for<<<1, 1>>>(word, 1, word + 0);
        const bool leaves = std::strcmp(words[1], "leave") == 0;
        std::printf("%s\n", cudaGetErrorName(leaves ? cudaGetLastError() : cudaDeviceSynchronize()));
        return 0;
    }
    // A GPU loads a kernel at its first use, and may wait for the kernels that run.
    cudaFuncAttributes attributes;
    for (const void* kernel : {(const void*)wait_for, (const void*)add_one, (const void*)twice, (const void*)serve,
                               (const void*)meet, (const void*)add_until, (const void*)add_often})
        cudaFuncGetAttributes(&attributes, kernel);
    test_order();
    test_other_stream();
    test_two_kernels();
    test_other_kernels();
    test_end_of_stream();
    test_conversation();
    test_legacy_stream();
    test_refused_launch();
    test_record_again();
    test_end_of_thread();
    test_query_beside_capture();
    test_atomics();
    test_atomics_of_host();
    return failures;
}
