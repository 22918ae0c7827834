// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuMemset*.
#include "driver/call.h"
#include "runtime/capture.h"
#include "runtime/fill.h"

using namespace cuda_emulator;

namespace {
CUresult set(CUdeviceptr p, std::size_t pitch, unsigned value, unsigned bytes, std::size_t width, std::size_t height,
             CUstream s)
{
    if (width == 0 || height == 0) return CUDA_SUCCESS;
    cudaMemsetParams m = {};
    m.dst = reinterpret_cast<void*>(p);
    m.pitch = pitch;
    m.value = value;
    m.elementSize = bytes;
    m.width = width;
    m.height = height;
    return call_runtime([&] {
        CUDA_EMULATOR_ENTER();
        return in_stream(
            s, cudaGraphNodeTypeMemset, [m] { return fill(m); }, [m] { return check_fill(m); },
            [m] { return check_captured_fill(m); }, m);
    });
}
} // namespace

extern "C" {

CUresult cuMemsetD8(CUdeviceptr p, unsigned char v, std::size_t n) { return set(p, 0, v, 1, n, 1, nullptr); }
CUresult cuMemsetD16(CUdeviceptr p, unsigned short v, std::size_t n) { return set(p, 0, v, 2, n, 1, nullptr); }
CUresult cuMemsetD32(CUdeviceptr p, unsigned v, std::size_t n) { return set(p, 0, v, 4, n, 1, nullptr); }
CUresult cuMemsetD8Async(CUdeviceptr p, unsigned char v, std::size_t n, CUstream s) { return set(p, 0, v, 1, n, 1, s); }
CUresult cuMemsetD16Async(CUdeviceptr p, unsigned short v, std::size_t n, CUstream s)
{
    return set(p, 0, v, 2, n, 1, s);
}
CUresult cuMemsetD32Async(CUdeviceptr p, unsigned v, std::size_t n, CUstream s) { return set(p, 0, v, 4, n, 1, s); }
CUresult cuMemsetD2D8(CUdeviceptr p, std::size_t pitch, unsigned char v, std::size_t width, std::size_t height)
{
    return set(p, pitch, v, 1, width, height, nullptr);
}
CUresult cuMemsetD2D16(CUdeviceptr p, std::size_t pitch, unsigned short v, std::size_t width, std::size_t height)
{
    return set(p, pitch, v, 2, width, height, nullptr);
}
CUresult cuMemsetD2D32(CUdeviceptr p, std::size_t pitch, unsigned v, std::size_t width, std::size_t height)
{
    return set(p, pitch, v, 4, width, height, nullptr);
}
CUresult cuMemsetD2D8Async(CUdeviceptr p, std::size_t pitch, unsigned char v, std::size_t width, std::size_t height,
                           CUstream s)
{
    return set(p, pitch, v, 1, width, height, s);
}
CUresult cuMemsetD2D16Async(CUdeviceptr p, std::size_t pitch, unsigned short v, std::size_t width, std::size_t height,
                            CUstream s)
{
    return set(p, pitch, v, 2, width, height, s);
}
CUresult cuMemsetD2D32Async(CUdeviceptr p, std::size_t pitch, unsigned v, std::size_t width, std::size_t height,
                            CUstream s)
{
    return set(p, pitch, v, 4, width, height, s);
}

} // extern "C"
