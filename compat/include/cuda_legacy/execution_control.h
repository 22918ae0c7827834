/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! A launch by calls: cudaConfigureCall, cudaSetupArgument and cudaLaunch, deprecated in CUDA 7.0 and gone since 10.1;
//! and cudaSetDoubleForDevice and cudaSetDoubleForHost, gone since 13.0.
//! cudaLaunchCooperativeKernelMultiDevice cannot be brought back: an error names the note.
//!
//! cudaConfigureCall puts a launch on a stack of the calling thread, cudaSetupArgument gives it arguments by their
//! offsets, and cudaLaunch takes it off and launches. Which bytes are which parameter is what the driver says of the
//! kernel (cuFuncGetParamInfo); a driver before 12.4 does not, and each cudaSetupArgument counts as one parameter.
//! C++ only, as kernels are. Note: migration-notes/launch_by_calls.md.
#ifndef CUDA_LEGACY_EXECUTION_CONTROL_H
    #define CUDA_LEGACY_EXECUTION_CONTROL_H

    #include "detail/deprecated.h"

    #include <cuda_runtime_api.h>

    #include "detail/language.h"
    #include "detail/multi_device_launch.h"

    #ifdef CUDA_LEGACY_DETAIL_CXX11

        #include "detail/configured_call.h"

//! Begins a launch, for the next cudaLaunch of this thread. `sharedMem` is in bytes for each block.
inline cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0, cudaStream_t stream = 0)
{
    cuda_legacy::__detail::__configured_calls().push(gridDim, blockDim, sharedMem, stream);
    return cudaSuccess;
}

//! Copies an argument of `size` bytes to `offset` bytes into the parameters of the launch begun last.
//! \return cudaErrorMissingConfiguration without one; cudaErrorInvalidValue beyond the room for parameters
inline cudaError_t cudaSetupArgument(const void* __arg, size_t size, size_t offset)
{
    return cuda_legacy::__detail::__found(cuda_legacy::__detail::__configured_calls().__set(__arg, size, offset));
}

//! The same with a value.
template <class _Tp>
inline cudaError_t cudaSetupArgument(_Tp __arg, size_t offset)
{
    return cudaSetupArgument(static_cast<const void*>(&__arg), sizeof __arg, offset);
}

//! Launches `entry`, a kernel, as begun last.
//! \return cudaErrorMissingConfiguration when nothing was begun, else what cudaLaunchKernel returns
template <class _Tp>
inline cudaError_t cudaLaunch(_Tp* __entry)
{
    return cuda_legacy::__detail::__found(cuda_legacy::__detail::__configured_calls().__launch((const void*)__entry));
}

//! The same for a kernel's address as the C interface took it, or for its name: see symbol_names.h.
//! \return as above; cudaErrorInvalidDeviceFunction for a name that no kernel has
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

//! Made a float of a double for devices without doubles; later ones leave the value as it is.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaSetDoubleForDevice(double* __d)
{
    (void)__d;
    return cudaSuccess;
}

//! The way back.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaSetDoubleForHost(double* __d)
{
    (void)__d;
    return cudaSuccess;
}

    #endif

#endif
