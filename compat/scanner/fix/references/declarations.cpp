// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "declarations.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace scanner {
namespace {

// Most runtime functions are declared with any parameters, because the fixes do not analyse them. Functions that the
// fixes analyse have their real parameters.
const char cuda[] = R"cuda(
#pragma GCC system_header
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...)
#define __grid_constant__
#define __forceinline__ inline
#define __noinline__
#define __inline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDART_CB
#define CUDARTAPI
#define CUDA_VERSION 11080
#define CUDART_VERSION 11080
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 8
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DEVICE_FUNCTIONS_H__
typedef __SIZE_TYPE__ cuda_legacy_size;

#define CUDA_LEGACY_VECTOR(name, type)                                                                                 \
    struct name##1 { type x; };                                                                                        \
    struct name##2 { type x, y; };                                                                                     \
    struct name##3 { type x, y, z; };                                                                                  \
    struct name##4 { type x, y, z, w; };                                                                               \
    __host__ __device__ name##1 make_##name##1(type);                                                                  \
    __host__ __device__ name##2 make_##name##2(type, type);                                                            \
    __host__ __device__ name##3 make_##name##3(type, type, type);                                                      \
    __host__ __device__ name##4 make_##name##4(type, type, type, type);
CUDA_LEGACY_VECTOR(char, signed char)
CUDA_LEGACY_VECTOR(uchar, unsigned char)
CUDA_LEGACY_VECTOR(short, short)
CUDA_LEGACY_VECTOR(ushort, unsigned short)
CUDA_LEGACY_VECTOR(int, int)
CUDA_LEGACY_VECTOR(uint, unsigned int)
CUDA_LEGACY_VECTOR(long, long)
CUDA_LEGACY_VECTOR(ulong, unsigned long)
CUDA_LEGACY_VECTOR(longlong, long long)
CUDA_LEGACY_VECTOR(ulonglong, unsigned long long)
CUDA_LEGACY_VECTOR(float, float)
CUDA_LEGACY_VECTOR(double, double)
struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ dim3(unsigned int = 1, unsigned int = 1, unsigned int = 1);
    __host__ __device__ dim3(uint3);
    __host__ __device__ operator uint3() const;
};
extern __device__ const uint3 threadIdx, blockIdx;
extern __device__ const dim3 blockDim, gridDim;
extern __device__ const int warpSize;

enum cudaError { cudaSuccess = 0, cudaErrorMissingConfiguration, cudaErrorMemoryAllocation, cudaErrorInitializationError,
    cudaErrorLaunchFailure, cudaErrorInvalidValue, cudaErrorInvalidDevice, cudaErrorNotReady, cudaErrorNoDevice,
    cudaErrorInvalidTexture, cudaErrorInvalidTextureBinding, cudaErrorInvalidChannelDescriptor, cudaErrorUnknown,
    cudaErrorInvalidConfiguration, cudaErrorLaunchOutOfResources, cudaErrorInsufficientDriver, cudaErrorInvalidDeviceFunction,
    cudaErrorInvalidResourceHandle, cudaErrorSetOnActiveProcess, cudaErrorInvalidPitchValue };
typedef cudaError cudaError_t;
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
struct cudaArray;
typedef cudaArray* cudaArray_t;
typedef const cudaArray* cudaArray_const_t;
typedef struct cudaMipmappedArray* cudaMipmappedArray_t;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
struct cudaGraphicsResource;
typedef cudaGraphicsResource* cudaGraphicsResource_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone };
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
struct cudaExtent { cuda_legacy_size width, height, depth; };
struct cudaPos { cuda_legacy_size x, y, z; };
struct cudaPitchedPtr { void* ptr; cuda_legacy_size pitch, xsize, ysize; };
struct cudaMemcpy3DParms { cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr; cudaArray_t dstArray; cudaPos dstPos;
    cudaPitchedPtr dstPtr; cudaExtent extent; cudaMemcpyKind kind; };
