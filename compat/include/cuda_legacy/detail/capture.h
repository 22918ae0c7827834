// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The streams in capture. A binding cannot change during a capture: an operation on the whole context, or a new texture
// object, invalidates the capture. The runtime reports captures in blocking streams only, so this header counts the
// captures that the program begins.
#ifndef CUDA_LEGACY_DETAIL_CAPTURE_H
#define CUDA_LEGACY_DETAIL_CAPTURE_H

#include <cuda_runtime_api.h>

#include "bound_reference.h"

namespace cuda_legacy {
namespace __detail {

inline void __capture_begins(cudaStream_t stream)
{
    const __lock_guard lock(__program().mutex);
    __device_context* __context = nullptr;
    if (current_context(__context) == cudaSuccess) __program().__captures.push_back({stream, __context});
}

inline void __capture_ends(cudaStream_t stream)
{
    const __lock_guard lock(__program().mutex);
    auto& all = __program().__captures;
    for (std::size_t __i = 0; __i < all.size(); ++__i)
        if (all[__i].stream == stream) {
            all.__erase(all.begin() + static_cast<std::ptrdiff_t>(__i));
            return;
        }
}

} // namespace __detail
} // namespace cuda_legacy

inline cudaError_t cuda_legacy_cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    const cudaError_t error = cudaStreamBeginCapture(stream, mode);
    if (error == cudaSuccess) cuda_legacy::__detail::__capture_begins(stream);
    return error;
}

inline cudaError_t cuda_legacy_cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    // The capture has ended, with a graph or without. Only a wrong stream leaves it open.
    const cudaError_t error = cudaStreamEndCapture(stream, graph);
    if (error != cudaErrorStreamCaptureWrongThread) cuda_legacy::__detail::__capture_ends(stream);
    return error;
}

// With a per-thread default stream the toolkit has macros of these names, which the functions above have used.
#undef cudaStreamBeginCapture
#undef cudaStreamEndCapture
#define cudaStreamBeginCapture cuda_legacy_cudaStreamBeginCapture
#define cudaStreamEndCapture cuda_legacy_cudaStreamEndCapture

#endif
