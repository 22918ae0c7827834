// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver API says of the runtime's arrays: found as a program finds it, and in libcuda.so.1 itself.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

static decltype(cuArrayGetDescriptor)* get;
static decltype(cuArray3DGetDescriptor)* get_3d;

template <class T>
static void describes(const char* name, cudaExtent extent, unsigned flags, CUarray_format format, unsigned channels)
{
    const cudaChannelFormatDesc texel = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    EXPECT(name, cudaMalloc3DArray(&array, &texel, extent, flags) == cudaSuccess);
    CUDA_ARRAY_DESCRIPTOR d;
    CUDA_ARRAY3D_DESCRIPTOR v;
    EXPECT("its extent and format", get(&d, (CUarray)array) == CUDA_SUCCESS && d.Width == extent.width &&
                                        d.Height == extent.height && d.Format == format && d.NumChannels == channels);
    EXPECT("all of it", get_3d(&v, (CUarray)array) == CUDA_SUCCESS && v.Width == extent.width &&
                            v.Height == extent.height && v.Depth == extent.depth && v.Format == format &&
                            v.NumChannels == channels && v.Flags == flags);
    EXPECT("nowhere to put it", get(nullptr, (CUarray)array) == CUDA_ERROR_INVALID_VALUE &&
                                    get_3d(nullptr, (CUarray)array) == CUDA_ERROR_INVALID_VALUE);
    cudaFreeArray(array);
    EXPECT("of a freed one", get(&d, (CUarray)array) == CUDA_ERROR_INVALID_HANDLE &&
                                 get_3d(&v, (CUarray)array) == CUDA_ERROR_INVALID_HANDLE);
}

template <class Function>
static void find(const char* name, Function*& function, const char* exported)
{
    void* address = nullptr;
    cudaDriverEntryPointQueryResult status;
    cudaGetDriverEntryPointByVersion(name, &address, 12050, cudaEnableDefault, &status);
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    EXPECT(name, status == cudaDriverEntryPointSuccess && address && library && dlsym(library, exported) == address);
    function = reinterpret_cast<Function*>(address);
}

int main()
{
    find("cuArrayGetDescriptor", get, "cuArrayGetDescriptor_v2");
    find("cuArray3DGetDescriptor", get_3d, "cuArray3DGetDescriptor_v2");
    if (!get || !get_3d) return failures;
    describes<float>("a row", {16, 0, 0}, 0, CU_AD_FORMAT_FLOAT, 1);
    describes<float>("of height 1", {16, 1, 0}, cudaArraySurfaceLoadStore, CU_AD_FORMAT_FLOAT, 1);
    describes<uchar4>("a plane", {16, 6, 0}, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4);
    describes<char2>("of signed bytes", {16, 6, 0}, cudaArrayTextureGather, CU_AD_FORMAT_SIGNED_INT8, 2);
    describes<ushort2>("a volume", {16, 6, 5}, cudaArraySurfaceLoadStore, CU_AD_FORMAT_UNSIGNED_INT16, 2);
    describes<short>("layers", {16, 6, 5}, cudaArrayLayered, CU_AD_FORMAT_SIGNED_INT16, 1);
    describes<uint4>("faces", {16, 16, 6}, cudaArrayCubemap, CU_AD_FORMAT_UNSIGNED_INT32, 4);
    describes<int>("layers of faces", {16, 16, 12}, cudaArrayCubemap | cudaArrayLayered, CU_AD_FORMAT_SIGNED_INT32, 1);
    const cudaChannelFormatDesc half = cudaCreateChannelDescHalf2();
    cudaArray_t array;
    CUDA_ARRAY_DESCRIPTOR d;
    cudaMallocArray(&array, &half, 8, 8);
    EXPECT("halves", get(&d, (CUarray)array) == CUDA_SUCCESS && d.Format == CU_AD_FORMAT_HALF && d.NumChannels == 2);
    EXPECT("no array", get(&d, nullptr) == CUDA_ERROR_INVALID_HANDLE);
    return failures;
}
