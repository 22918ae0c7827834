// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launches that cudaConfigureCall begins and cudaLaunch ends: a stack for each thread.
#ifndef CUDA_LEGACY_DETAIL_CONFIGURED_CALL_H
#define CUDA_LEGACY_DETAIL_CONFIGURED_CALL_H

#include <cstddef>
#include <cstring>

#include <cuda_runtime_api.h>

#include "device_context.h"
#include "kernel_by_name.h"
#include "last_error.h"
#include "visibility.h"

namespace cuda_legacy {
namespace __detail {

class __configured_call_stack {
public:
    __configured_call_stack() = default;
    __configured_call_stack(const __configured_call_stack&) = delete;
    __configured_call_stack& operator=(const __configured_call_stack&) = delete;
    ~__configured_call_stack()
    {
        while (__top_)
            pop();
    }

    void push(dim3 __grid, dim3 __block_shape, std::size_t __shared, cudaStream_t stream)
    {
        __top_ = new __call{__grid, __block_shape, __shared, stream, __top_, 0, {}, {}};
    }

    cudaError_t __set(const void* __argument, std::size_t size, std::size_t offset)
    {
        if (!__top_) return cudaErrorMissingConfiguration;
        if (!__argument || offset > __most_bytes || size > __most_bytes - offset) return cudaErrorInvalidValue;
        std::memcpy(__top_->bytes + offset, __argument, size);
        // The arguments are sorted by offset. A second argument at an offset replaces the first.
        std::size_t __at = 0;
        while (__at < __top_->__pieces && __top_->__offsets[__at] < offset)
            ++__at;
        if (__at < __top_->__pieces && __top_->__offsets[__at] == offset) return cudaSuccess;
        if (__top_->__pieces == __most_pieces) return cudaErrorInvalidValue;
        for (std::size_t __i = __top_->__pieces++; __i > __at; --__i)
            __top_->__offsets[__i] = __top_->__offsets[__i - 1];
        __top_->__offsets[__at] = offset;
        return cudaSuccess;
    }

    cudaError_t __launch(const void* kernel)
    {
        cudaFunction_t __function = nullptr;
        if (!__top_) return cudaErrorMissingConfiguration;
        const cudaError_t error = cudaGetFuncBySymbol(&__function, kernel);
        if (error != cudaSuccess) {
            pop();
            return error;
        }
        return static_cast<cudaError_t>(__launch_with(__function, [=](const __call& __c, void** __parameters) {
            return cudaLaunchKernel(kernel, __c.__grid, __c.__block_shape, __parameters, __c.__shared, __c.stream);
        }));
    }

    // A kernel that was found by its name. The driver's error number is returned.
    int __launch(const __kernel_driver& __calls, void* kernel)
    {
        if (!__top_) return cudaErrorMissingConfiguration;
        return __launch_with(kernel, [&](const __call& __c, void** __parameters) {
            return !__calls.__launch
                       ? __no_such_call
                       : __calls.__launch(kernel, __c.__grid.x, __c.__grid.y, __c.__grid.z, __c.__block_shape.x,
                                          __c.__block_shape.y, __c.__block_shape.z, static_cast<unsigned>(__c.__shared),
                                          __c.stream, __parameters, nullptr);
        });
    }

    // Discards the launch after an unknown name of a kernel.
    void __forget()
    {
        if (__top_) pop();
    }

private:
    // The limit of CUDA at the time of these functions, and one parameter for each two bytes of it.
    static constexpr std::size_t __most_bytes = 4096;
    static constexpr std::size_t __most_pieces = 2048;

    struct __call {
        dim3 __grid;
        dim3 __block_shape;
        std::size_t __shared;
        cudaStream_t stream;
        __call* __below;
        std::size_t __pieces;
        std::size_t __offsets[__most_pieces];
        alignas(16) unsigned char bytes[__most_bytes];
    };

    void pop()
    {
        __call* const __over = __top_;
        __top_ = __over->__below;
        delete __over;
    }

    // `start` launches the kernel with the addresses of the parameters. It returns errors of the runtime or of the
    // driver; both have the same numbers.
    template <class _Launch>
    int __launch_with(void* __function, _Launch start)
    {
        void* __parameters[__most_pieces];
        // The value of missing parameters, if the number of parameters is unknown.
        for (std::size_t __i = 0; __i < __most_pieces; ++__i)
            __parameters[__i] = __top_->bytes + (__i < __top_->__pieces ? __top_->__offsets[__i] : 0);
        int error = __find_parameters(__function, __parameters);
        if (error == cudaSuccess) error = start(*__top_, __parameters);
        pop();
        return error;
    }

    // The offset of each parameter of the kernel, if the driver reports offsets.
    cudaError_t __find_parameters(void* __function, void* __parameters[])
    {
        int (*__get_parameter)(void* __function, std::size_t __index, std::size_t* offset, std::size_t* size) = nullptr;
        if (!__driver::__find("cuFuncGetParamInfo", __get_parameter)) return cudaSuccess;
        std::size_t offset = 0, size = 0;
        for (std::size_t __i = 0; __i < __most_pieces && __get_parameter(__function, __i, &offset, &size) == 0; ++__i) {
            if (size > __most_bytes || offset > __most_bytes - size) return cudaErrorInvalidValue;
            __parameters[__i] = __top_->bytes + offset;
        }
        return cudaSuccess;
    }

    __call* __top_ = nullptr;
};

CUDA_LEGACY_DETAIL_SHARED inline __configured_call_stack& __configured_calls()
{
    static thread_local __configured_call_stack __stack;
    return __stack;
}

} // namespace __detail
} // namespace cuda_legacy

#endif
