// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and events of another process.
#include "driver/call.h"

#include <cstring>

using namespace cuda_emulator;

namespace {
// The driver's handles have the same bytes as the runtime's.
template <class To, class From>
To same_bytes(const From& from)
{
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}
} // namespace

extern "C" {

#undef cuIpcOpenMemHandle
CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr p)
{
    return call_runtime(
        [&] { return cudaIpcGetMemHandle(reinterpret_cast<cudaIpcMemHandle_t*>(handle), reinterpret_cast<void*>(p)); });
}
CUresult cuIpcOpenMemHandle(CUdeviceptr* p, CUipcMemHandle handle, unsigned flags)
{
    return call_runtime([&] {
        return cudaIpcOpenMemHandle(reinterpret_cast<void**>(p), same_bytes<cudaIpcMemHandle_t>(handle), flags);
    });
}
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* p, CUipcMemHandle handle, unsigned flags)
{
    return cuIpcOpenMemHandle(p, handle, flags);
}
CUresult cuIpcCloseMemHandle(CUdeviceptr p)
{
    return call_runtime([&] { return cudaIpcCloseMemHandle(reinterpret_cast<void*>(p)); });
}
CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent e)
{
    return call_runtime([&] { return cudaIpcGetEventHandle(reinterpret_cast<cudaIpcEventHandle_t*>(handle), e); });
}
CUresult cuIpcOpenEventHandle(CUevent* e, CUipcEventHandle handle)
{
    return call_runtime([&] { return cudaIpcOpenEventHandle(e, same_bytes<cudaIpcEventHandle_t>(handle)); });
}

} // extern "C"
