// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the kernel of a name, as until CUDA 4.x.
//
// cuModuleGetFunction looks for the mangled name, such as `_Z5scalePfi`, in every module of the program (modules.h).
// Only an `extern "C"` kernel has a plain name. CUDA had the same rule.
#ifndef CUDA_LEGACY_DETAIL_KERNEL_BY_NAME_H
#define CUDA_LEGACY_DETAIL_KERNEL_BY_NAME_H

#include <cstdio>

#include <cuda_runtime_api.h>

#include "device_context.h"
#include "last_error.h"
#include "modules.h"
#include "variable_by_name.h"

namespace cuda_legacy {
namespace __detail {

// The driver's functions, by their documented signatures.
struct __kernel_driver {
    int (*__get_module)(void** __module, void* __function) = nullptr;
    int (*__get_kernel)(void** kernel, void* __module, const char* name) = nullptr;
    int (*__get_attribute)(int* value, int attribute, void* kernel) = nullptr;
    int (*__set_cache)(void* kernel, int __preference) = nullptr;
    int (*__launch)(void* kernel, unsigned __grid_x, unsigned __grid_y, unsigned __grid_z, unsigned __block_x,
                    unsigned __block_y, unsigned __block_z, unsigned __shared, void* stream, void** __parameters,
                    void** extra) = nullptr;

    __kernel_driver()
    {
        __driver::__find("cuFuncGetModule", __get_module);
        __driver::__find("cuModuleGetFunction", __get_kernel);
        __driver::__find("cuFuncGetAttribute", __get_attribute);
        __driver::__find("cuFuncSetCacheConfig", __set_cache);
        __driver::__find("cuLaunchKernel", __launch);
    }
};
inline const __kernel_driver& __kernel_calls()
{
    static const __kernel_driver __calls;
    return __calls;
}

// Null if no kernel has the name, or if several sources have a kernel of the name.
inline void* __find_kernel(const char* name)
{
    const __kernel_driver& __calls = __kernel_calls();
    if (!__calls.__get_module || !__calls.__get_kernel) return nullptr;
    const __lock_guard lock(__modules().mutex);
    void* result = nullptr;
    for (const void* kernel : __modules().kernels) {
        cudaFunction_t __function = nullptr;
        void *__module = nullptr, *__found_here = nullptr;
        if (cudaGetFuncBySymbol(&__function, kernel) != cudaSuccess) {
            cudaGetLastError(); // of an architecture that this device cannot run
            continue;
        }
        if (__calls.__get_module(&__module, __function) != 0 ||
            __calls.__get_kernel(&__found_here, __module, name) != 0)
            continue;
        if (result && result != __found_here) return nullptr;
        result = __found_here;
    }
    return result;
}

inline bool __is_kernel(const void* symbol)
{
    cudaFunction_t __function = nullptr;
    const cudaError_t error = cudaGetFuncBySymbol(&__function, symbol);
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess;
}

// Calls the runtime if `argument` is the address of a kernel, as the C interface took it. Otherwise calls the driver
// with the kernel of the name. Errors stay for cudaGetLastError. A success leaves an earlier error in place.
template <class _OfSymbol, class _OfName>
cudaError_t __of_kernel_or_name(const char* __function, const char* __argument, _OfSymbol __of_symbol,
                                _OfName __of_name)
{
    const cudaError_t __error_before = cudaPeekAtLastError();
    if (__is_kernel(__argument)) {
        __found(__error_before);
        return __of_symbol(static_cast<const void*>(__argument));
    }
    cudaError_t error = cudaErrorInvalidDeviceFunction;
    if (__argument && __is_name(__argument, 4096)) {
        if (void* const kernel = __find_kernel(__argument))
            error = static_cast<cudaError_t>(__of_name(__kernel_calls(), kernel)); // the numbers are the same
        else
            std::fprintf(stderr,
                         "cuda_legacy: %s: no kernel, or more than one, is named \"%s\": see "
                         "migration-notes/constant_memory_symbols.md\n",
                         __function, __argument);
    }
    cudaGetLastError();
    if (error != cudaSuccess) return __found(error);
    __found(__error_before);
    return cudaSuccess;
}

// The error for functions that an old driver lacks.
constexpr int __no_such_call = cudaErrorNotSupported;

// One attribute, by its number in the driver's enumeration.
template <class _Field>
int __ask_attribute(const __kernel_driver& __calls, void* kernel, _Field& field, int attribute)
{
    int value = 0;
    const int error = __calls.__get_attribute(&value, attribute, kernel);
    if (error == 0) field = value;
    return error;
}

inline int __attributes_of(const __kernel_driver& __calls, void* kernel, cudaFuncAttributes* attributes)
{
    if (!__calls.__get_attribute) return __no_such_call;
    if (!attributes) return cudaErrorInvalidValue;
    *attributes = cudaFuncAttributes{};
    // The attributes that every driver knows.
    int error = __ask_attribute(__calls, kernel, attributes->maxThreadsPerBlock, 0);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->sharedSizeBytes, 1);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->constSizeBytes, 2);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->localSizeBytes, 3);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->numRegs, 4);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->ptxVersion, 5);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->binaryVersion, 6);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->cacheModeCA, 7);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->maxDynamicSharedSizeBytes, 8);
    if (error == 0) error = __ask_attribute(__calls, kernel, attributes->preferredShmemCarveout, 9);
    return error;
}

} // namespace __detail
} // namespace cuda_legacy

#endif
