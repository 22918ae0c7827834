// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hazards between streams: what orders the work of two, and what does not. Each case is right, and with a second
// argument something is missing.
#include "defect.h"

#include <cstring>

constexpr int n = 64;
constexpr std::size_t bytes = n * sizeof(float);

__global__ void add(float* out, const float* in) { out[threadIdx.x] += in[threadIdx.x]; }
__global__ void set(float* out, float value) { out[threadIdx.x] = value; }
__global__ void count(int* sum) { atomicAdd(sum, 1); }

// A programmatic launch: the second kernel may begin when the first one says so. Only the wait orders the two.
__global__ void set_early(float* out, float value)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
    out[threadIdx.x] = value;
}
template <bool waits>
__global__ void add_early(float* out, const float* in)
{
#if __CUDA_ARCH__ >= 900
    if (waits) asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    out[threadIdx.x] += in[threadIdx.x];
}

float* device()
{
    float* p = nullptr;
    cudaMalloc(&p, bytes);
    cudaMemset(p, 0, bytes);
    return p;
}

int main(int count_of_arguments, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count_of_arguments > 2;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    float *const a = device(), *const b = device(), *const c = device();
    float *host = nullptr, pageable[n] = {};
    cudaMallocHost(&host, bytes);
    std::memset(host, 0, bytes);
    cudaStream_t one, two, blocking;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    if (is("copy_and_kernel")) {
        cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one);
        add<<<1, n, 0, broken ? two : one>>>(b, a);
    }
    if (is("result")) { // copied back too early
        set<<<1, n, 0, one>>>(b, 1);
        if (!broken) cudaStreamSynchronize(one);
        cudaMemcpyAsync(host, b, bytes, cudaMemcpyDeviceToHost, two);
    }
    if (is("event")) {
        cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one);
        cudaEventRecord(event, one);
        if (!broken) cudaStreamWaitEvent(two, event, 0);
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("event_too_early")) {
        if (broken) cudaEventRecord(event, one);
        cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one);
        if (!broken) cudaEventRecord(event, one);
        cudaStreamWaitEvent(two, event, 0);
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("host_waits_for_the_event")) {
        set<<<1, n, 0, one>>>(a, 1);
        cudaEventRecord(event, one);
        if (!broken) cudaEventSynchronize(event);
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("over_two_streams")) { // one, then the blocking one, then two
        cudaEvent_t other;
        cudaEventCreate(&other);
        set<<<1, n, 0, one>>>(a, 1);
        cudaEventRecord(event, one);
        if (!broken) cudaStreamWaitEvent(blocking, event, 0);
        set<<<1, n, 0, blocking>>>(c, 1);
        cudaEventRecord(other, blocking);
        cudaStreamWaitEvent(two, other, 0);
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("legacy_stream")) { // it waits for blocking streams, and they for it
        set<<<1, n, 0, broken ? one : blocking>>>(a, 1);
        add<<<1, n>>>(b, a);
        add<<<1, n, 0, blocking>>>(c, b);
    }
    if (is("memset")) {
        cudaMemset(a, 0, bytes);
        add<<<1, n, 0, broken ? one : blocking>>>(b, a);
    }
    if (is("overwritten")) { // read, then written
        add<<<1, n, 0, one>>>(b, a);
        if (!broken) cudaDeviceSynchronize();
        cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, two);
    }
    if (is("halves")) {
        set<<<1, n / 2, 0, one>>>(a, 1);
        set<<<1, n / 2, 0, two>>>(a + (broken ? n / 2 - 1 : n / 2), 2);
    }
    if (is("buffers")) { // two buffers in turn, of which one is used again
        for (int k = 0; k < 4; ++k) {
            float* const buffer = k & 1 ? a : b;
            const cudaStream_t s = k & 1 ? one : two;
            cudaMemcpyAsync(buffer, host, bytes, cudaMemcpyHostToDevice, broken && k == 2 ? one : s);
            add<<<1, n, 0, s>>>(buffer, c);
        }
    }
    if (is("pageable")) { // the host waits while its own memory is copied
        if (broken) {
            cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one);
        } else {
            cudaMemcpyAsync(a, pageable, bytes, cudaMemcpyHostToDevice, one);
        }
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("atomics")) { // they are made to meet
        auto* const sum = reinterpret_cast<int*>(a);
        count<<<1, n, 0, one>>>(sum);
        if (broken) {
            set<<<1, n, 0, one>>>(b, 1);
            set<<<1, n, 0, two>>>(b, 2);
        } else {
            count<<<1, n, 0, two>>>(sum);
        }
    }
    if (is("graph")) {
        cudaGraph_t g;
        cudaGraphExec_t e;
        cudaStreamBeginCapture(one, cudaStreamCaptureModeRelaxed);
        cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, one);
        set<<<1, n, 0, one>>>(b, 1);
        cudaStreamEndCapture(one, &g);
        cudaGraphInstantiate(&e, g, 0);
        cudaGraphLaunch(e, one);
        add<<<1, n, 0, broken ? two : one>>>(c, b);
    }
    if (is("one_graph_twice")) { // a graph's launches come one after the other, in whatever streams
        cudaGraph_t g;
        cudaGraphExec_t e, other;
        cudaStreamBeginCapture(one, cudaStreamCaptureModeRelaxed);
        set<<<1, n, 0, one>>>(b, 1);
        cudaStreamEndCapture(one, &g);
        cudaGraphInstantiate(&e, g, 0);
        cudaGraphInstantiate(&other, g, 0);
        cudaGraphLaunch(e, one);
        cudaGraphLaunch(broken ? other : e, two);
        add<<<1, n, 0, two>>>(c, b);
    }
    if (is("event_of_the_legacy_stream")) { // it waits for the blocking streams before
        set<<<1, n, 0, broken ? one : blocking>>>(a, 1);
        cudaEventRecord(event);
        cudaStreamWaitEvent(two, event, 0);
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("rows")) { // the host waits for what it copies itself
        if (broken) {
            cudaMemcpy2DAsync(a, bytes, host, bytes, bytes, 1, cudaMemcpyHostToDevice, one);
        } else {
            cudaMemcpy2D(a, bytes, host, bytes, bytes, 1, cudaMemcpyHostToDevice);
        }
        add<<<1, n, 0, two>>>(b, a);
    }
    if (is("destroyed")) { // a stream's work outlives it
        set<<<1, n, 0, broken ? one : blocking>>>(a, 1);
        cudaStreamDestroy(broken ? one : blocking);
        add<<<1, n>>>(b, a);
    }
    if (is("programmatic")) {
        set_early<<<1, n, 0, one>>>(a, 1);
        cudaLaunchAttribute early = {};
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = 1;
        config.blockDim = n;
        config.stream = one;
        config.attrs = &early;
        config.numAttrs = 1;
        const float* const in = a;
        cudaLaunchKernelEx(&config, broken ? add_early<false> : add_early<true>, b, in);
        add<<<1, n, 0, one>>>(c, a); // a usual launch waits for both
    }
    return report();
}
