// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launches that cudaConfigureCall begins and cudaLaunch ends: a stack for each thread.
#ifndef CUDA_LEGACY_DETAIL_CONFIGURED_CALL_H
#define CUDA_LEGACY_DETAIL_CONFIGURED_CALL_H

#include <cstddef>
#include <cstring>

#include <cuda_runtime_api.h>

#include "device_context.h"
#include "kernel_names.h"
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
        if (!top_) return cudaErrorMissingConfiguration;
        void* parameters[most_pieces];
        // For parameters that were not given, as far as they cannot be counted.
        for (std::size_t i = 0; i < most_pieces; ++i)
            parameters[i] = top_->bytes + (i < top_->pieces ? top_->offsets[i] : 0);
        cudaError_t error = find_parameters(kernel, parameters);
        if (error == cudaSuccess)
            error = cudaLaunchKernel(kernel, top_->grid, top_->block, parameters, top_->shared, top_->stream);
        pop();
        return error;
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

    // Where each parameter of the kernel lies, if the driver can tell.
    cudaError_t find_parameters(const void* kernel, void* parameters[])
    {
        int (*get_parameter)(void* function, std::size_t index, std::size_t* offset, std::size_t* size) = nullptr;
        cudaFunction_t function = nullptr;
        const cudaError_t error = cudaGetFuncBySymbol(&function, kernel);
        if (error != cudaSuccess || !driver::find("cuFuncGetParamInfo", get_parameter)) return error;
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
