// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results that no thread wrote and that are copied to the host, and copies that contradict their direction.
//
// The first argument chooses the case, a second one its defect.
#include "defect.h"

#include <cstring>
#include <vector>

static bool broken = false;
constexpr int n = 1000;
__constant__ float c[16]; // "c" is a name of a type, too, to who reads mangled names

__global__ void twice(const float* in, float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 2 * in[i];
}
__global__ void spread(const float* in, float* out, int count, int apart)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * apart < count) out[i * apart] = in[i];
}
__global__ void rows(float* out, size_t pitch, int width, int height)
{
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height) reinterpret_cast<float*>(reinterpret_cast<char*>(out) + y * pitch)[x] = x + y;
}
struct record {
    double sum;
    int count; // and padding
};
__global__ void structures(record* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    out[i].sum = i;
    out[i].count = 1;
}
struct fields { // 20 bits behind b
    unsigned a : 5, b : 7;
};
__global__ void bit_fields(fields* out, int count)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    out[k].a = k;
    out[k].b = 3 * k;
}

__global__ void vectors(float4* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    out[i].x = out[i].y = out[i].z = i; // w is not used
}
__global__ void compact(const float* in, float* out, int* used, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && in[i] > 3) out[atomicAdd(used, 1)] = in[i];
}
__global__ void masked(const float* in, float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || in[i] < 3) return;
    out[i] = in[i];
}
__global__ void up_to(const int* limit, float* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < *limit) out[i] = i;
}
__global__ void sums(const float* in, float* out, int count)
{
    __shared__ float part[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
// The loop's end hangs on data, the place of the store does not.
__global__ void steps(const float* in, float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = in[i];
    while (x > 1)
        x /= 2;
    out[i] = x;
}

static std::vector<float> host(n);
static float *in = nullptr, *out = nullptr;
static void copy_back(size_t count = n) { cudaMemcpy(host.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost); }

static bool results(const char* name)
{
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    const int blocks = broken ? n / 256 : (n + 255) / 256;
    if (is("grid_rounded_down")) {
        twice<<<blocks, 256>>>(in, out, n);
        copy_back();
    } else if (is("last_left_out")) {
        twice<<<4, 256>>>(in, out, broken ? n - 1 : n);
        copy_back();
    } else if (is("every_other")) {
        spread<<<4, 256>>>(in, out, n, broken ? 2 : 1);
        copy_back();
    } else if (is("never_written")) {
        if (!broken) twice<<<4, 256>>>(in, out, n);
        copy_back();
    } else if (is("reduction")) {
        sums<<<blocks, 256>>>(in, out, n);
        copy_back(4);
    } else if (is("loop_by_data")) {
        steps<<<blocks, 256>>>(in, out, n);
        copy_back();
    } else if (is("pinned")) {
        float* pinned;
        cudaMallocHost(&pinned, n * sizeof(float));
        twice<<<blocks, 256>>>(in, out, n);
        cudaMemcpyAsync(pinned, out, n * sizeof(float), cudaMemcpyDeviceToHost);
        cudaDeviceSynchronize();
        cudaFreeHost(pinned);
    } else if (is("handed_on")) {
        float* other;
        cudaMalloc(&other, n * sizeof(float));
        twice<<<blocks, 256>>>(in, out, n);
        cudaMemcpy(other, out, n * sizeof(float), cudaMemcpyDeviceToDevice);
        cudaMemcpy(host.data(), other, n * sizeof(float), cudaMemcpyDeviceToHost);
        cudaFree(other);
    } else if (is("set_in_part")) {
        cudaMemset(out, 0, broken ? n : n * sizeof(float)); // so many bytes, not floats
        copy_back();
    } else {
        return false;
    }
    return true;
}

// What lies between results may be unwritten.
static bool gaps(const char* name)
{
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    if (is("pitched") || is("rows")) {
        float* box;
        size_t pitch;
        cudaMallocPitch(&box, &pitch, 25 * sizeof(float), 40);
        rows<<<broken ? 39 : 40, 32>>>(box, pitch, 25, 40);
        std::vector<char> all(pitch * 40);
        if (is("pitched")) cudaMemcpy(all.data(), box, all.size(), cudaMemcpyDeviceToHost);
        if (is("rows"))
            cudaMemcpy2D(host.data(), 25 * sizeof(float), box, pitch, 25 * sizeof(float), 40, cudaMemcpyDeviceToHost);
        cudaFree(box);
    } else if (is("structures")) {
        record* all;
        std::vector<record> back(100);
        cudaMalloc(&all, back.size() * sizeof(record));
        structures<<<1, 128>>>(all, broken ? 99 : 100);
        cudaMemcpy(back.data(), all, back.size() * sizeof(record), cudaMemcpyDeviceToHost);
        cudaMemcpy(back.data(), all + 7, sizeof(record), cudaMemcpyDeviceToHost);
        cudaFree(all);
    } else if (is("vectors")) {
        float4* all;
        std::vector<float4> back(100);
        cudaMalloc(&all, back.size() * sizeof(float4));
        vectors<<<1, 128>>>(all, broken ? 98 : 100);
        cudaMemcpy(back.data(), all, back.size() * sizeof(float4), cudaMemcpyDeviceToHost);
        cudaFree(all);
    } else if (is("bit_fields")) {
        fields* all;
        std::vector<fields> back(100);
        cudaMalloc(&all, back.size() * sizeof(fields));
        bit_fields<<<1, 128>>>(all, broken ? 98 : 100);
        cudaMemcpy(back.data(), all, back.size() * sizeof(fields), cudaMemcpyDeviceToHost);
        cudaFree(all);
    } else if (is("compaction") || is("mask") || is("limit_on_the_device")) {
        int* used;
        cudaMalloc(&used, sizeof(int));
        cudaMemset(used, 0, sizeof(int));
        if (broken) {
            // nothing at all
        } else if (is("compaction")) {
            compact<<<4, 256>>>(in, out, used, n);
        } else if (is("mask")) {
            masked<<<4, 256>>>(in, out, n);
        } else {
            const int some = 10;
            cudaMemcpy(used, &some, sizeof some, cudaMemcpyHostToDevice);
            up_to<<<4, 256>>>(used, out);
        }
        copy_back();
        cudaFree(used);
    } else {
        return false;
    }
    return true;
}

static bool directions(const char* name)
{
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    const size_t bytes = n * sizeof(float);
    const auto to = cudaMemcpyHostToDevice, back = cudaMemcpyDeviceToHost, within = cudaMemcpyDeviceToDevice;
    if (is("backwards")) {
        std::printf("%s\n", cudaGetErrorName(cudaMemcpy(out, host.data(), bytes, broken ? back : to)));
    } else if (is("shadow")) {
        const cudaError_t e =
            broken ? cudaMemcpy(c, host.data(), sizeof c, to) : cudaMemcpyToSymbol(c, host.data(), sizeof c);
        std::printf("%s\n", cudaGetErrorName(e));
    } else if (is("host_as_device")) {
        std::printf("%s\n", cudaGetErrorName(cudaMemcpy(host.data(), in, bytes, broken ? within : back)));
    } else if (is("device_as_host")) {
        std::printf("%s\n", cudaGetErrorName(cudaMemcpy(out, in, bytes, broken ? to : within)));
    } else if (is("rows_backwards")) {
        const cudaError_t e = cudaMemcpy2D(out, 40, host.data(), 40, 40, 100, broken ? back : to);
        std::printf("%s\n", cudaGetErrorName(e));
    } else if (is("set_too_far")) {
        std::printf("%s\n", cudaGetErrorName(cudaMemset(out, 0, broken ? bytes + 4 : bytes)));
    } else if (is("pinned_is_either")) {
        float* pinned;
        cudaMallocHost(&pinned, bytes);
        std::memset(pinned, 0, bytes);
        std::printf("%s\n", cudaGetErrorName(cudaMemcpy(out, broken ? host.data() : pinned, bytes, within)));
        cudaFreeHost(pinned);
    } else {
        return false;
    }
    return true;
}

int main(int argc, char** argv)
{
    const char* const name = argc > 1 ? argv[1] : "";
    broken = argc > 2;
    for (int k = 0; k < n; ++k)
        host[k] = static_cast<float>(k % 7);
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    if (!results(name) && !gaps(name) && !directions(name)) return 2;
    cudaFree(in);
    cudaFree(out);
    return report();
}