__host__ __device__ cudaExtent make_cudaExtent(cuda_legacy_size, cuda_legacy_size, cuda_legacy_size);
__host__ __device__ cudaPos make_cudaPos(cuda_legacy_size, cuda_legacy_size, cuda_legacy_size);
__host__ __device__ cudaPitchedPtr make_cudaPitchedPtr(void*, cuda_legacy_size, cuda_legacy_size, cuda_legacy_size);
struct cudaFuncAttributes { cuda_legacy_size sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion; };
struct cudaDeviceProp {
    char name[256]; cuda_legacy_size totalGlobalMem, sharedMemPerBlock; int regsPerBlock, warpSize; cuda_legacy_size memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate; cuda_legacy_size totalConstMem; int major, minor;
    cuda_legacy_size textureAlignment, texturePitchAlignment; int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated,
    canMapHostMemory, computeMode, maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DLinear[3],
    maxTexture3D[3], maxTexture3DAlt[3], concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, asyncEngineCount, unifiedAddressing,
    memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, managedMemory;
};
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxTexture1DWidth, cudaDevAttrMaxTexture1DLinearWidth,
    cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight, cudaDevAttrTextureAlignment, cudaDevAttrTexturePitchAlignment,
    cudaDevAttrMultiProcessorCount, cudaDevAttrWarpSize, cudaDevAttrClockRate };
enum { cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming, cudaStreamDefault = 0, cudaStreamNonBlocking = 1,
    cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4,
    cudaDeviceScheduleAuto = 0, cudaDeviceMapHost = 8, cudaDeviceBlockingSync = 4, cudaArrayDefault = 0, cudaArrayLayered = 1,
    cudaArraySurfaceLoadStore = 2, cudaArrayCubemap = 4, cudaArrayTextureGather = 8,
    cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3, cudaTextureTypeCubemap = 12,
    cudaTextureType1DLayered = 0xF1, cudaTextureType2DLayered = 0xF2, cudaTextureTypeCubemapLayered = 0xFC,
    cudaSurfaceType1D = 1, cudaSurfaceType2D = 2, cudaSurfaceType3D = 3, cudaSurfaceTypeCubemap = 12,
    cudaSurfaceType1DLayered = 0xF1, cudaSurfaceType2DLayered = 0xF2, cudaSurfaceTypeCubemapLayered = 0xFC,
    cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly = 1, cudaGraphicsMapFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2, cudaGraphicsRegisterFlagsSurfaceLoadStore = 4 };

extern "C" {
cudaError_t cudaConfigureCall(dim3, dim3, cuda_legacy_size = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, cuda_legacy_size = 0, cudaStream_t = 0);
const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);
}
template <class... A> cudaError_t cudaLaunchKernel(A&&...);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);

