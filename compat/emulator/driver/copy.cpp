// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuMemcpy*. The runtime implements the copies.
#include "driver/copy.h"

#include "driver/call.h"
#include "runtime/array.h"

#include <algorithm>

using namespace cuda_emulator;

namespace {

void* pointer(CUdeviceptr p) { return reinterpret_cast<void*>(p); }
cudaArray_t of_runtime(CUarray a) { return reinterpret_cast<cudaArray_t>(a); }

CUresult copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, CUstream s)
{
    return call_runtime([&] { return cudaMemcpyAsync(to, from, bytes, kind, s); });
}
// An array of one dimension: an H200 refuses bytes beyond the first row.
bool is_in_first_row(CUarray a, std::size_t offset, std::size_t bytes)
{
    if (!known_array(of_runtime(a))) return true; // another error
    const std::size_t row = of_runtime(a)->pixels.row_bytes;
    return offset <= row && bytes <= row - offset;
}

CUresult to_array(CUarray to, std::size_t offset, const void* from, std::size_t bytes, cudaMemcpyKind kind, CUstream s)
{
    return call_runtime([&] {
        if (!is_in_first_row(to, offset, bytes)) return cudaErrorInvalidValue;
        return cudaMemcpyToArrayAsync(of_runtime(to), offset, 0, from, bytes, kind, s);
    });
}
CUresult from_array(void* to, CUarray from, std::size_t offset, std::size_t bytes, cudaMemcpyKind kind, CUstream s)
{
    return call_runtime([&] {
        if (!is_in_first_row(from, offset, bytes)) return cudaErrorInvalidValue;
        return cudaMemcpyFromArrayAsync(to, of_runtime(from), offset, 0, bytes, kind, s);
    });
}

// The source or the destination of a copy in two or three dimensions.
struct side {
    CUmemorytype type;
    const void* host;
    CUdeviceptr device;
    CUarray array;
    std::size_t pitch, height; //!< used for memory only
    std::size_t x, y, z;

    // Returns the bytes of an array's texel, 1 for memory, and 0 if the array does not exist.
    std::size_t element() const
    {
        if (type != CU_MEMORYTYPE_ARRAY) return 1;
        return known_array(of_runtime(array)) ? of_runtime(array)->pixels.format.bytes() : 0;
    }
    // Fills the runtime's parameters for this side, in bytes.
    bool fill(cudaArray_t& a, cudaPos& at, cudaPitchedPtr& memory, const CUDA_MEMCPY3D& size) const
    {
        if (type == CU_MEMORYTYPE_ARRAY) {
            if (!element()) return false;
            a = of_runtime(array);
            at = {x, y, z};
            return true;
        }
        if (type != CU_MEMORYTYPE_HOST && type != CU_MEMORYTYPE_DEVICE && type != CU_MEMORYTYPE_UNIFIED) return false;
        const bool rows = size.Height > 1 || size.Depth > 1 || y || z;
        std::size_t row_end = 0;
        if (__builtin_add_overflow(x, size.WidthInBytes, &row_end) || ((rows || pitch) && pitch < row_end))
            return false;
        auto* p = type == CU_MEMORYTYPE_HOST ? const_cast<void*>(host) : pointer(device);
        if (!p) return false;
        memory = {p, pitch, pitch, height ? height : size.Height};
        at = {x, y, z};
        return true;
    }
};

