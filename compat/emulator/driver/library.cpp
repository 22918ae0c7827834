// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLibrary* and cuKernel*. The runtime implements them. A CUlibrary is also a CUmodule, and a CUkernel is also a
// CUfunction. Libraries need no current context, but their modules, functions and variables do.
#include "driver/call.h"

using namespace cuda_emulator;

namespace {
// The driver's options have the runtime's values.
cudaJitOption* of_runtime(CUjit_option* o) { return reinterpret_cast<cudaJitOption*>(o); }
cudaLibraryOption* of_runtime(CUlibraryOption* o) { return reinterpret_cast<cudaLibraryOption*>(o); }
cudaLibrary_t of_runtime(CUlibrary l) { return reinterpret_cast<cudaLibrary_t>(l); }
CUfunction function_of(CUkernel k) { return reinterpret_cast<CUfunction>(k); }
void** pointer(CUdeviceptr* p) { return reinterpret_cast<void**>(p); }

// Calls `act` for a kernel. It belongs to a library and to no context, so that none must be current. On an H200 only
// its parameters need one.
template <class Function>
CUresult of_kernel(CUkernel k, CUdevice d, Function act)
{
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    return context::instance().find_kernel(k) ? call_initialised(act) : CUDA_ERROR_INVALID_HANDLE;
}
} // namespace

extern "C" {

CUresult cuLibraryLoadData(CUlibrary* out, const void* code, CUjit_option* options, void** values, unsigned count,
                           CUlibraryOption* more, void** more_values, unsigned more_count)
{
    return call_initialised([&] {
        return cudaLibraryLoadData(reinterpret_cast<cudaLibrary_t*>(out), code, of_runtime(options), values, count,
                                   of_runtime(more), more_values, more_count);
    });
}
CUresult cuLibraryLoadFromFile(CUlibrary* out, const char* path, CUjit_option* options, void** values, unsigned count,
                               CUlibraryOption* more, void** more_values, unsigned more_count)
{
    return call_initialised([&] {
        return cudaLibraryLoadFromFile(reinterpret_cast<cudaLibrary_t*>(out), path, of_runtime(options), values, count,
                                       of_runtime(more), more_values, more_count);
    });
}
CUresult cuLibraryUnload(CUlibrary l)
{
    return call_initialised([&] { return cudaLibraryUnload(of_runtime(l)); });
}
CUresult cuLibraryGetKernel(CUkernel* out, CUlibrary l, const char* name)
{
    return call_initialised(
        [&] { return cudaLibraryGetKernel(reinterpret_cast<cudaKernel_t*>(out), of_runtime(l), name); });
}
CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary l)
{
    return call_initialised([&] { return cudaLibraryGetKernelCount(count, of_runtime(l)); });
}
CUresult cuLibraryEnumerateKernels(CUkernel* out, unsigned count, CUlibrary l)
{
    return call_initialised(
        [&] { return cudaLibraryEnumerateKernels(reinterpret_cast<cudaKernel_t*>(out), count, of_runtime(l)); });
}
CUresult cuLibraryGetModule(CUmodule* out, CUlibrary l)
{
    CUkernel none = nullptr;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = check_current_context()) return e;
    // Code that does not assemble is another error than a kernel that is not there.
    if (const CUresult e = cuLibraryGetKernel(&none, l, ""); e && e != CUDA_ERROR_NOT_FOUND) return e;
    *out = reinterpret_cast<CUmodule>(l);
    return CUDA_SUCCESS;
}
CUresult cuLibraryGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUlibrary l, const char* name)
{
    return call_runtime([&] { return cudaLibraryGetGlobal(pointer(address), bytes, of_runtime(l), name); });
}
CUresult cuLibraryGetManaged(CUdeviceptr* address, std::size_t* bytes, CUlibrary l, const char* name)
{
    return call_runtime([&] { return cudaLibraryGetManaged(pointer(address), bytes, of_runtime(l), name); });
}

CUresult cuKernelGetFunction(CUfunction* out, CUkernel k)
{
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!context::instance().find_kernel(k)) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult e = check_current_context()) return e;
    *out = function_of(k);
    return CUDA_SUCCESS;
}
CUresult cuKernelGetLibrary(CUlibrary* out, CUkernel k)
{
    return cuFuncGetModule(reinterpret_cast<CUmodule*>(out), function_of(k));
}
CUresult cuKernelGetName(const char** name, CUkernel k)
{
    return call_initialised([&] { return cudaFuncGetName(name, k); });
}
CUresult cuKernelGetParamInfo(CUkernel k, std::size_t index, std::size_t* offset, std::size_t* size)
{
    if (const CUresult e = check_current_context()) return e;
    return of_kernel(k, 0, [&] { return cudaFuncGetParamInfo(k, index, offset, size); });
}
CUresult cuKernelGetAttribute(int* value, CUfunction_attribute a, CUkernel k, CUdevice d)
{
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    cudaFuncAttributes all;
    if (const CUresult e = of_kernel(k, d, [&] { return cudaFuncGetAttributes(&all, k); })) return e;
    return find_function_attribute(all, a, *value) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuKernelSetAttribute(CUfunction_attribute a, int value, CUkernel k, CUdevice d)
{
    // The driver's settable attributes have the runtime's values.
    return of_kernel(k, d, [&] { return cudaFuncSetAttribute(k, static_cast<cudaFuncAttribute>(a), value); });
}
CUresult cuKernelSetCacheConfig(CUkernel k, CUfunc_cache c, CUdevice d)
{
    return of_kernel(k, d, [&] { return cudaFuncSetCacheConfig(k, static_cast<cudaFuncCache>(c)); });
}

} // extern "C"
