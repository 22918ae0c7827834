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
namespace detail {

class configured_call_stack {
public:
    configured_call_stack() = default;
    configured_call_stack(const configured_call_stack&) = delete;
    configured_call_stack& operator=(const configured_call_stack&) = delete;
    ~configured_call_stack()
    {
        while (top_)
            pop();
    }

    void push(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream)
    {
        top_ = new call{grid, block, shared, stream, top_, 0, {}, {}};
    }

    cudaError_t set(const void* argument, std::size_t size, std::size_t offset)
    {
        if (!top_) return cudaErrorMissingConfiguration;
        if (!argument || offset > most_bytes || size > most_bytes - offset) return cudaErrorInvalidValue;
        std::memcpy(top_->bytes + offset, argument, size);
        // In the order of their offsets; one that was given before is given anew.
        std::size_t at = 0;
        while (at < top_->pieces && top_->offsets[at] < offset)
            ++at;
        if (at < top_->pieces && top_->offsets[at] == offset) return cudaSuccess;
        if (top_->pieces == most_pieces) return cudaErrorInvalidValue;
        for (std::size_t i = top_->pieces++; i > at; --i)
            top_->offsets[i] = top_->offsets[i - 1];
        top_->offsets[at] = offset;
        return cudaSuccess;
    }

    cudaError_t launch(const void* kernel)
    {
        cudaFunction_t function = nullptr;
        if (!top_) return cudaErrorMissingConfiguration;
        const cudaError_t error = cudaGetFuncBySymbol(&function, kernel);
        if (error != cudaSuccess) {
            pop();
            return error;
        }
        return static_cast<cudaError_t>(launch_with(function, [=](const call& c, void** parameters) {
            return cudaLaunchKernel(kernel, c.grid, c.block, parameters, c.shared, c.stream);
        }));
    }

    // One that was found by its name; a number of the driver's comes back.
    int launch(const kernel_driver& calls, void* kernel)
    {
        if (!top_) return cudaErrorMissingConfiguration;
        return launch_with(kernel, [&](const call& c, void** parameters) {
            return !calls.launch ? no_such_call
                                 : calls.launch(kernel, c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z,
                                                static_cast<unsigned>(c.shared), c.stream, parameters, nullptr);
        });
    }

    // After a name that no kernel has.
    void forget()
    {
        if (top_) pop();
    }

private:
    // What CUDA let kernels have when these calls were there, and a parameter for each byte of half of it.
    static constexpr std::size_t most_bytes = 4096;
    static constexpr std::size_t most_pieces = 2048;

    struct call {
        dim3 grid;
        dim3 block;
        std::size_t shared;
        cudaStream_t stream;
        call* below;
        std::size_t pieces;
        std::size_t offsets[most_pieces];
        alignas(16) unsigned char bytes[most_bytes];
    };

    void pop()
    {
        call* const over = top_;
        top_ = over->below;
        delete over;
    }

    // `start` launches it with addresses of parameters. Its errors are the runtime's or the driver's, with the same
    // numbers.
    template <class Launch>
    int launch_with(void* function, Launch start)
    {
        void* parameters[most_pieces];
        // For parameters that were not given, as far as they cannot be counted.
        for (std::size_t i = 0; i < most_pieces; ++i)
            parameters[i] = top_->bytes + (i < top_->pieces ? top_->offsets[i] : 0);
        int error = find_parameters(function, parameters);
        if (error == cudaSuccess) error = start(*top_, parameters);
        pop();
        return error;
    }

    // Where each parameter of the kernel lies, if the driver can tell.
    cudaError_t find_parameters(void* function, void* parameters[])
    {
        int (*get_parameter)(void* function, std::size_t index, std::size_t* offset, std::size_t* size) = nullptr;
        if (!driver::find("cuFuncGetParamInfo", get_parameter)) return cudaSuccess;
        std::size_t offset = 0, size = 0;
        for (std::size_t i = 0; i < most_pieces && get_parameter(function, i, &offset, &size) == 0; ++i) {
            if (size > most_bytes || offset > most_bytes - size) return cudaErrorInvalidValue;
            parameters[i] = top_->bytes + offset;
        }
        return cudaSuccess;
    }

    call* top_ = nullptr;
};

CUDA_LEGACY_DETAIL_SHARED inline configured_call_stack& configured_calls()
{
    static thread_local configured_call_stack stack;
    return stack;
}

} // namespace detail
} // namespace cuda_legacy

#endif