#define CUDA_LEGACY_CALL(name) template <class... A> __host__ __device__ cudaError_t name(A&&...);
#define CUDA_LEGACY_CALLS(a, b, c, d) CUDA_LEGACY_CALL(a) CUDA_LEGACY_CALL(b) CUDA_LEGACY_CALL(c) CUDA_LEGACY_CALL(d)
CUDA_LEGACY_CALLS(cudaMalloc, cudaMallocPitch, cudaMallocHost, cudaMallocManaged)
CUDA_LEGACY_CALLS(cudaMallocArray, cudaMalloc3D, cudaMalloc3DArray, cudaMallocMipmappedArray)
CUDA_LEGACY_CALLS(cudaFree, cudaFreeHost, cudaFreeArray, cudaFreeMipmappedArray)
CUDA_LEGACY_CALLS(cudaMemcpy, cudaMemcpyAsync, cudaMemcpy2D, cudaMemcpy2DAsync)
CUDA_LEGACY_CALLS(cudaMemcpyToArray, cudaMemcpyFromArray, cudaMemcpy2DToArray, cudaMemcpy2DFromArray)
CUDA_LEGACY_CALLS(cudaMemcpyToSymbol, cudaMemcpyFromSymbol, cudaMemcpyToSymbolAsync, cudaMemcpyFromSymbolAsync)
CUDA_LEGACY_CALLS(cudaMemcpyToArrayAsync, cudaMemcpyFromArrayAsync, cudaMemcpyArrayToArray, cudaMemcpy2DArrayToArray)
CUDA_LEGACY_CALLS(cudaMemcpy2DToArrayAsync, cudaMemcpy2DFromArrayAsync, cudaMemcpyPeer, cudaMemcpyPeerAsync)
CUDA_LEGACY_CALLS(cudaMemcpy3D, cudaMemcpy3DAsync, cudaMemset, cudaMemsetAsync)
CUDA_LEGACY_CALLS(cudaMemset2D, cudaMemset3D, cudaMemGetInfo, cudaMemset2DAsync)
CUDA_LEGACY_CALLS(cudaHostAlloc, cudaHostGetDevicePointer, cudaHostRegister, cudaHostUnregister)
CUDA_LEGACY_CALLS(cudaGetSymbolAddress, cudaGetSymbolSize, cudaArrayGetInfo, cudaGetChannelDesc)
CUDA_LEGACY_CALLS(cudaGetDevice, cudaSetDevice, cudaGetDeviceCount, cudaGetDeviceProperties)
CUDA_LEGACY_CALLS(cudaDeviceGetAttribute, cudaChooseDevice, cudaSetDeviceFlags, cudaGLSetGLDevice)
CUDA_LEGACY_CALLS(cudaGetLastError, cudaPeekAtLastError, cudaDeviceSynchronize, cudaThreadSynchronize)
CUDA_LEGACY_CALLS(cudaDeviceReset, cudaThreadExit, cudaDeviceSetLimit, cudaThreadSetLimit)
CUDA_LEGACY_CALLS(cudaDeviceSetCacheConfig, cudaThreadSetCacheConfig, cudaDriverGetVersion, cudaRuntimeGetVersion)
CUDA_LEGACY_CALLS(cudaStreamCreate, cudaStreamCreateWithFlags, cudaStreamDestroy, cudaStreamSynchronize)
CUDA_LEGACY_CALLS(cudaStreamWaitEvent, cudaStreamQuery, cudaEventCreate, cudaEventCreateWithFlags)
CUDA_LEGACY_CALLS(cudaEventRecord, cudaEventSynchronize, cudaEventElapsedTime, cudaEventDestroy)
CUDA_LEGACY_CALLS(cudaEventQuery, cudaFuncSetCacheConfig, cudaFuncGetAttributes, cudaFuncSetAttribute)
CUDA_LEGACY_CALLS(cudaFuncSetSharedMemConfig, cudaOccupancyMaxActiveBlocksPerMultiprocessor, cudaOccupancyMaxPotentialBlockSize, cudaDeviceCanAccessPeer)
CUDA_LEGACY_CALLS(cudaGraphicsMapResources, cudaGraphicsUnmapResources, cudaGraphicsResourceGetMappedPointer, cudaGraphicsSubResourceGetMappedArray)
CUDA_LEGACY_CALLS(cudaGraphicsUnregisterResource, cudaGraphicsGLRegisterBuffer, cudaGraphicsGLRegisterImage, cudaGraphicsResourceSetMapFlags)
CUDA_LEGACY_CALLS(cudaGLRegisterBufferObject, cudaGLUnregisterBufferObject, cudaGLMapBufferObject, cudaGLUnmapBufferObject)
CUDA_LEGACY_CALLS(cudaCreateTextureObject, cudaDestroyTextureObject, cudaCreateSurfaceObject, cudaDestroySurfaceObject)
CUDA_LEGACY_CALLS(cudaThreadGetLimit, cudaDeviceGetLimit, cudaProfilerStart, cudaProfilerStop)

// Texture references.
struct textureReference { int normalized; cudaTextureFilterMode filterMode; cudaTextureAddressMode addressMode[3]; cudaChannelFormatDesc channelDesc;
    int sRGB; unsigned int maxAnisotropy; cudaTextureFilterMode mipmapFilterMode; float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization; };
template <class T, int dimension = 1, cudaTextureReadMode mode = cudaReadModeElementType> struct texture : textureReference {
    texture(int = 0, cudaTextureFilterMode = cudaFilterModePoint, cudaTextureAddressMode = cudaAddressModeClamp);
    texture(int, cudaTextureFilterMode, cudaTextureAddressMode, cudaChannelFormatDesc);
};
template <class T, cudaTextureReadMode mode> struct cuda_legacy_fetched { typedef T type; };
#define CUDA_LEGACY_NORMALIZED(element, result)                                                                        \
    template <> struct cuda_legacy_fetched<element, cudaReadModeNormalizedFloat> { typedef result type; };