cudaMemcpyKind kind_of(CUmemorytype from, CUmemorytype to)
{
    if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
    if (from == CU_MEMORYTYPE_HOST) return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

side source_of(const CUDA_MEMCPY3D& p)
{
    return {p.srcMemoryType, p.srcHost,     p.srcDevice, p.srcArray, p.srcPitch,
            p.srcHeight,     p.srcXInBytes, p.srcY,      p.srcZ};
}
side destination_of(const CUDA_MEMCPY3D& p)
{
    return {p.dstMemoryType, p.dstHost,     p.dstDevice, p.dstArray, p.dstPitch,
            p.dstHeight,     p.dstXInBytes, p.dstY,      p.dstZ};
}

bool parameters_in_bytes(const CUDA_MEMCPY3D& p, cudaMemcpy3DParms& out)
{
    out = {};
    out.extent = {p.WidthInBytes, p.Height, p.Depth};
    out.kind = kind_of(p.srcMemoryType, p.dstMemoryType);
    return source_of(p).fill(out.srcArray, out.srcPos, out.srcPtr, p) &&
           destination_of(p).fill(out.dstArray, out.dstPos, out.dstPtr, p);
}

CUresult copy_3d(const CUDA_MEMCPY3D* p, CUstream s)
{
    if (!p || p->srcLOD || p->dstLOD) return CUDA_ERROR_INVALID_VALUE;
    cudaMemcpy3DParms to_runtime;
    if (!parameters_in_bytes(*p, to_runtime)) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] { return copy_bytes_3d(to_runtime, s); });
}
CUresult copy_2d(const CUDA_MEMCPY2D* p, CUstream s)
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    CUDA_MEMCPY3D c = {};
    c.srcXInBytes = p->srcXInBytes;
    c.srcY = p->srcY;
    c.srcMemoryType = p->srcMemoryType;
    c.srcHost = p->srcHost;
    c.srcDevice = p->srcDevice;
    c.srcArray = p->srcArray;
    c.srcPitch = p->srcPitch ? p->srcPitch : p->srcXInBytes + p->WidthInBytes;
    c.dstXInBytes = p->dstXInBytes;
    c.dstY = p->dstY;
    c.dstMemoryType = p->dstMemoryType;
    c.dstHost = p->dstHost;
    c.dstDevice = p->dstDevice;
    c.dstArray = p->dstArray;
    c.dstPitch = p->dstPitch ? p->dstPitch : p->dstXInBytes + p->WidthInBytes;
    c.WidthInBytes = p->WidthInBytes;
    c.Height = p->Height;
    c.Depth = 1;
    return copy_3d(&c, s);
}

} // namespace

bool cuda_emulator::parameters_of_copy(const CUDA_MEMCPY3D& p, cudaMemcpy3DParms& out)
{
    if (!parameters_in_bytes(p, out)) return false;
    // The runtime counts texels instead of bytes if one side is an array.
    const std::size_t from = source_of(p).element(), to = destination_of(p).element(), unit = std::max(from, to);
    if (out.srcArray && out.dstArray && from != to) return false;
    for (std::size_t* bytes : {&out.srcPos.x, &out.dstPos.x, &out.extent.width}) {
        if (*bytes % unit) return false;
        *bytes /= unit;
    }
    return true;
}

CUDA_MEMCPY3D cuda_emulator::parameters_of_copy(const cudaMemcpy3DParms& p)
{
    CUDA_MEMCPY3D out = {};
    const auto bytes_of = [](cudaArray_t a) { return known_array(a) ? std::size_t(a->pixels.format.bytes()) : 1; };
    const auto type_of = [&](cudaArray_t a, cudaMemcpyKind to_host, cudaMemcpyKind to_device) {
        if (a) return CU_MEMORYTYPE_ARRAY;
        if (p.kind == cudaMemcpyDefault) return CU_MEMORYTYPE_UNIFIED;
        return p.kind == to_host || p.kind == to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    };
    out.srcMemoryType = type_of(p.srcArray, cudaMemcpyHostToHost, cudaMemcpyHostToDevice);
    const std::size_t unit = std::max(bytes_of(p.srcArray), bytes_of(p.dstArray));
    out.srcXInBytes = p.srcPos.x * unit;
    out.srcY = p.srcPos.y;
    out.srcZ = p.srcPos.z;
    out.srcArray = reinterpret_cast<CUarray>(p.srcArray);
    if (out.srcMemoryType == CU_MEMORYTYPE_HOST) out.srcHost = p.srcPtr.ptr;
    if (!p.srcArray) out.srcDevice = reinterpret_cast<CUdeviceptr>(p.srcPtr.ptr);
    out.srcPitch = p.srcPtr.pitch;
    out.srcHeight = p.srcPtr.ysize;
    out.dstMemoryType = type_of(p.dstArray, cudaMemcpyHostToHost, cudaMemcpyDeviceToHost);
    out.dstXInBytes = p.dstPos.x * unit;
    out.dstY = p.dstPos.y;
    out.dstZ = p.dstPos.z;
    out.dstArray = reinterpret_cast<CUarray>(p.dstArray);
    if (out.dstMemoryType == CU_MEMORYTYPE_HOST) out.dstHost = p.dstPtr.ptr;
    if (!p.dstArray) out.dstDevice = reinterpret_cast<CUdeviceptr>(p.dstPtr.ptr);
    out.dstPitch = p.dstPtr.pitch;
    out.dstHeight = p.dstPtr.ysize;
    out.WidthInBytes = p.extent.width * unit;
    out.Height = p.extent.height;
    out.Depth = p.extent.depth;
    return out;
}

