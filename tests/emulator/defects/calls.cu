// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes in calls of the API. Each case is right, and with a second argument frees what it must not, leaves something
// allocated, or ignores an error.
#include "defect.h"

#include <cstdlib>
#include <cstring>

__global__ void work() {}
__global__ void __launch_bounds__(128) bounded() {}
__global__ void with_static()
{
    __shared__ volatile int own[1024];
    own[0] = 1;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(3) in_threes() {}
#else
__global__ void in_threes() {}
#endif
__device__ int variable;

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    float host[4] = {};

    // --- frees
    if (is("free_twice")) {
        void* p = nullptr;
        cudaMalloc(&p, 400);
        cudaFree(p);
        cudaFree(broken ? p : nullptr);
    }
    if (is("free_inside")) {
        float* p = nullptr;
        cudaMalloc(&p, 400);
        if (broken) cudaFree(p + 1);
        cudaFree(p);
    }
    if (is("free_of_host_memory")) {
        void* p = nullptr;
        cudaMallocHost(&p, 400);
        if (broken) cudaFree(p);
        cudaFreeHost(p);
    }
    if (is("free_of_device_memory")) {
        void* p = nullptr;
        cudaMalloc(&p, 400);
        if (broken) cudaFreeHost(p);
        cudaFree(p);
    }
    if (is("free_of_a_variable")) {
        void* p = nullptr;
        cudaGetSymbolAddress(&p, variable);
        if (broken) cudaFree(p);
    }
    if (is("free_of_the_stack")) cudaFree(broken ? host : nullptr);
    if (is("free_twice_in_a_stream")) {
        void* p = nullptr;
        cudaMallocAsync(&p, 400, 0);
        cudaFreeAsync(p, 0);
        if (broken) cudaFreeAsync(p, 0);
    }

    // --- what is left
    if (is("left_memory")) {
        void* p = nullptr;
        cudaMalloc(&p, 400);
        if (!broken) cudaFree(p);
    }
    if (is("left_rows")) {
        void* p = nullptr;
        std::size_t pitch = 0;
        cudaMallocPitch(&p, &pitch, 100, 4);
        if (!broken) cudaFree(p);
    }
    if (is("left_host_memory")) {
        void* p = nullptr;
        cudaMallocHost(&p, 400);
        if (!broken) cudaFreeHost(p);
    }
    if (is("left_in_a_stream")) {
        void* p = nullptr;
        cudaMallocAsync(&p, 400, 0);
        if (!broken) cudaFreeAsync(p, 0);
    }
    if (is("left_array")) {
        cudaArray_t a;
        cudaMallocArray(&a, &floats, 16, 16);
        if (!broken) cudaFreeArray(a);
    }
    if (is("left_mipmap")) {
        cudaMipmappedArray_t a;
        cudaMallocMipmappedArray(&a, &floats, cudaExtent{16, 16, 0}, 3);
        if (!broken) cudaFreeMipmappedArray(a);
    }
    if (is("left_stream")) {
        cudaStream_t s;
        cudaStreamCreate(&s);
        if (!broken) cudaStreamDestroy(s);
    }
    if (is("left_event")) {
        cudaEvent_t e;
        cudaEventCreate(&e);
        if (!broken) cudaEventDestroy(e);
    }
    if (is("left_texture") || is("left_surface")) {
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeArray;
        cudaMallocArray(&r.res.array.array, &floats, 16, 16, cudaArraySurfaceLoadStore);
        if (is("left_texture")) {
            cudaTextureDesc d = {};
            cudaTextureObject_t t;
            cudaCreateTextureObject(&t, &r, &d, nullptr);
            if (!broken) cudaDestroyTextureObject(t);
        } else {
            cudaSurfaceObject_t s;
            cudaCreateSurfaceObject(&s, &r);
            if (!broken) cudaDestroySurfaceObject(s);
        }
        cudaFreeArray(r.res.array.array);
    }
    if (is("left_before_a_reset")) {
        void* p = nullptr;
        if (!broken) cudaMalloc(&p, 400);
        cudaDeviceReset();
        if (broken) cudaMalloc(&p, 400);
    }

    // --- errors that the program never reads
    if (is("refused_launch")) {
        work<<<1, 2048>>>();
        if (!broken) std::puts(cudaGetErrorName(cudaGetLastError()));
    }
    if (is("peeked_launch")) {
        work<<<1, 32, 1 << 20>>>();
        if (!broken) std::puts(cudaGetErrorName(cudaPeekAtLastError()));
        cudaDeviceSynchronize(); // says nothing of it
    }
    if (is("refused_line")) work<<<broken ? 64 : 2000, broken ? 2000 : 64>>>();
    if (is("refused_block")) work<<<1, dim3(32, broken ? 64 : 32)>>>();
    if (is("refused_depth")) work<<<1, dim3(1, 1, broken ? 65 : 64)>>>();
    if (is("refused_zero")) work<<<broken ? 0 : 1, 32>>>();
    if (is("refused_grid")) work<<<dim3(1, broken ? 65536 : 2), 32>>>();
    if (is("refused_bound")) bounded<<<1, broken ? 256 : 128>>>();
    if (is("refused_shared")) with_static<<<1, 32, broken ? 48000 : 45056>>>();
    if (is("refused_raised")) {
        cudaFuncSetAttribute(with_static, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);
        with_static<<<1, 32, broken ? 60004 : 60000>>>();
    }
    if (is("refused_cluster")) in_threes<<<broken ? 4 : 6, 32>>>();
    if (is("refused_result")) {
        int *p = nullptr, result[4];
        cudaMalloc(&p, sizeof result);
        if (!broken) cudaMemset(p, 0, sizeof result);
        work<<<1, broken ? 2048 : 32>>>();
        cudaMemcpy(result, p, sizeof result, cudaMemcpyDeviceToHost);
        cudaFree(p);
    }
    if (is("ignored_copy")) {
        float* p = nullptr;
        cudaMalloc(&p, sizeof host);
        const cudaError_t e = cudaMemcpy(p, host, 2 * sizeof host, cudaMemcpyHostToDevice);
        if (!broken) std::puts(cudaGetErrorString(e));
        cudaFree(p);
    }
    if (is("ignored_event")) {
        cudaEventRecord(nullptr, nullptr);
        if (!broken) cudaGetLastError();
    }
    return 0;
}