#define CUDA_LEGACY_NORMALIZED_ALL(element)                                                                            \
    CUDA_LEGACY_NORMALIZED(element##1, float1) CUDA_LEGACY_NORMALIZED(element##2, float2) CUDA_LEGACY_NORMALIZED(element##4, float4)
CUDA_LEGACY_NORMALIZED_ALL(char) CUDA_LEGACY_NORMALIZED_ALL(uchar) CUDA_LEGACY_NORMALIZED_ALL(short) CUDA_LEGACY_NORMALIZED_ALL(ushort)
CUDA_LEGACY_NORMALIZED(char, float) CUDA_LEGACY_NORMALIZED(signed char, float) CUDA_LEGACY_NORMALIZED(unsigned char, float)
CUDA_LEGACY_NORMALIZED(short, float) CUDA_LEGACY_NORMALIZED(unsigned short, float)
#define CUDA_LEGACY_FETCH(name, ...)                                                                                   \
    template <class T, int dimension, cudaTextureReadMode mode>                                                        \
    __host__ __device__ typename cuda_legacy_fetched<T, mode>::type name(const texture<T, dimension, mode>&, __VA_ARGS__); \
    template <class T> __host__ __device__ T name(cudaTextureObject_t, __VA_ARGS__);
CUDA_LEGACY_FETCH(tex1Dfetch, int)
CUDA_LEGACY_FETCH(tex1D, float)
CUDA_LEGACY_FETCH(tex2D, float, float)
CUDA_LEGACY_FETCH(tex3D, float, float, float)
CUDA_LEGACY_FETCH(texCubemap, float, float, float)
CUDA_LEGACY_FETCH(tex1DLayered, float, int)
CUDA_LEGACY_FETCH(tex2DLayered, float, float, int)
CUDA_LEGACY_FETCH(texCubemapLayered, float, float, float, int)
CUDA_LEGACY_FETCH(tex1DLod, float, float)
CUDA_LEGACY_FETCH(tex2DLod, float, float, float)
CUDA_LEGACY_FETCH(tex3DLod, float, float, float, float)
CUDA_LEGACY_FETCH(tex2Dgather, float, float, int = 0)
CUDA_LEGACY_CALLS(cudaBindTexture, cudaBindTexture2D, cudaBindTextureToArray, cudaBindTextureToMipmappedArray)
CUDA_LEGACY_CALLS(cudaUnbindTexture, cudaGetTextureAlignmentOffset, cudaGetTextureReference, cudaBindSurfaceToArray)

// Surface references.
struct surfaceReference { cudaChannelFormatDesc channelDesc; };
template <class T, int dimension = 1> struct surface : surfaceReference { surface(); };
#define CUDA_LEGACY_ACCESS(name, ...)                                                                                  \
    template <class T, int dimension>                                                                                  \
    __host__ __device__ T name##read(const surface<void, dimension>&, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T, int dimension>                                                                                  \
    __host__ __device__ void name##read(T*, const surface<void, dimension>&, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T, int dimension>                                                                                  \
    __host__ __device__ void name##read(T*, const surface<void, dimension>&, __VA_ARGS__, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T, int dimension>                                                                                  \
    __host__ __device__ void name##write(T, const surface<void, dimension>&, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T, int dimension>                                                                                  \
    __host__ __device__ void name##write(T, const surface<void, dimension>&, __VA_ARGS__, int, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T> __host__ __device__ T name##read(cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T> __host__ __device__ void name##read(T*, cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T> __host__ __device__ void name##write(T, cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
CUDA_LEGACY_ACCESS(surf1D, int)
CUDA_LEGACY_ACCESS(surf2D, int, int)
CUDA_LEGACY_ACCESS(surf3D, int, int, int)
CUDA_LEGACY_ACCESS(surf1DLayered, int, int)
CUDA_LEGACY_ACCESS(surf2DLayered, int, int, int)
CUDA_LEGACY_ACCESS(surfCubemap, int, int, int)
CUDA_LEGACY_ACCESS(surfCubemapLayered, int, int, int)
CUDA_LEGACY_CALL(cudaGetSurfaceReference)

// Functions of the device. What they give is guessed: only that they parse is asked.
__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_or(int);
__device__ int __syncthreads_and(int);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ void __syncwarp(unsigned = 0);
__host__ __device__ int min(int, int);
__host__ __device__ unsigned min(unsigned, unsigned);
__host__ __device__ float min(float, float);
__host__ __device__ double min(double, double);
__host__ __device__ int max(int, int);
__host__ __device__ unsigned max(unsigned, unsigned);
__host__ __device__ float max(float, float);
__host__ __device__ double max(double, double);
#define CUDA_LEGACY_DEVICE(result, name) template <class... A> __device__ result name(A...);
CUDA_LEGACY_DEVICE(int, __mul24) CUDA_LEGACY_DEVICE(unsigned, __umul24) CUDA_LEGACY_DEVICE(int, __mulhi) CUDA_LEGACY_DEVICE(unsigned, __umulhi)
CUDA_LEGACY_DEVICE(int, __float_as_int) CUDA_LEGACY_DEVICE(float, __int_as_float) CUDA_LEGACY_DEVICE(int, __float2int_rn) CUDA_LEGACY_DEVICE(int, __float2int_rd)
CUDA_LEGACY_DEVICE(int, __float2int_rz) CUDA_LEGACY_DEVICE(int, __float2int_ru) CUDA_LEGACY_DEVICE(float, __int2float_rn) CUDA_LEGACY_DEVICE(float, __uint2float_rn)
CUDA_LEGACY_DEVICE(double, __hiloint2double) CUDA_LEGACY_DEVICE(int, __double2hiint) CUDA_LEGACY_DEVICE(int, __double2loint) CUDA_LEGACY_DEVICE(int, __double2int_rn)
CUDA_LEGACY_DEVICE(float, __expf) CUDA_LEGACY_DEVICE(float, __logf) CUDA_LEGACY_DEVICE(float, __log2f) CUDA_LEGACY_DEVICE(float, __powf)
CUDA_LEGACY_DEVICE(float, __sinf) CUDA_LEGACY_DEVICE(float, __cosf) CUDA_LEGACY_DEVICE(float, __tanf) CUDA_LEGACY_DEVICE(void, __sincosf)
CUDA_LEGACY_DEVICE(float, __fdividef) CUDA_LEGACY_DEVICE(float, __fmul_rn) CUDA_LEGACY_DEVICE(float, __fadd_rn) CUDA_LEGACY_DEVICE(float, __fdiv_rn)
CUDA_LEGACY_DEVICE(float, __saturatef) CUDA_LEGACY_DEVICE(float, saturate) CUDA_LEGACY_DEVICE(float, rsqrtf) CUDA_LEGACY_DEVICE(float, rsqrt)
CUDA_LEGACY_DEVICE(int, __popc) CUDA_LEGACY_DEVICE(int, __clz) CUDA_LEGACY_DEVICE(int, __ffs) CUDA_LEGACY_DEVICE(unsigned, __brev)
CUDA_LEGACY_DEVICE(int, __any) CUDA_LEGACY_DEVICE(int, __all) CUDA_LEGACY_DEVICE(unsigned, __ballot) CUDA_LEGACY_DEVICE(unsigned, __sad)
CUDA_LEGACY_DEVICE(unsigned, __usad) CUDA_LEGACY_DEVICE(void, __trap) CUDA_LEGACY_DEVICE(float, __frcp_rn) CUDA_LEGACY_DEVICE(float, __fsqrt_rn)
#define CUDA_LEGACY_ATOMIC(name) template <class P, class... A> __device__ P name(P*, A...);
CUDA_LEGACY_ATOMIC(atomicAdd) CUDA_LEGACY_ATOMIC(atomicSub) CUDA_LEGACY_ATOMIC(atomicExch) CUDA_LEGACY_ATOMIC(atomicMin)
CUDA_LEGACY_ATOMIC(atomicMax) CUDA_LEGACY_ATOMIC(atomicInc) CUDA_LEGACY_ATOMIC(atomicDec) CUDA_LEGACY_ATOMIC(atomicCAS)
CUDA_LEGACY_ATOMIC(atomicAnd) CUDA_LEGACY_ATOMIC(atomicOr) CUDA_LEGACY_ATOMIC(atomicXor)
template <class T, class... A> __device__ T __shfl(T, A...);
template <class T, class... A> __device__ T __shfl_up(T, A...);
template <class T, class... A> __device__ T __shfl_down(T, A...);
template <class T, class... A> __device__ T __shfl_xor(T, A...);
template <class T> __device__ T __ldg(const T*);

// As nvcc has them without being asked.
#if __has_include(<cmath>)
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>
#endif
#if __has_include(<math.h>)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif
)cuda";

