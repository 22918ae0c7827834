/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A launch by calls: cudaConfigureCall, cudaSetupArgument and cudaLaunch. CUDA 7.0 deprecated them, and CUDA 10.1
//! removed them.
//!
//! cudaConfigureCall pushes a launch on a stack of the calling thread. cudaSetupArgument copies an argument to an
//! offset of that launch. cudaLaunch pops the launch and executes it. The driver reports the parameters of the kernel
//! (cuFuncGetParamInfo). A driver before 12.4 does not: then each cudaSetupArgument counts as one parameter.
//!
//! This header also has cudaSetDoubleForDevice and cudaSetDoubleForHost, which CUDA 13.0 removed.
//! cudaLaunchCooperativeKernelMultiDevice cannot be restored: a call is a compile error that names the note.
//!
//! The launch functions need C++, as kernels do.
//!
//! Now: `kernel<<<grid, block, shared, stream>>>(arguments)`, or cudaLaunchKernelEx.
//! Note: migration-notes/launch_by_calls.md.
#ifndef CUDA_LEGACY_EXECUTION_CONTROL_H
    #define CUDA_LEGACY_EXECUTION_CONTROL_H

    #include "detail/deprecated.h"

    #include <cuda_runtime_api.h>

    #include "detail/language.h"
    #include "detail/multi_device_launch.h"

    #ifdef CUDA_LEGACY_DETAIL_CXX11

        #include "detail/configured_call.h"

//! Begins a launch for the next cudaLaunch of the calling thread.
//!
//! \param gridDim the number of blocks
//! \param blockDim the number of threads in a block
//! \param sharedMem the dynamic shared memory of each block, in bytes
//! \param stream the stream
//! \return cudaSuccess. cudaLaunch reports an invalid configuration.
//!
//! Now: `kernel<<<grid, block, shared, stream>>>(arguments)`.
inline cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0, cudaStream_t stream = 0)
{
    cuda_legacy::__detail::__configured_calls().push(gridDim, blockDim, sharedMem, stream);
    return cudaSuccess;
}

//! Copies an argument into the launch that cudaConfigureCall began last.
//!
//! \param arg the argument
//! \param size the size of the argument, in bytes
//! \param offset the offset of the argument among the parameters, in bytes
//! \return cudaErrorMissingConfiguration if no launch was begun; cudaErrorInvalidValue for an offset beyond the space
//!         for parameters
//!
//! Now: an argument between the parentheses of `kernel<<<…>>>(…)`.
inline cudaError_t cudaSetupArgument(const void* __arg, size_t size, size_t offset)
{
    return cuda_legacy::__detail::__found(cuda_legacy::__detail::__configured_calls().__set(__arg, size, offset));
}

//! Copies a value into the launch that cudaConfigureCall began last.
//!
//! \param arg the value
//! \param offset the offset of the argument among the parameters, in bytes
//! \return the errors of the form with a size
template <class _Tp>
inline cudaError_t cudaSetupArgument(_Tp __arg, size_t offset)
{
    return cudaSetupArgument(static_cast<const void*>(&__arg), sizeof __arg, offset);
}

//! Executes the launch that cudaConfigureCall began last.
//!
//! \param entry the kernel
//! \return cudaErrorMissingConfiguration if no launch was begun; otherwise the errors of cudaLaunchKernel
//!
//! Now: `kernel<<<grid, block, shared, stream>>>(arguments)`.
template <class _Tp>
inline cudaError_t cudaLaunch(_Tp* __entry)
{
    return cuda_legacy::__detail::__found(cuda_legacy::__detail::__configured_calls().__launch((const void*)__entry));
}

//! Executes the launch that cudaConfigureCall began last, for a kernel by its address or its name.
//!
//! \param entry the address of the kernel as the C interface took it, or its name: see symbol_names.h
//! \return the errors of the form above; cudaErrorInvalidDeviceFunction for a name that no kernel has
inline cudaError_t cudaLaunch(const char* __entry)
{
    auto& __calls = cuda_legacy::__detail::__configured_calls();
    bool __ended = false;
    const cudaError_t error = cuda_legacy::__detail::__of_kernel_or_name(
        "cudaLaunch", __entry,
        [&](const void* kernel) {
            __ended = true;
            return cuda_legacy::__detail::__found(__calls.__launch(kernel));
        },
        [&](const cuda_legacy::__detail::__kernel_driver& __driver, void* kernel) {
            __ended = true;
            return __calls.__launch(__driver, kernel);
        });
    if (!__ended) __calls.__forget();
    return error;
}
inline cudaError_t cudaLaunch(char* __entry) { return cudaLaunch(static_cast<const char*>(__entry)); }

    #endif

    #if CUDART_VERSION >= 13000

//! Does nothing. The original converted a double to a float for devices without doubles; later versions left the value
//! unchanged.
//!
//! \param d the value, which stays unchanged
//! \return cudaSuccess
//!
//! Now: no call.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaSetDoubleForDevice(double* __d)
{
    (void)__d;
    return cudaSuccess;
}

//! Does nothing. The original converted the float back to a double.
//!
//! \param d the value, which stays unchanged
//! \return cudaSuccess
//!
//! Now: no call.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaSetDoubleForHost(double* __d)
{
    (void)__d;
    return cudaSuccess;
}

    #endif

#endif
