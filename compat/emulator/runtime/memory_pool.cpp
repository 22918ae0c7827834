// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory pools and stream-ordered allocation. No work is ever in flight, so freed memory is available at once. A pool
// accounts for its allocations. The bytes that it reserves are a figure alone, and no memory of the device.
#include "runtime/memory_pool.h"

#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/graph_memory.h"
#include "runtime/leaks.h"
#include "runtime/recording.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

using namespace cuda_emulator;

struct CUmemPoolHandle_st {
    explicit CUmemPoolHandle_st(cudaMemAllocationType t = cudaMemAllocationTypePinned,
                                cudaMemLocationType l = cudaMemLocationTypeDevice)
        : type(t)
        , location(l)
        , device_may(t == cudaMemAllocationTypePinned)
    {
    }
    const cudaMemAllocationType type;
    const cudaMemLocationType location; //!< where the memory should be; of managed memory this is a hint
    //! What cudaMemPoolGetAccess says. On an H200 neither may access a managed pool until cudaMemPoolSetAccess.
    bool device_may, host_may = false;
    int reuse[3] = {1, 1, 1}; //!< the three reuse attributes
    std::uint64_t threshold = 0;
    std::uint64_t maximum = 0; //!< cudaMemPoolProps::maxSize; 0: the device's memory is the limit
    std::uint64_t used = 0, used_high = 0;

    bool has_room_for(std::uint64_t size) const { return !maximum || (size <= maximum && used <= maximum - size); }
    void take(std::uint64_t size);
    void give_back(std::uint64_t size);
    //! Releases memory beyond `keep` bytes that no allocation uses.
    void release(std::uint64_t keep);
    //! The reserved bytes. The first synchronisation after a free releases what lies above the threshold.
    std::uint64_t reserved();
    std::uint64_t reserved_high();
    void forget_reserved_high() { reserved_high_ = reserved(); }

private:
    std::uint64_t reserved_ = 0, reserved_high_ = 0;
    std::uint64_t waits_before_free_ = 0; //!< host_waits() at the last free
};