// These CUDA headers become empty, because the text above declares their content.
const char* const headers[] = {"cuda_runtime.h",
                               "cuda_runtime_api.h",
                               "device_launch_parameters.h",
                               "device_functions.h",
                               "device_types.h",
                               "driver_types.h",
                               "vector_types.h",
                               "vector_functions.h",
                               "channel_descriptor.h",
                               "texture_types.h",
                               "texture_fetch_functions.h",
                               "cuda_texture_types.h",
                               "surface_types.h",
                               "surface_functions.h",
                               "cuda_surface_types.h",
                               "math_constants.h",
                               "math_functions.h",
                               "sm_11_atomic_functions.h",
                               "sm_12_atomic_functions.h",
                               "sm_20_intrinsics.h",
                               "sm_30_intrinsics.h",
                               "host_defines.h",
                               "builtin_types.h",
                               "cuda_gl_interop.h",
                               "cuda_profiler_api.h",
                               "crt/host_defines.h",
                               "device_atomic_functions.h"};

// The driver's header, which sources of the runtime include for its results.
const char driver[] = R"cuda(
#pragma once
typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2 } CUresult;
typedef int CUdevice;
typedef struct CUctx_st* CUcontext;
)cuda";

// The checks of the CUDA samples, for programs whose own header of this name is missing. Each check expands to the call
// alone.
const char checks[] = R"cuda(
#pragma GCC system_header
#pragma once
#define cutilSafeCall(call) call
#define cutilSafeCallNoSync(call) call
#define CUDA_SAFE_CALL(call) call
#define CUDA_SAFE_CALL_NO_SYNC(call) call
#define CUT_SAFE_CALL(call) call
#define checkCudaErrors(call) call
#define getLastCudaError(message)
#define cutilCheckMsg(message)
#define CUT_CHECK_ERROR(message)
#define HANDLE_ERROR(call) call
#define HANDLE_NULL(pointer) pointer
)cuda";

