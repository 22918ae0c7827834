// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernel a string names, as CUDA let strings name them until 4.x.
//
// The kernel is looked for in every module of the program (modules.h), by cuModuleGetFunction: by the name that the
// compiler gives it, `_Z5scalePfi`. Only a kernel that is `extern "C"` is found by its plain name. That was CUDA's
// rule.
#ifndef CUDA_LEGACY_DETAIL_KERNEL_BY_NAME_H
#define CUDA_LEGACY_DETAIL_KERNEL_BY_NAME_H

#include <cstdio>

#include <cuda_runtime_api.h>

#include "device_context.h"
#include "last_error.h"
#include "modules.h"
#include "variable_by_name.h"

namespace cuda_legacy {
namespace detail {

// The driver's functions, by their documented signatures.
struct kernel_driver {
    int (*get_module)(void** module, void* function) = nullptr;
    int (*get_kernel)(void** kernel, void* module, const char* name) = nullptr;
    int (*get_attribute)(int* value, int attribute, void* kernel) = nullptr;
    int (*set_cache)(void* kernel, int preference) = nullptr;
    int (*launch)(void* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                  unsigned block_z, unsigned shared, void* stream, void** parameters, void** extra) = nullptr;

    kernel_driver()
    {
        driver::find("cuFuncGetModule", get_module);
        driver::find("cuModuleGetFunction", get_kernel);
        driver::find("cuFuncGetAttribute", get_attribute);
        driver::find("cuFuncSetCacheConfig", set_cache);
        driver::find("cuLaunchKernel", launch);
    }
};
inline const kernel_driver& kernel_calls()
{
    static const kernel_driver calls;
    return calls;
}

// Null where no kernel has the name, or several have, each in a source of its own.
inline void* find_kernel(const char* name)
{
    const kernel_driver& calls = kernel_calls();
    if (!calls.get_module || !calls.get_kernel) return nullptr;
    const lock_guard lock(modules().mutex);
    void* result = nullptr;
    for (const void* kernel : modules().kernels) {
        cudaFunction_t function = nullptr;
        void *module = nullptr, *found_here = nullptr;
        if (cudaGetFuncBySymbol(&function, kernel) != cudaSuccess) {
            cudaGetLastError(); // of an architecture that this device cannot run
            continue;
        }
        if (calls.get_module(&module, function) != 0 || calls.get_kernel(&found_here, module, name) != 0) continue;
        if (result && result != found_here) return nullptr;
        result = found_here;
    }
    return result;
}

inline bool is_kernel(const void* symbol)
{
    cudaFunction_t function = nullptr;
    const cudaError_t error = cudaGetFuncBySymbol(&function, symbol);
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess;
}

// Calls the runtime with the kernel, where `argument` is the address of one, as the C interface took it, or the driver
// with the one that it names. Errors are left for cudaGetLastError. What was there before is still there after a
// success.
template <class OfSymbol, class OfName>
cudaError_t of_kernel_or_name(const char* function, const char* argument, OfSymbol of_symbol, OfName of_name)
{
    const cudaError_t error_before = cudaPeekAtLastError();
    if (is_kernel(argument)) {
        found(error_before);
        return of_symbol(static_cast<const void*>(argument));
    }
    cudaError_t error = cudaErrorInvalidDeviceFunction;
    if (argument && is_name(argument, 4096)) {
        if (void* const kernel = find_kernel(argument))
            error = static_cast<cudaError_t>(of_name(kernel_calls(), kernel)); // the numbers are the same
        else
            std::fprintf(stderr,
                         "cuda_legacy: %s: no kernel, or more than one, is named \"%s\": see "
                         "migration-notes/constant_memory_symbols.md\n",
                         function, argument);
    }
    cudaGetLastError();
    if (error != cudaSuccess) return found(error);
    found(error_before);
    return cudaSuccess;
}

// For calls that an old driver does not have.
constexpr int no_such_call = cudaErrorNotSupported;

// One attribute, by its number in the driver's enumeration.
template <class Field>
int ask_attribute(const kernel_driver& calls, void* kernel, Field& field, int attribute)
{
    int value = 0;
    const int error = calls.get_attribute(&value, attribute, kernel);
    if (error == 0) field = value;
    return error;
}

inline int attributes_of(const kernel_driver& calls, void* kernel, cudaFuncAttributes* attributes)
{
    if (!calls.get_attribute) return no_such_call;
    if (!attributes) return cudaErrorInvalidValue;
    *attributes = cudaFuncAttributes{};
    // Those that every driver knows.
    int error = ask_attribute(calls, kernel, attributes->maxThreadsPerBlock, 0);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->sharedSizeBytes, 1);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->constSizeBytes, 2);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->localSizeBytes, 3);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->numRegs, 4);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->ptxVersion, 5);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->binaryVersion, 6);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->cacheModeCA, 7);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->maxDynamicSharedSizeBytes, 8);
    if (error == 0) error = ask_attribute(calls, kernel, attributes->preferredShmemCarveout, 9);
    return error;
}

} // namespace detail
} // namespace cuda_legacy

#endif