extern "C" {

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t n)
{
    return copy(pointer(to), pointer(from), n, cudaMemcpyDefault, nullptr);
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t n, CUstream s)
{
    return copy(pointer(to), pointer(from), n, cudaMemcpyDefault, s);
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t n)
{
    return copy(pointer(to), from, n, cudaMemcpyHostToDevice, nullptr);
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t n)
{
    return copy(to, pointer(from), n, cudaMemcpyDeviceToHost, nullptr);
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t n)
{
    return copy(pointer(to), pointer(from), n, cudaMemcpyDeviceToDevice, nullptr);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t n, CUstream s)
{
    return copy(pointer(to), from, n, cudaMemcpyHostToDevice, s);
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t n, CUstream s)
{
    return copy(to, pointer(from), n, cudaMemcpyDeviceToHost, s);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t n, CUstream s)
{
    return copy(pointer(to), pointer(from), n, cudaMemcpyDeviceToDevice, s);
}
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t n)
{
    return copy(pointer(to), pointer(from), n, cudaMemcpyDefault, nullptr);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t n, CUstream s)
{
    return copy(pointer(to), pointer(from), n, cudaMemcpyDefault, s);
}
CUresult cuMemcpyHtoA(CUarray to, std::size_t offset, const void* from, std::size_t n)
{
    return to_array(to, offset, from, n, cudaMemcpyHostToDevice, nullptr);
}
CUresult cuMemcpyHtoAAsync(CUarray to, std::size_t offset, const void* from, std::size_t n, CUstream s)
{
    return to_array(to, offset, from, n, cudaMemcpyHostToDevice, s);
}
CUresult cuMemcpyDtoA(CUarray to, std::size_t offset, CUdeviceptr from, std::size_t n)
{
    return to_array(to, offset, pointer(from), n, cudaMemcpyDeviceToDevice, nullptr);
}
CUresult cuMemcpyAtoH(void* to, CUarray from, std::size_t offset, std::size_t n)
{
    return from_array(to, from, offset, n, cudaMemcpyDeviceToHost, nullptr);
}
CUresult cuMemcpyAtoHAsync(void* to, CUarray from, std::size_t offset, std::size_t n, CUstream s)
{
    return from_array(to, from, offset, n, cudaMemcpyDeviceToHost, s);
}
CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, std::size_t offset, std::size_t n)
{
    return from_array(pointer(to), from, offset, n, cudaMemcpyDeviceToDevice, nullptr);
}
CUresult cuMemcpyAtoA(CUarray to, std::size_t to_offset, CUarray from, std::size_t from_offset, std::size_t n)
{
    return call_runtime([&] {
        if (!is_in_first_row(to, to_offset, n) || !is_in_first_row(from, from_offset, n)) return cudaErrorInvalidValue;
        return cudaMemcpyArrayToArray(of_runtime(to), to_offset, 0, of_runtime(from), from_offset, 0, n,
                                      cudaMemcpyDeviceToDevice);
    });
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* p) { return copy_2d(p, nullptr); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* p) { return copy_2d(p, nullptr); }
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* p, CUstream s) { return copy_2d(p, s); }
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* p) { return copy_3d(p, nullptr); }
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* p, CUstream s) { return copy_3d(p, s); }

} // extern "C"
