// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each call that copies between host and device, once: by name, in streams, in rows, to arrays and to variables. Its
// argument is the name of a fault; or "captured": then a graph does what a stream does else; or "forked".
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

constexpr int count = 20000, width = 37, height = 19;

__constant__ float factors[4];
__device__ int total;
__managed__ int visits;

__global__ void scale(const float* from, float* to, int n, float f)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i] * f * factors[i % 4];
    if (i == 0) total += n, visits += 1;
}

__global__ void never_launched(int* p) { *p = 1; }

__global__ void halve(double* data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] /= 2;
}

static int failures = 0;
static void check(cudaError_t error, int line)
{
    if (error == cudaSuccess) return;
    std::printf("line %d: %s\n", line, cudaGetErrorString(error));
    ++failures;
}
#define CHECK(call) check(call, __LINE__)

static void rows_and_arrays(const char* fault)
{
    std::vector<float> image(width * height), back(width * height + 7);
    for (std::size_t k = 0; k < image.size(); ++k)
        image[k] = float(k % 11) + (std::strcmp(fault, "image") == 0 && k == 100 ? 1 : 0);
    float* pitched;
    std::size_t pitch;
    const std::size_t row = width * sizeof(float);
    CHECK(cudaMallocPitch(&pitched, &pitch, row, height));
    CHECK(cudaMemset2D(pitched, pitch, 0, row, height));
    CHECK(cudaMemcpy2D(pitched, pitch, image.data(), row, row, height, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(back.data(), row, pitched, pitch, row, height, cudaMemcpyDeviceToHost));
    cudaArray_t array;
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &one, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), row, row, height, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DFromArray(back.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost));
    cudaMemcpy3DParms p = {};
    p.srcArray = array;
    p.dstPtr = make_cudaPitchedPtr(back.data(), row, row, height);
    p.extent = make_cudaExtent(width, height, 1);
    p.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&p));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(pitched));
}

int main(int number, char** words)
{
    const char* const fault = number > 1 ? words[1] : "";
    const auto has = [&](const char* name) { return std::strcmp(fault, name) == 0; };
    float *from, *to, *pinned;
    double* reals;
    CHECK(cudaMalloc(&from, count * sizeof(float)));
    CHECK(cudaMalloc(&to, count * sizeof(float)));
    CHECK(cudaMalloc(&reals, 1000 * sizeof(double)));
    CHECK(cudaMallocHost(&pinned, count * sizeof(float)));
    std::vector<float> host(count), back(count);
    for (int k = 0; k < count; ++k)
        pinned[k] = host[k] = float(k % 101) / 8;
    // The child ends by exit(), with what its parent has not written yet.
    if (has("forked")) {
        const pid_t child = fork();
        if (child == 0) std::exit(0);
        waitpid(child, nullptr, 0);
    }
    const float values[4] = {1, 2, 4, has("factors") ? 9.0f : 8.0f};
    CHECK(cudaMemcpyToSymbol(factors, values, sizeof values));
    CHECK(cudaMemcpy(from, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(to, 0, count * sizeof(float)));
    if (!has("lost")) CHECK(cudaMemset(reals, 0x3f, 1000 * sizeof(double)));

    scale<<<(count + 255) / 256, 256>>>(from, to, count, has("argument") ? 0.25f : 0.5f);
    halve<<<4, 256>>>(reals, 1000);
    CHECK(cudaMemcpy(back.data(), to, count * sizeof(float), cudaMemcpyDeviceToHost));

    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    if (has("captured")) CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemcpyAsync(from, pinned, count * sizeof(float), cudaMemcpyHostToDevice, stream));
    scale<<<(count + 255) / 256, 256, 0, stream>>>(from, to, count, 3);
    CHECK(cudaMemcpyAsync(pinned, to, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
    // The second copy reads what the first one brings.
    CHECK(cudaMemcpyAsync(from, pinned, 1000 * sizeof(float), cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(to, from, 100 * sizeof(float), cudaMemcpyDeviceToDevice, stream));
    if (has("captured")) {
        CHECK(cudaStreamEndCapture(stream, &graph));
        CHECK(cudaGraphInstantiate(&ready, graph, 0));
        CHECK(cudaGraphLaunch(ready, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    int sum = 0;
    CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
    if (!has("rows")) rows_and_arrays(fault);

    if (!has("leak")) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFree(reals));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaGetLastError());
    std::printf("%d %d %d\n", sum, visits, failures);
    return failures != 0;
}