const char* const sample_headers[] = {
    "cutil.h",       "cutil_inline.h", "cutil_inline_runtime.h", "helper_cuda.h", "helper_functions.h", "cutil_math.h",
    "helper_math.h", "book.h",         "helper_string.h",        "shrUtils.h"};

// C headers, for an installation of libclang without its own headers.
const char stddef[] = R"c(
#pragma GCC system_header
#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef decltype(nullptr) cuda_legacy_null_pointer;
typedef struct { long long a; long double b; } max_align_t;
#undef NULL
#define NULL __null
#define offsetof(type, member) __builtin_offsetof(type, member)
)c";

const char stdarg[] = R"c(
#pragma GCC system_header
#pragma once
typedef __builtin_va_list va_list, __gnuc_va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
)c";

bool write(const std::string& path, const char* text) { return bool(std::ofstream(path) << text << std::flush); }

} // namespace

declarations_folder::declarations_folder()
{
    const std::string& path = folder_.path();
    if (path.empty()) return;
    std::error_code error;
    for (const char* inside : {"/cuda/crt", "/last", "/common", "/last/common"})
        std::filesystem::create_directories(path + inside, error);
    bool good = write(path + "/declarations.h", cuda) && write(path + "/cuda/cuda.h", driver);
    for (const char* name : headers)
        good = write(path + "/cuda/" + name, "#pragma once\n") && good;
    for (const char* name : sample_headers)
        good = write(path + "/last/" + name, checks) && good;
    for (const char* common : {"/common/book.h", "/last/common/book.h"}) // both spellings are in use
        good = write(path + common, checks) && good;
    good = write(path + "/last/stddef.h", stddef) && write(path + "/last/stdarg.h", stdarg) &&
           write(path + "/last/float.h", "") && good;
    if (good) path_ = path;
}

std::vector<std::string> declarations_folder::arguments() const
{
    return {"-x",
            "cuda",
            "-nocudainc",
            "-nocudalib",
            "--cuda-host-only",
            "-fsyntax-only",
            "-w",
            "-ferror-limit=0",
            "-std=c++17",
            "-include",
            path_ + "/declarations.h",
            "-I", // precedes every folder of the toolkit
            path_ + "/cuda"};
}

std::vector<std::string> declarations_folder::arguments_of_c() const
{
    return {"-x", "c", "-fsyntax-only", "-w", "-ferror-limit=0", "-std=gnu17", "-I", path_ + "/cuda"};
}

std::vector<std::string> declarations_folder::last_arguments() const { return {"-idirafter", path_ + "/last"}; }

} // namespace scanner
