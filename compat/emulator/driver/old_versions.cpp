// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls as older toolkits declare them, for programs that were built with an older toolkit.
#include "driver/call.h"
#include "runtime/unsupported.h"

using namespace cuda_emulator;

// Programs request the first version of these calls by the plain name.
#undef cuDeviceGetUuid
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
#undef cuEventElapsedTime
#undef cuEventDestroy
#undef cuStreamDestroy
#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuMemHostRegister
#undef cuMemAdvise
#undef cuMemPrefetchAsync
#undef cuGetProcAddress
#undef cuLinkCreate
#undef cuLinkAddData
#undef cuLinkAddFile

namespace {
CUmemLocation location_of(CUdevice d)
{
    return d == CU_DEVICE_CPU ? CUmemLocation{CU_MEM_LOCATION_TYPE_HOST, 0}
                              : CUmemLocation{CU_MEM_LOCATION_TYPE_DEVICE, d};
}
} // namespace

extern "C" {

CUresult cuCtxCreate_v2(CUcontext* c, unsigned flags, CUdevice d) { return cuCtxCreate_v4(c, nullptr, flags, d); }
CUresult cuCtxCreate_v3(CUcontext* c, CUexecAffinityParam* affinity, int count, unsigned flags, CUdevice d)
{
    CUctxCreateParams params = {};
    params.execAffinityParams = affinity;
    params.numExecAffinityParams = count;
    return cuCtxCreate_v4(c, &params, flags, d);
}
CUresult cuCtxDestroy(CUcontext c) { return cuCtxDestroy_v2(c); }
CUresult cuCtxPopCurrent(CUcontext* c) { return cuCtxPopCurrent_v2(c); }
CUresult cuCtxPushCurrent(CUcontext c) { return cuCtxPushCurrent_v2(c); }
CUresult cuDeviceGetUuid(CUuuid* out, CUdevice d) { return cuDeviceGetUuid_v2(out, d); }
CUresult cuDevicePrimaryCtxRelease(CUdevice d) { return cuDevicePrimaryCtxRelease_v2(d); }
CUresult cuDevicePrimaryCtxReset(CUdevice d) { return cuDevicePrimaryCtxReset_v2(d); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice d, unsigned flags) { return cuDevicePrimaryCtxSetFlags_v2(d, flags); }
CUresult cuEventDestroy(CUevent e) { return cuEventDestroy_v2(e); }
CUresult cuEventElapsedTime(float* ms, CUevent start, CUevent end) { return cuEventElapsedTime_v2(ms, start, end); }
CUresult cuStreamDestroy(CUstream s) { return cuStreamDestroy_v2(s); }
CUresult cuMemHostRegister(void* p, std::size_t bytes, unsigned flags) { return cuMemHostRegister_v2(p, bytes, flags); }
CUresult cuMemAdvise(CUdeviceptr p, std::size_t bytes, CUmem_advise advice, CUdevice d)
{
    return cuMemAdvise_v2(p, bytes, advice, location_of(d));
}
CUresult cuMemPrefetchAsync(CUdeviceptr p, std::size_t bytes, CUdevice d, CUstream s)
{
    return cuMemPrefetchAsync_v2(p, bytes, location_of(d), 0, s);
}
CUresult cuGetProcAddress(const char* name, void** out, int version, cuuint64_t flags)
{
    return cuGetProcAddress_v2(name, out, version, flags, nullptr);
}
CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* out)
{
    return cuLinkCreate_v2(count, options, values, out);
}
CUresult cuLinkAddData(CUlinkState s, CUjitInputType type, void* data, std::size_t size, const char* name,
                       unsigned count, CUjit_option* options, void** values)
{
    return cuLinkAddData_v2(s, type, data, size, name, count, options, values);
}
CUresult cuLinkAddFile(CUlinkState s, CUjitInputType type, const char* path, unsigned count, CUjit_option* options,
                       void** values)
{
    return cuLinkAddFile_v2(s, type, path, count, options, values);
}

} // extern "C"