namespace {

std::uint64_t whole_pieces(std::uint64_t n) { return (n + pool_piece - 1) / pool_piece * pool_piece; }

std::mutex pools_mutex;
CUmemPoolHandle_st default_pool;
CUmemPoolHandle_st default_managed[] = {CUmemPoolHandle_st{cudaMemAllocationTypeManaged, cudaMemLocationTypeNone},
                                        CUmemPoolHandle_st{cudaMemAllocationTypeManaged, cudaMemLocationTypeDevice},
                                        CUmemPoolHandle_st{cudaMemAllocationTypeManaged, cudaMemLocationTypeHost}};
cudaMemPool_t current_pool = &default_pool;
cudaMemPool_t current_managed[] = {&default_managed[0], &default_managed[1], &default_managed[2]};
std::set<cudaMemPool_t> pools{&default_pool, &default_managed[0], &default_managed[1], &default_managed[2]};
struct piece {
    cudaMemPool_t pool; //!< null: destroyed since. A later pool may have the same address.
    std::size_t size;
};
std::unordered_map<void*, piece> pieces;

bool known(cudaMemPool_t p) { return pools.count(p) != 0; }
bool is_default(cudaMemPool_t p)
{
    return p == &default_pool || std::any_of(std::begin(default_managed), std::end(default_managed),
                                             [p](const CUmemPoolHandle_st& d) { return p == &d; });
}

// Returns cudaSuccess for the kinds of pools that the emulated device has: the device's pinned memory, and managed
// memory. Sets `number` to that of the location of managed memory.
cudaError_t kind_of_pool(const cudaMemLocation& where, cudaMemAllocationType type, std::size_t& number)
{
    number = static_cast<std::size_t>(where.type);
    if (where.type == cudaMemLocationTypeDevice && where.id != 0) return cudaErrorInvalidDevice;
    switch (type) {
    case cudaMemAllocationTypePinned:
        if (where.type == cudaMemLocationTypeDevice) return cudaSuccess;
        if (where.type == cudaMemLocationTypeNone) return cudaErrorInvalidValue;
        return unsupported("a memory pool of the host");
    case cudaMemAllocationTypeManaged:
        if (number < std::size(default_managed)) return cudaSuccess;
        return unsupported("a pool of managed memory at a NUMA node of the host");
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t take(void** out, std::size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    *out = nullptr;
    std::lock_guard lock(pools_mutex);
    if (!pool) pool = current_pool;
    if (!known(pool)) return record(cudaErrorInvalidValue);
    if (size == 0) return cudaSuccess;
    cudaError_t error = cudaSuccess;
    const bool managed = pool->type == cudaMemAllocationTypeManaged;
    const submission what = submit_or_queue(stream, error);
    if (what == submission::refuse) return record(error);
    context::instance().activate();
    if (what == submission::note) {
        if (managed) return unsupported("an allocation of managed memory in a graph");
        node_content content;
        *out = content_of_allocation(size, content);
        if (!*out) return record(cudaErrorMemoryAllocation);
        static_cast<node_content&>(*note(stream, content.type, {})) = std::move(content);
        return cudaSuccess;
    }
    const auto held = held_record();
    if (!pool->has_room_for(size)) return record(cudaErrorMemoryAllocation);
    *out = device_memory::instance().allocate(size, managed ? allocation_kind::managed : allocation_kind::device);
    if (!*out) return record(cudaErrorMemoryAllocation);
    if (!managed) device_memory::instance().track(*out);
    note_made(resource::memory, handle_of(*out), size);
    pieces[*out] = {pool, size};
    pool->take(size);
    return cudaSuccess;
}

void settle(void* p)
{
    const auto at = pieces.find(p);
    if (at == pieces.end()) return;
    if (at->second.pool) at->second.pool->give_back(at->second.size);
    pieces.erase(at);
}

cudaError_t give_back(void* p)
{
    std::lock_guard lock(pools_mutex);
    forget_bytes(p);
    settle(p);
    settle_graph_memory(p);
    const auto held = held_record();
    if (!device_memory::instance().free(p, false)) {
        tell_bad_free("cudaFreeAsync", p);
        return record(cudaErrorInvalidValue);
    }
    note_freed(resource::memory, handle_of(p));
    return cudaSuccess;
}

} // namespace

void CUmemPoolHandle_st::take(std::uint64_t size)
{
    used += size;
    used_high = std::max(used_high, used);
    reserved_ = std::max(reserved(), whole_pieces(used));
    reserved_high_ = std::max(reserved_high_, reserved_);
}

void CUmemPoolHandle_st::give_back(std::uint64_t size)
{
    used -= size;
    waits_before_free_ = host_waits();
}

void CUmemPoolHandle_st::release(std::uint64_t keep)
{
    reserved_ = std::max(whole_pieces(used), std::min(reserved_, keep / pool_piece * pool_piece));
}

std::uint64_t CUmemPoolHandle_st::reserved()
{
    if (host_waits() > waits_before_free_) release(threshold);
    return reserved_;
}

std::uint64_t CUmemPoolHandle_st::reserved_high() { return std::max(reserved_high_, reserved()); }

void cuda_emulator::settle_pool(void* p)
{
    std::lock_guard lock(pools_mutex);
    settle(p);
}

bool cuda_emulator::is_of_pool(void* p)
{
    std::lock_guard lock(pools_mutex);
    return pieces.count(p) != 0;
}

CUmemPoolHandle_st* cuda_emulator::pool_of(void* p)
{
    std::lock_guard lock(pools_mutex);
    const auto at = pieces.find(p);
    return at != pieces.end() ? at->second.pool : nullptr;
}

extern "C" {

cudaError_t cudaMallocAsync(void** p, std::size_t size, cudaStream_t s) { return take(p, size, nullptr, s); }
cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t size, cudaMemPool_t pool, cudaStream_t s)
{
    return pool ? take(p, size, pool, s) : record(cudaErrorInvalidValue);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t stream)
{
    CUDA_EMULATOR_ENTER();
    if (!p) return cudaSuccess;
    cudaError_t error = cudaSuccess;
    switch (submit_or_queue(stream, error)) {
    case submission::refuse:
        return record(error);
    case submission::queue:
        queue_in(stream, [p] { return give_back(p); });
        return cudaSuccess;
    case submission::note: {
        bool found;
        // The capture stays valid, as on an H200.
        if (!can_release(*stream_of(stream, found)->capture->graph, p)) return record(cudaErrorInvalidValue);
        node_content content;
        content_of_release(p, content);
        static_cast<node_content&>(*note(stream, content.type, {})) = std::move(content);
        return cudaSuccess;
    }
    default:
        return give_back(p);
    }
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* out, int device)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    *out = &default_pool;
    return record(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* out, int device)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    std::lock_guard lock(pools_mutex);
    *out = current_pool;
    return record(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (device != 0) return record(cudaErrorInvalidDevice);
    if (!known(pool) || pool->type != cudaMemAllocationTypePinned) return record(cudaErrorInvalidValue);
    current_pool = pool;
    return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* out, const cudaMemPoolProps* p)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !p) return record(cudaErrorInvalidValue);
    // Bits of shareable handles beside these, and reserved bytes, are errors on an H200.
    constexpr unsigned handles = cudaMemHandleTypePosixFileDescriptor | cudaMemHandleTypeWin32 |
                                 cudaMemHandleTypeWin32Kmt | cudaMemHandleTypeFabric;
    const auto is_set = [](unsigned char byte) { return byte != 0; };
    if (p->handleTypes & ~handles || std::any_of(std::begin(p->reserved), std::end(p->reserved), is_set))
        return record(cudaErrorInvalidValue);
    const bool pinned = p->allocType == cudaMemAllocationTypePinned && p->location.type == cudaMemLocationTypeDevice;
    if (!pinned && p->allocType != cudaMemAllocationTypeManaged) return record(cudaErrorInvalidValue);
    if (p->location.type == cudaMemLocationTypeDevice && p->location.id != 0) return record(cudaErrorInvalidValue);
    std::size_t number = 0;
    if (const cudaError_t e = kind_of_pool(p->location, p->allocType, number)) return record(e);
    std::lock_guard lock(pools_mutex);
    *out = *pools.insert(new CUmemPoolHandle_st(p->allocType, p->location.type)).first;
    (*out)->maximum = p->maxSize;
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (is_default(pool) || !known(pool)) return record(cudaErrorInvalidValue);
    if (current_pool == pool) current_pool = &default_pool;
    for (std::size_t k = 0; k < std::size(current_managed); ++k)
        if (current_managed[k] == pool) current_managed[k] = &default_managed[k];
    for (auto& [p, of] : pieces)
        if (of.pool == pool) of.pool = nullptr;
    pools.erase(pool);
    delete pool;
    return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t keep)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (!known(pool)) return record(cudaErrorInvalidValue);
    pool->release(whole_pieces(keep));
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr a, void* out)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (!known(pool) || !out) return record(cudaErrorInvalidValue);
    const auto number = [&](std::uint64_t v) { *static_cast<std::uint64_t*>(out) = v; };
    switch (a) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        *static_cast<int*>(out) = pool->reuse[a - cudaMemPoolReuseFollowEventDependencies];
        return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
        number(pool->threshold);
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
        number(pool->reserved());
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
        number(pool->reserved_high());
        return cudaSuccess;
    case cudaMemPoolAttrUsedMemCurrent:
        number(pool->used);
        return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
        number(pool->used_high);
        return cudaSuccess;
    default:
        return record(cudaErrorInvalidValue);
    }
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr a, void* value)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (!known(pool) || !value) return record(cudaErrorInvalidValue);
    switch (a) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        pool->reuse[a - cudaMemPoolReuseFollowEventDependencies] = *static_cast<int*>(value);
        return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
        pool->threshold = *static_cast<std::uint64_t*>(value);
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        if (*static_cast<std::uint64_t*>(value) != 0) return record(cudaErrorInvalidValue);
        if (a == cudaMemPoolAttrReservedMemHigh) {
            pool->forget_reserved_high();
        } else {
            pool->used_high = pool->used;
        }
        return cudaSuccess;
    default:
        return record(cudaErrorInvalidValue);
    }
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* out, cudaMemPool_t pool, cudaMemLocation* where)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (!out || !where || !known(pool)) return record(cudaErrorInvalidValue);
    const bool is_device = where->type == cudaMemLocationTypeDevice;
    if (is_device && where->id != 0) return record(cudaErrorInvalidDevice);
    const bool may = is_device ? pool->device_may : where->type == cudaMemLocationTypeHost && pool->host_may;
    *out = may ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
}
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* out, cudaMemLocation* where, cudaMemAllocationType type)
{
    CUDA_EMULATOR_ENTER();
    std::size_t number = 0;
    if (!out || !where) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = kind_of_pool(*where, type, number)) return record(e);
    *out = type == cudaMemAllocationTypePinned ? &default_pool : &default_managed[number];
    return cudaSuccess;
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t* out, cudaMemLocation* where, cudaMemAllocationType type)
{
    CUDA_EMULATOR_ENTER();
    std::size_t number = 0;
    if (!out || !where) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = kind_of_pool(*where, type, number)) return record(e);
    std::lock_guard lock(pools_mutex);
    *out = type == cudaMemAllocationTypePinned ? current_pool : current_managed[number];
    return cudaSuccess;
}
cudaError_t cudaMemSetMemPool(cudaMemLocation* where, cudaMemAllocationType type, cudaMemPool_t pool)
{
    CUDA_EMULATOR_ENTER();
    std::size_t number = 0;
    if (!where) return record(cudaErrorInvalidValue);
    std::lock_guard lock(pools_mutex);
    if (!known(pool) || pool->type != type || pool->location != where->type) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = kind_of_pool(*where, type, number)) return record(e);
    (type == cudaMemAllocationTypePinned ? current_pool : current_managed[number]) = pool;
    return cudaSuccess;
}
// The device can always access its own pools, and other devices do not exist. The host can be given access to managed
// memory only.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(pools_mutex);
    if (!known(pool) || (count && !list)) return record(cudaErrorInvalidValue);
    const auto is_host = [](const cudaMemAccessDesc& d) { return d.location.type == cudaMemLocationTypeHost; };
    for (std::size_t k = 0; k < count; ++k) {
        const bool host = is_host(list[k]) && pool->type == cudaMemAllocationTypeManaged;
        if (!host && list[k].location.type != cudaMemLocationTypeDevice) return record(cudaErrorInvalidValue);
        if (!host && list[k].location.id != 0) return record(cudaErrorInvalidDevice);
        if (list[k].flags != cudaMemAccessFlagsProtReadWrite) return record(cudaErrorInvalidValue);
    }
    for (std::size_t k = 0; k < count; ++k)
        (is_host(list[k]) ? pool->host_may : pool->device_may) = true;
    return cudaSuccess;
}

} // extern "C"
