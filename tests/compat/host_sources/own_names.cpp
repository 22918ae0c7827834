// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host source that includes no header of CUDA, with its own types, functions and declarations of the driver API.
struct float2 {
    double first, second;
};
struct dim3 {
    int n[3];
};
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;
typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS = 92,
    CU_TARGET_COMPUTE_20 = 20
} CUdevice_attribute;
typedef struct CUctx_st* CUcontext;
typedef int CUdevice;
typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;
typedef CUresult tcuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device);
tcuCtxCreate* cuCtxCreate;
static int cudaThreadExit = 3, cudaDeviceProp = 4, texture = 5, surface = 6;
int main()
{
    CUcontext context;
    return cuCtxCreate && cuCtxCreate(&context, 0, 0) == CUDA_SUCCESS ? cudaThreadExit + cudaDeviceProp + texture + surface : 0;
}
