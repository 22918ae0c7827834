// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointer attributes.
#include "driver/call.h"
#include "memory/device_memory.h"
#include "runtime/memory_pool.h"
#include "runtime/unsupported.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

bool find(CUdeviceptr p, allocation& a)
{
    bool inside = false;
    return device_memory::instance().find(p, a, inside) && inside && a.live;
}
template <class T>
CUresult give(void* out, T value)
{
    std::memcpy(out, &value, sizeof value);
    return CUDA_SUCCESS;
}

CUresult attribute_of(const allocation& a, CUpointer_attribute attribute, CUdeviceptr p, void* out)
{
    const bool host = a.kind == allocation_kind::host, managed = a.kind == allocation_kind::managed;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return give(out, &context::instance());
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return give(out, host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return give(out, p);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        return host || managed ? give(out, p) : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        return give(out, false); // every call waits for its work, so memory operations are always synchronous
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        return give(out, static_cast<unsigned long long>(a.address));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return give(out, managed);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return give(out, 0);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        return give(out, false);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return give(out, static_cast<CUdeviceptr>(a.address));
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        return give(out, a.size);
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return give(out, true);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        return give(out, pool_of(reinterpret_cast<void*>(a.address)));
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return give(out, std::uint64_t{0});
    default:
        return static_cast<CUresult>(cuda_emulator_unsupported_driver("cuPointerGetAttribute of this attribute"));
    }
}

} // namespace

extern "C" {

CUresult cuPointerGetAttribute(void* out, CUpointer_attribute attribute, CUdeviceptr p)
{
    allocation a;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    if (!out || !find(p, a)) return CUDA_ERROR_INVALID_VALUE;
    return attribute_of(a, attribute, p, out);
}
// CUDA returns success and null values for memory that the driver does not know.
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** out, CUdeviceptr p)
{
    allocation a;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    if (!count || !attributes || !out) return CUDA_ERROR_INVALID_VALUE;
    const bool known = find(p, a);
    for (unsigned k = 0; k < count; ++k) {
        const bool narrow = attributes[k] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
        const CUresult e = known && out[k] ? attribute_of(a, attributes[k], p, out[k]) : CUDA_SUCCESS;
        if (e == CUDA_ERROR_NOT_SUPPORTED) return e;
        if (!out[k]) return CUDA_ERROR_INVALID_VALUE;
        if (known && e == CUDA_SUCCESS) continue;
        switch (attributes[k]) {
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            give(out[k], -2);
            break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        case CU_POINTER_ATTRIBUTE_MAPPED:
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
            give(out[k], false);
            break;
        default:
            std::memset(out[k], 0, narrow ? 4 : 8);
        }
    }
    return CUDA_SUCCESS;
}
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr p)
{
    allocation a;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS || !find(p, a)) return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS; // memory operations are always synchronous
}
CUresult cuMemGetAddressRange(CUdeviceptr* base, std::size_t* size, CUdeviceptr p)
{
    allocation a;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    if (!find(p, a)) return CUDA_ERROR_NOT_FOUND;
    if (base) *base = a.address;
    if (size) *size = a.size;
    return CUDA_SUCCESS;
}

} // extern "C"
