// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes in calls of the API. Each case is right, and with a second argument frees what it must not, leaves something
// allocated, or ignores an error.
#include "defect.h"

#include <cstdlib>
#include <cstring>

__global__ void work() {}
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
