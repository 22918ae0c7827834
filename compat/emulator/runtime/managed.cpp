// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints about the location of managed memory. The emulated device checks and stores them, and does not move memory.
#include "memory/device_memory.h"
#include "runtime/capture.h"

#include <algorithm>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

using namespace cuda_emulator;

namespace {

constexpr int unset = cudaInvalidDeviceId;
// A location is a device, cudaCpuDeviceId for any node of the host, or a number of this kind for one node.
constexpr int first_node = -16;
bool is_node(int location) { return location <= first_node; }
int node_of(int location) { return first_node - location; }

// A hint about a range. Newer hints come later. Freed addresses are rarely reused (memory/device_memory.h), so hints
// are kept.
struct remark {
    std::uintptr_t begin, end;
    cudaMemRangeAttribute attribute;
    int value;
};
std::mutex remarks_mutex;
std::vector<remark> remarks;

// Hints to the host are kept apart from those to the device: a range may have both.
constexpr auto accessed_by_host = cudaMemRangeAttribute{};

bool managed_range(const void* p, std::size_t count, allocation& a)
{
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    bool inside = false;
    return p && count > 0 && device_memory::instance().find(at, a, inside) && inside && a.live &&
           a.kind == allocation_kind::managed && count <= a.address + a.size - at;
}

bool has_node(int node)
{
    const std::string path = "/sys/devices/system/node/node" + std::to_string(node);
    return node == 0 || (node > 0 && access(path.c_str(), F_OK) == 0);
}

int current_node()
{
    unsigned node = 0;
    return syscall(SYS_getcpu, nullptr, &node, nullptr) == 0 ? static_cast<int>(node) : 0;
}

// Returns the number of a location.
cudaError_t device_of(cudaMemLocation where, int& device)
{
    switch (where.type) {
    case cudaMemLocationTypeDevice:
        device = where.id;
        return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHost:
        device = cudaCpuDeviceId;
        return cudaSuccess;
    case cudaMemLocationTypeHostNuma:
        device = first_node - where.id;
        return has_node(where.id) ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHostNumaCurrent:
        device = first_node - current_node();
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

void remember(const void* p, std::size_t count, cudaMemRangeAttribute attribute, int value)
{
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    std::lock_guard lock(remarks_mutex);
    remarks.push_back({at, at + count, attribute, value});
}

// Returns the hint that covers the whole range. If parts have different hints, returns the default.
int remark_of(const void* p, std::size_t count, cudaMemRangeAttribute attribute)
{
    const bool flag = attribute == cudaMemRangeAttributeReadMostly;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    int value = flag ? 0 : unset;
    std::lock_guard lock(remarks_mutex);
    for (const remark& r : remarks) {
        if (r.attribute != attribute || r.end <= at || r.begin >= at + count) continue;
        const bool all = r.begin <= at && at + count <= r.end;
        value = all ? r.value : r.value == value ? value : flag ? 0 : unset;
    }
    return value;
}
// Returns the type of the location with this number.
int location_type(int device)
{
    if (device == unset) return cudaMemLocationTypeInvalid;
    if (is_node(device)) return cudaMemLocationTypeHostNuma;
    return device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
}

} // namespace

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* p, std::size_t count, cudaMemLocation where, unsigned flags,
                                 cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    allocation a;
    int device = unset;
    if (flags || !managed_range(p, count, a)) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = device_of(where, device)) return record(e);
    return in_stream(s, cudaGraphNodeTypeEmpty, [=] {
        remember(p, count, cudaMemRangeAttributeLastPrefetchLocation, device);
        return cudaSuccess;
    });
}

cudaError_t cudaMemAdvise(const void* p, std::size_t count, cudaMemoryAdvise advice, cudaMemLocation where)
{
    CUDA_EMULATOR_ENTER();
    allocation a;
    int device = unset;
    if (!managed_range(p, count, a)) return record(cudaErrorInvalidValue);
    switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
        remember(p, count, cudaMemRangeAttributeReadMostly, advice == cudaMemAdviseSetReadMostly);
        return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation:
        remember(p, count, cudaMemRangeAttributePreferredLocation, unset);
        return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation:
        if (const cudaError_t e = device_of(where, device)) return record(e);
        remember(p, count, cudaMemRangeAttributePreferredLocation, device);
        return cudaSuccess;
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy:
        if (const cudaError_t e = device_of(where, device)) return record(e);
        if (is_node(device)) return record(cudaErrorInvalidValue); // the manual allows the whole host alone
        remember(p, count, device == 0 ? cudaMemRangeAttributeAccessedBy : accessed_by_host,
                 advice == cudaMemAdviseSetAccessedBy ? device : unset);
        return cudaSuccess;
    }
    return record(cudaErrorInvalidValue);
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t size, cudaMemRangeAttribute attribute, const void* p,
                                     std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    allocation a;
    if (!data || !managed_range(p, count, a)) return record(cudaErrorInvalidValue);
    int* out = static_cast<int*>(data);
    if (attribute == cudaMemRangeAttributeAccessedBy) { // a list of devices, padded with invalid devices
        if (size == 0 || size % sizeof(int)) return record(cudaErrorInvalidValue);
        std::fill_n(out, size / sizeof(int), unset);
        for (const cudaMemRangeAttribute of : {attribute, accessed_by_host}) {
            const int device = remark_of(p, count, of);
            if (device != unset && size >= sizeof(int)) {
                *out++ = device;
                size -= sizeof(int);
            }
        }
        return cudaSuccess;
    }
    if (size != sizeof(int)) return record(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributeLastPrefetchLocation: {
        const int value = remark_of(p, count, attribute);
        *out = is_node(value) ? cudaCpuDeviceId : value;
        return cudaSuccess;
    }
    case cudaMemRangeAttributePreferredLocationType:
        *out = location_type(remark_of(p, count, cudaMemRangeAttributePreferredLocation));
        return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *out = location_type(remark_of(p, count, cudaMemRangeAttributeLastPrefetchLocation));
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId:
    case cudaMemRangeAttributeLastPrefetchLocationId: {
        const int device = remark_of(p, count,
                                     attribute == cudaMemRangeAttributePreferredLocationId
                                         ? cudaMemRangeAttributePreferredLocation
                                         : cudaMemRangeAttributeLastPrefetchLocation);
        *out = is_node(device) ? node_of(device) : std::max(device, 0); // only a device or a node has a number
        return cudaSuccess;
    }
    default:
        return record(cudaErrorInvalidValue);
    }
}
cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* sizes, cudaMemRangeAttribute* attributes,
                                      std::size_t number, const void* p, std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    if (!data || !sizes || !attributes || !number) return record(cudaErrorInvalidValue);
    for (std::size_t k = 0; k < number; ++k)
        if (const cudaError_t e = cudaMemRangeGetAttribute(data[k], sizes[k], attributes[k], p, count)) return e;
    return cudaSuccess;
}

} // extern "C"
