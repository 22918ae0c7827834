// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual memory management: cuMemAddressReserve, cuMemCreate, cuMemMap and related calls. An anonymous file holds the
// memory, so that several addresses can map it.
#include "driver/virtual_memory.h"

#include "driver/call.h"
#include "memory/device_memory.h"
#include "runtime/stream_order.h"
#include "runtime/unsupported.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace cuda_emulator;

namespace {

constexpr std::size_t granularity = std::size_t{2} << 20;

struct physical_memory {
    int file = -1;
    std::size_t size = 0;
    CUmemAllocationProp properties = {};
    unsigned references = 1; //!< number of handles; a mapping also keeps the memory alive
    bool fresh = true;       //!< true until the first mapping

    physical_memory(int f, std::size_t bytes, const CUmemAllocationProp& p)
        : file(f)
        , size(bytes)
        , properties(p)
    {
    }
    ~physical_memory()
    {
        close(file);
        device_memory::instance().refund(size);
    }
    physical_memory(const physical_memory&) = delete;
    physical_memory& operator=(const physical_memory&) = delete;
};
struct mapping {
    std::size_t size = 0;
    std::shared_ptr<physical_memory> memory;
    CUmemGenericAllocationHandle handle = 0;
    unsigned access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
};
struct reservation {
    std::size_t size = 0;
    std::map<CUdeviceptr, mapping> mappings;
};

std::mutex ranges_mutex;
auto& reservations = *new std::map<CUdeviceptr, reservation>;
auto& handles = *new std::map<CUmemGenericAllocationHandle, std::shared_ptr<physical_memory>>;

bool is_whole(std::size_t n) { return n != 0 && n % granularity == 0; }

// Finds the reservation that holds the range, and returns the reservation's start in `base`.
reservation* find(CUdeviceptr p, std::size_t size, CUdeviceptr& base)
{
    auto at = reservations.upper_bound(p);
    if (at == reservations.begin()) return nullptr;
    --at;
    base = at->first;
    return p - base <= at->second.size && size <= at->second.size - (p - base) ? &at->second : nullptr;
}

// Publishes the accessible ranges to the allocation table. Adjacent mappings become one range.
void publish(CUdeviceptr base, const reservation& r)
{
    std::vector<accessible_piece> runs;
    for (const auto& [at, m] : r.mappings) {
        if (m.access == CU_MEM_ACCESS_FLAGS_PROT_NONE) continue;
        const bool read_only = m.access == CU_MEM_ACCESS_FLAGS_PROT_READ;
        if (!runs.empty() && runs.back().address + runs.back().size == at && runs.back().read_only == read_only) {
            runs.back().size += m.size;
        } else {
            runs.push_back({at, m.size, read_only});
        }
    }
    device_memory::instance().set_range(base, r.size, runs);
}

// Definedness is tracked by address. Memory that has, or had, a second address therefore counts as fully written at
// every address.
void note_mapping(CUdeviceptr p, std::size_t size, physical_memory& memory)
{
    auto& known = device_memory::instance();
    known.mapped(p, size, memory.fresh);
    if (!memory.fresh)
        for (const auto& [base, r] : reservations)
            for (const auto& [at, m] : r.mappings)
                if (m.memory.get() == &memory) known.mapped(at, m.size, false);
    memory.fresh = false;
}

// Returns the mappings in the range, which may have holes as on an H200. Gives false if the range cuts a mapping.
bool whole_mappings(reservation& r, CUdeviceptr p, std::size_t size, std::vector<CUdeviceptr>& all)
{
    auto m = r.mappings.lower_bound(p);
    if (m != r.mappings.begin() && std::prev(m)->first + std::prev(m)->second.size > p) return false;
    for (; m != r.mappings.end() && m->first < p + size; ++m) {
        if (m->first + m->second.size > p + size) return false;
        all.push_back(m->first);
    }
    return true;
}

// Returns the mapping that holds the address, or null.
const std::pair<const CUdeviceptr, mapping>* mapping_at(const reservation& r, CUdeviceptr p)
{
    auto m = r.mappings.upper_bound(p);
    return m == r.mappings.begin() || (--m)->first + m->second.size <= p ? nullptr : &*m;
}

CUmemGenericAllocationHandle add_handle(std::shared_ptr<physical_memory> memory)
{
    static CUmemGenericAllocationHandle next = 1;
    handles[next] = std::move(memory);
    return next++;
}

bool is_of(int file, const struct stat& other)
{
    struct stat own;
    return fstat(file, &own) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

// The errors are those of an H200, which has memory of the host, too.
CUresult check_properties(const CUmemAllocationProp* p)
{
    if (!p || p->type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
    switch (p->location.type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
        return p->location.id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
        return static_cast<CUresult>(cuda_emulator_unsupported_driver("cuMemCreate of memory of the host"));
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

// Memory of the device may be accessed by the device alone, as on an H200.
CUresult check_access(const CUmemAccessDesc& d)
{
    const bool known = d.flags == CU_MEM_ACCESS_FLAGS_PROT_NONE || d.flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
                       d.flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (!known) return CUDA_ERROR_INVALID_VALUE;
    if (d.location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
    return d.location.id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

bool cuda_emulator::find_mapping(CUdeviceptr p, found_mapping& out)
{
    std::lock_guard lock(ranges_mutex);
    const reservation* const r = find(p, 1, out.range);
    const auto* const m = r ? mapping_at(*r, p) : nullptr;
    if (!m) return false;
    out = {out.range, r->size, m->first, m->second.size, m->second.access};
    return true;
}

extern "C" {

CUresult cuMemGetAllocationGranularity(std::size_t* out, const CUmemAllocationProp* p,
                                       CUmemAllocationGranularity_flags option)
{
    if (!out || option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = check_properties(p)) return e;
    *out = granularity;
    return CUDA_SUCCESS;
}
CUresult cuMemAddressReserve(CUdeviceptr* out, std::size_t size, std::size_t alignment, CUdeviceptr wish,
                             unsigned long long flags)
{
    if (!out || flags || !is_whole(size) || (alignment & (alignment - 1))) return CUDA_ERROR_INVALID_VALUE;
    const auto p = device_memory::instance().reserve_range(size, std::max(alignment, granularity), wish);
    if (!p) return CUDA_ERROR_OUT_OF_MEMORY;
    std::lock_guard lock(ranges_mutex);
    reservations[p].size = size;
    *out = p;
    return CUDA_SUCCESS;
}
CUresult cuMemAddressFree(CUdeviceptr p, std::size_t size)
{
    std::lock_guard lock(ranges_mutex);
    const auto at = reservations.find(p);
    if (at == reservations.end() || at->second.size != size || !at->second.mappings.empty())
        return CUDA_ERROR_INVALID_VALUE;
    reservations.erase(at);
    device_memory::instance().release_range(p, size);
    return CUDA_SUCCESS;
}
CUresult cuMemCreate(CUmemGenericAllocationHandle* out, std::size_t size, const CUmemAllocationProp* p,
                     unsigned long long flags)
{
    if (!out || flags || !is_whole(size)) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = check_properties(p)) return e;
    if (p->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return static_cast<CUresult>(
            cuda_emulator_unsupported_driver("cuMemCreate of memory to be shared by another handle than a file"));
    if (!device_memory::instance().charge(size)) return CUDA_ERROR_OUT_OF_MEMORY;
    const int file = memfd_create("cuda_emulator", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) {
        if (file >= 0) close(file);
        device_memory::instance().refund(size);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    std::lock_guard lock(ranges_mutex);
    *out = add_handle(std::make_shared<physical_memory>(file, size, *p));
    return CUDA_SUCCESS;
}
// The handle is a file descriptor, which the program sends to another process, or keeps.
CUresult cuMemExportToShareableHandle(void* out, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                                      unsigned long long flags)
{
    std::lock_guard lock(ranges_mutex);
    const auto at = handles.find(handle);
    if (!out || flags || at == handles.end() || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
        !(at->second->properties.requestedHandleTypes & type))
        return CUDA_ERROR_INVALID_VALUE;
    const int file = fcntl(at->second->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
    at->second->fresh = false; // another process may write to it
    std::memcpy(out, &file, sizeof file);
    return CUDA_SUCCESS;
}
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* out, void* shared, CUmemAllocationHandleType type)
{
    const int file = static_cast<int>(reinterpret_cast<std::intptr_t>(shared));
    struct stat status;
    if (!out || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || fstat(file, &status) != 0 ||
        !is_whole(static_cast<std::size_t>(status.st_size)))
        return CUDA_ERROR_INVALID_VALUE;
    std::lock_guard lock(ranges_mutex);
    for (const auto& [handle, memory] : handles)
        if (is_of(memory->file, status)) {
            ++memory->references;
            *out = handle;
            return CUDA_SUCCESS;
        }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (!device_memory::instance().charge(size)) return CUDA_ERROR_OUT_OF_MEMORY;
    CUmemAllocationProp p = {};
    p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    p.requestedHandleTypes = type;
    const auto memory = std::make_shared<physical_memory>(fcntl(file, F_DUPFD_CLOEXEC, 0), size, p);
    if (memory->file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
    memory->fresh = false;
    *out = add_handle(memory);
    return CUDA_SUCCESS;
}
CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    std::lock_guard lock(ranges_mutex);
    const auto at = handles.find(handle);
    if (at == handles.end()) return CUDA_ERROR_INVALID_VALUE;
    if (--at->second->references == 0) handles.erase(at);
    return CUDA_SUCCESS;
}
CUresult cuMemMap(CUdeviceptr p, std::size_t size, std::size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    std::lock_guard lock(ranges_mutex);
    CUdeviceptr base = 0;
    reservation* r = find(p, size, base);
    const auto memory = handles.find(handle);
    if (!r || memory == handles.end() || flags || !is_whole(size) || p % granularity) return CUDA_ERROR_INVALID_VALUE;
    // An H200 maps a part of the memory for sparse arrays only.
    if (offset || size != memory->second->size) return CUDA_ERROR_NOT_SUPPORTED;
    const auto after = r->mappings.lower_bound(p);
    if (after != r->mappings.end() && after->first < p + size) return CUDA_ERROR_INVALID_VALUE;
    if (after != r->mappings.begin() && std::prev(after)->first + std::prev(after)->second.size > p)
        return CUDA_ERROR_INVALID_VALUE;
    void* const at = reinterpret_cast<void*>(p);
    if (mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory->second->file, 0) != at)
        return CUDA_ERROR_MAP_FAILED;
    note_mapping(p, size, *memory->second);
    r->mappings[p] = {size, memory->second, handle, CU_MEM_ACCESS_FLAGS_PROT_NONE};
    return CUDA_SUCCESS;
}
CUresult cuMemUnmap(CUdeviceptr p, std::size_t size)
{
    std::lock_guard lock(ranges_mutex);
    CUdeviceptr base = 0;
    reservation* r = find(p, size, base);
    std::vector<CUdeviceptr> all;
    if (!r || !size || !whole_mappings(*r, p, size, all)) return CUDA_ERROR_INVALID_VALUE;
    host_waits_for_all();
    for (const CUdeviceptr at : all)
        r->mappings.erase(at);
    publish(base, *r);
    mmap(reinterpret_cast<void*>(p), size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    return CUDA_SUCCESS;
}
CUresult cuMemSetAccess(CUdeviceptr p, std::size_t size, const CUmemAccessDesc* list, std::size_t count)
{
    std::lock_guard lock(ranges_mutex);
    CUdeviceptr base = 0;
    reservation* r = find(p, size, base);
    std::vector<CUdeviceptr> all;
    if (!r || !size || !list || !count || !whole_mappings(*r, p, size, all) || all.empty())
        return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t k = 0; k < count; ++k)
        if (const CUresult e = check_access(list[k])) return e;
    for (const CUdeviceptr at : all)
        r->mappings[at].access = list[count - 1].flags;
    publish(base, *r);
    return CUDA_SUCCESS;
}
CUresult cuMemGetAccess(unsigned long long* out, const CUmemLocation* where, CUdeviceptr p)
{
    std::lock_guard lock(ranges_mutex);
    if (!out || !where || where->type != CU_MEM_LOCATION_TYPE_DEVICE || where->id != 0) return CUDA_ERROR_INVALID_VALUE;
    CUdeviceptr base = 0;
    const reservation* const r = find(p, 1, base);
    const auto* const m = r ? mapping_at(*r, p) : nullptr;
    allocation a;
    bool inside = false;
    if (!m && (r || !device_memory::instance().find(p, a, inside) || !inside || !a.live))
        return CUDA_ERROR_INVALID_VALUE;
    // An H200 gives 0 for memory of cuMemAlloc, too (driver 580).
    *out = m ? m->second.access : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
}
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* out, CUmemGenericAllocationHandle handle)
{
    std::lock_guard lock(ranges_mutex);
    const auto at = handles.find(handle);
    if (!out || at == handles.end()) return CUDA_ERROR_INVALID_VALUE;
    *out = at->second->properties;
    return CUDA_SUCCESS;
}
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* out, void* address)
{
    std::lock_guard lock(ranges_mutex);
    CUdeviceptr base = 0;
    const auto p = reinterpret_cast<CUdeviceptr>(address);
    const reservation* r = find(p, 1, base);
    const auto* const m = r ? mapping_at(*r, p) : nullptr;
    if (!out || !m) return CUDA_ERROR_INVALID_VALUE;
    *out = m->second.handle;
    // This call makes a released handle valid again.
    if (!handles.count(*out)) {
        m->second.memory->references = 0;
        handles[*out] = m->second.memory;
    }
    ++m->second.memory->references;
    return CUDA_SUCCESS;
}

} // extern "C"
