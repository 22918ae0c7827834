// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointer attributes.
#include "driver/call.h"
#include "driver/virtual_memory.h"
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

// The memory at an address: an allocation, or a mapping of cuMemMap. Without access, a mapping is no allocation.
struct described_memory {
    allocation a;
    found_mapping mapping;
    bool is_mapped = false, is_pools = false;

    bool is_plain_device() const
    {
        return a.kind == allocation_kind::device && !is_mapped && !is_pools && !a.registered;
    }
};

bool describe(CUdeviceptr p, described_memory& out)
{
    const bool is_found = find(p, out.a);
    out.is_mapped = find_mapping(p, out.mapping);
    if (out.is_mapped && !is_found) out.a = {};
    out.is_pools = is_found && is_of_pool(reinterpret_cast<void*>(out.a.address));
    return is_found || out.is_mapped;
}

template <class T>
CUresult give(void* out, T value)
{
    std::memcpy(out, &value, sizeof value);
    return CUDA_SUCCESS;
}
// The driver writes a truth value as four bytes.
CUresult give_truth(void* out, bool value) { return give(out, unsigned{value}); }

CUresult not_there()
{
    return static_cast<CUresult>(cuda_emulator_unsupported_driver("cuPointerGetAttribute of this attribute"));
}

// An H200 maps memory in pieces of 2 MiB, and memory of pools in larger ones. No GPU was asked for the other kinds.
CUresult give_mapping(const described_memory& m, bool size, CUdeviceptr p, void* out)
{
    constexpr std::size_t piece = std::size_t{2} << 20;
    const allocation& a = m.a;
    CUdeviceptr begin = a.address / piece * piece;
    std::size_t bytes = (a.address + a.size + piece - 1) / piece * piece - begin;
    if (m.is_mapped) {
        begin = m.mapping.address;
        bytes = m.mapping.size;
    } else if (m.is_pools) {
        begin = p - (p - a.address) % pool_piece;
        bytes = pool_piece;
    } else if (a.registered || (a.kind != allocation_kind::device && a.kind != allocation_kind::host)) {
        return not_there();
    }
    return size ? give(out, bytes) : give(out, begin);
}

CUresult attribute_of(const described_memory& m, CUpointer_attribute attribute, CUdeviceptr p, void* out)
{
    const allocation& a = m.a;
    const bool host = a.kind == allocation_kind::host, managed = a.kind == allocation_kind::managed;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return give(out, m.is_mapped || m.is_pools ? nullptr : &context::instance());
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return give(out, host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return m.is_mapped && !m.mapping.access ? CUDA_ERROR_INVALID_VALUE : give(out, p);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        return host || managed ? give(out, p) : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        return give_truth(out, a.synchronous); // kept for the program: memory operations are always synchronous
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        return give(out, static_cast<unsigned long long>(m.is_mapped ? m.mapping.address : a.address));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return give_truth(out, managed);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return give(out, 0);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
        return give_truth(out, m.is_plain_device()); // so an H200 (driver 580)
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        return give_truth(out, false);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return give(out, m.is_mapped ? m.mapping.range : static_cast<CUdeviceptr>(a.address));
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        return give(out, m.is_mapped ? m.mapping.range_size : a.size);
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return give_truth(out, true);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return give(out, m.is_mapped ? m.mapping.access : unsigned{CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE});
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        return give_mapping(m, attribute == CU_POINTER_ATTRIBUTE_MAPPING_SIZE, p, out);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        return give(out, pool_of(reinterpret_cast<void*>(a.address)));
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return give(out, std::uint64_t{0});
    default:
        return not_there();
    }
}

} // namespace

extern "C" {

CUresult cuPointerGetAttribute(void* out, CUpointer_attribute attribute, CUdeviceptr p)
{
    described_memory m;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    if (!out || !describe(p, m)) return CUDA_ERROR_INVALID_VALUE;
    return attribute_of(m, attribute, p, out);
}
// CUDA returns success and null values for memory that the driver does not know.
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** out, CUdeviceptr p)
{
    described_memory m;
    if (const cudaError_t broken = context::instance().sticky) return driver_result(broken);
    if (!count || !attributes || !out) return CUDA_ERROR_INVALID_VALUE;
    const bool known = describe(p, m);
    for (unsigned k = 0; k < count; ++k) {
        const bool narrow = attributes[k] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
        const CUresult e = known && out[k] ? attribute_of(m, attributes[k], p, out[k]) : CUDA_SUCCESS;
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
            give_truth(out[k], false);
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
    unsigned is_synchronous = 0;
    std::memcpy(&is_synchronous, value, sizeof is_synchronous);
    device_memory::instance().set_synchronous(a.address, is_synchronous != 0);
    return CUDA_SUCCESS;
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
