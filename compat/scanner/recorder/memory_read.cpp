// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory_read.h"

#include "next_call.h"

#include <atomic>
#include <cstring>

using namespace cuda_recorder;

namespace {

// Pinned memory of the size of the largest allocation so far. Memory of the program's own kind, where there is none.
unsigned char* staging(std::size_t bytes)
{
    static void* buffer = nullptr;
    static std::size_t size = 0;
    if (bytes <= size) return static_cast<unsigned char*>(buffer);
    if (buffer) CUDA_RECORDER_NEXT(cudaFreeHost)(buffer);
    buffer = nullptr;
    size = CUDA_RECORDER_NEXT(cudaMallocHost)(&buffer, bytes) == cudaSuccess ? bytes : 0;
    return static_cast<unsigned char*>(buffer);
}

std::atomic<int> captures{0};

} // namespace

namespace cuda_recorder {

void fill_fresh(void* p, std::size_t bytes)
{
    if (is_any_captured()) return;
    // Streams that do not wait for the default stream would run before the memset.
    if (CUDA_RECORDER_NEXT(cudaMemset)(p, cuda_emulator::fresh_byte, bytes) == cudaSuccess)
        CUDA_RECORDER_NEXT(cudaStreamSynchronize)(cudaStreamLegacy);
}

const unsigned char* read_memory(const known_allocation& a)
{
    const std::size_t bytes = a.bytes();
    unsigned char* const to = bytes ? staging(bytes) : nullptr;
    if (!to) return nullptr;
    cudaError_t error = cudaSuccess;
    if (a.is_variable()) {
        error = CUDA_RECORDER_NEXT(cudaMemcpyFromSymbol)(to, a.symbol, bytes, 0, cudaMemcpyDeviceToHost);
    } else if (a.width) {
        error = CUDA_RECORDER_NEXT(cudaMemcpy2D)(to, a.width, a.address, a.pitch, a.width, a.extent / a.pitch,
                                                 cudaMemcpyDeviceToHost);
    } else {
        error = CUDA_RECORDER_NEXT(cudaMemcpy)(to, a.address, bytes, cudaMemcpyDeviceToHost);
    }
    return error == cudaSuccess ? to : nullptr;
}

cudaError_t wait_for_all(cudaStream_t stream)
{
    const cudaError_t of_stream = CUDA_RECORDER_NEXT(cudaStreamSynchronize)(stream);
    const cudaError_t of_device = CUDA_RECORDER_NEXT(cudaDeviceSynchronize)();
    return of_stream != cudaSuccess ? of_stream : of_device;
}

bool is_any_captured() { return captures != 0; }

bool is_captured(cudaStream_t stream)
{
    if (!is_any_captured()) return false;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    // The default stream of old programs cannot be asked during a capture.
    if (!stream || stream == cudaStreamLegacy) return false;
    return CUDA_RECORDER_NEXT(cudaStreamIsCapturing)(stream, &status) == cudaSuccess &&
           status != cudaStreamCaptureStatusNone;
}

} // namespace cuda_recorder

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaStreamBeginCapture)(stream, mode);
    captures += error == cudaSuccess;
    return error;
}
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    static auto* const real = next_call<decltype(::cudaStreamBeginCapture)>("cudaStreamBeginCapture_ptsz");
    const cudaError_t error = real(stream, mode);
    captures += error == cudaSuccess;
    return error;
}

// A capture ends here whether it succeeded or not.
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    const bool was_captured = is_captured(stream);
    const cudaError_t error = CUDA_RECORDER_NEXT(cudaStreamEndCapture)(stream, graph);
    captures -= was_captured;
    return error;
}
cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* graph)
{
    static auto* const real = next_call<decltype(::cudaStreamEndCapture)>("cudaStreamEndCapture_ptsz");
    const bool was_captured = is_captured(stream);
    const cudaError_t error = real(stream, graph);
    captures -= was_captured;
    return error;
}

} // extern "C"
