// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which driver functions are there: what cudaGetDriverEntryPoint and cuGetProcAddress answer.
#include "driver/call.h"

#include <cstring>

using namespace cuda_emulator;

namespace {
struct entry {
    const char* name;
    void* address;
};
// The plain name with the address of the version that cuda.h makes of it.
#define ENTRY(function)                                                                                                \
    {                                                                                                                  \
        #function, reinterpret_cast < void*>(&function)                                                                \
    }
const entry entries[] = {
    ENTRY(cuArray3DGetDescriptor),
    ENTRY(cuArrayGetDescriptor),
    ENTRY(cuCtxCreate),
    ENTRY(cuCtxDestroy),
    ENTRY(cuCtxGetApiVersion),
    ENTRY(cuCtxGetCurrent),
    ENTRY(cuCtxGetDevice),
    ENTRY(cuCtxGetFlags),
    ENTRY(cuCtxGetId),
    ENTRY(cuCtxGetLimit),
    ENTRY(cuCtxGetStreamPriorityRange),
    ENTRY(cuCtxPopCurrent),
    ENTRY(cuCtxPushCurrent),
    ENTRY(cuCtxRecordEvent),
    ENTRY(cuCtxSetCurrent),
    ENTRY(cuCtxSetLimit),
    ENTRY(cuCtxSynchronize),
    ENTRY(cuCtxWaitEvent),
    ENTRY(cuDeviceComputeCapability),
    ENTRY(cuDeviceGet),
    ENTRY(cuDeviceGetAttribute),
    ENTRY(cuDeviceGetCount),
    ENTRY(cuDeviceGetName),
    ENTRY(cuDeviceGetTexture1DLinearMaxWidth),
    ENTRY(cuDeviceGetUuid),
    ENTRY(cuDevicePrimaryCtxGetState),
    ENTRY(cuDevicePrimaryCtxRelease),
    ENTRY(cuDevicePrimaryCtxReset),
    ENTRY(cuDevicePrimaryCtxRetain),
    ENTRY(cuDevicePrimaryCtxSetFlags),
    ENTRY(cuDeviceTotalMem),
    ENTRY(cuDriverGetVersion),
    ENTRY(cuEventCreate),
    ENTRY(cuEventDestroy),
    ENTRY(cuEventElapsedTime),
    ENTRY(cuEventQuery),
    ENTRY(cuEventRecord),
    ENTRY(cuEventSynchronize),
    ENTRY(cuFuncGetModule),
    ENTRY(cuFuncGetName),
    ENTRY(cuFuncGetParamInfo),
    ENTRY(cuGetErrorName),
    ENTRY(cuGetErrorString),
    ENTRY(cuInit),
    ENTRY(cuLaunchKernel),
    ENTRY(cuMemAdvise),
    ENTRY(cuMemAlloc),
    ENTRY(cuMemAllocManaged),
    ENTRY(cuMemFree),
    ENTRY(cuMemGetInfo),
    ENTRY(cuMemPrefetchAsync),
    ENTRY(cuMemRangeGetAttribute),
    ENTRY(cuMemcpyDtoD),
    ENTRY(cuMemcpyDtoDAsync),
    ENTRY(cuMemcpyDtoH),
    ENTRY(cuMemcpyDtoHAsync),
    ENTRY(cuMemcpyHtoD),
    ENTRY(cuMemcpyHtoDAsync),
    ENTRY(cuMemsetD8),
    ENTRY(cuModuleGetFunction),
    ENTRY(cuModuleGetGlobal),
    ENTRY(cuModuleGetSurfRef),
    ENTRY(cuModuleGetTexRef),
    ENTRY(cuStreamCreate),
    ENTRY(cuStreamDestroy),
    ENTRY(cuStreamQuery),
    ENTRY(cuStreamSynchronize),
    ENTRY(cuStreamWaitEvent),
    ENTRY(cuSurfRefGetArray),
    ENTRY(cuSurfRefSetArray),
    ENTRY(cuTexRefGetAddress),
    ENTRY(cuTexRefGetAddressMode),
    ENTRY(cuTexRefGetArray),
    ENTRY(cuTexRefGetBorderColor),
    ENTRY(cuTexRefGetFilterMode),
    ENTRY(cuTexRefGetFlags),
    ENTRY(cuTexRefGetFormat),
    ENTRY(cuTexRefGetMaxAnisotropy),
    ENTRY(cuTexRefGetMipmapFilterMode),
    ENTRY(cuTexRefGetMipmapLevelBias),
    ENTRY(cuTexRefGetMipmapLevelClamp),
    ENTRY(cuTexRefGetMipmappedArray),
    ENTRY(cuTexRefSetAddress),
    ENTRY(cuTexRefSetAddress2D),
    ENTRY(cuTexRefSetAddressMode),
    ENTRY(cuTexRefSetArray),
    ENTRY(cuTexRefSetBorderColor),
    ENTRY(cuTexRefSetFilterMode),
    ENTRY(cuTexRefSetFlags),
    ENTRY(cuTexRefSetFormat),
    ENTRY(cuTexRefSetMaxAnisotropy),
    ENTRY(cuTexRefSetMipmapFilterMode),
    ENTRY(cuTexRefSetMipmapLevelBias),
    ENTRY(cuTexRefSetMipmapLevelClamp),
    ENTRY(cuTexRefSetMipmappedArray),
};
#undef ENTRY

cudaError_t look_up(const char* name, void** out, cudaDriverEntryPointQueryResult* status)
{
    CUDA_EMULATOR_ENTER();
    if (!name || !out) return record(cudaErrorInvalidValue);
    *out = driver_function(name);
    if (status) *status = *out ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess; // as an H200, with or without a place for the status
}
} // namespace

void* cuda_emulator::driver_function(const char* name)
{
    for (const entry& e : entries)
        if (std::strcmp(e.name, name) == 0) return e.address;
    return std::strcmp(name, "cuGetProcAddress") == 0 ? reinterpret_cast<void*>(&cuGetProcAddress) : nullptr;
}

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* name, void** out, unsigned long long,
                                    cudaDriverEntryPointQueryResult* status)
{
    return look_up(name, out, status);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** out, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* status)
{
    return look_up(name, out, status);
}
CUresult cuGetProcAddress(const char* name, void** out, int, cuuint64_t, CUdriverProcAddressQueryResult* status)
{
    if (!name || !out) return CUDA_ERROR_INVALID_VALUE;
    *out = driver_function(name);
    if (status) *status = *out ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *out || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
