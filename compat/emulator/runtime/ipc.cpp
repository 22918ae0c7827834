// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of another process: cudaIpcGetMemHandle and related calls. The pages of an exported allocation move to an
// anonymous file of the exporting process. Another process maps that file by its name in /proc. So a handle is valid as
// long as the exporting process lives, as on a GPU, and for processes of the same user.
#include "memory/device_memory.h"
#include "memory/page.h"
#include "runtime/context.h"
#include "runtime/memory_pool.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>

using namespace cuda_emulator;

namespace {

constexpr std::uint64_t memory_mark = 0x6d656d5f63706975;

// What the bytes of a handle mean.
struct exported_memory {
    std::uint64_t mark = memory_mark;
    std::int64_t process = 0, file = 0;
    std::uint64_t address = 0, size = 0; //!< in the exporting process, whose addresses are the offsets of the file

    std::uintptr_t low() const { return address / page_bytes() * page_bytes(); }
    std::size_t span() const { return (address - low() + size + page_bytes() - 1) / page_bytes() * page_bytes(); }
    bool operator<(const exported_memory& o) const
    {
        return std::tie(process, file, address) < std::tie(o.process, o.file, o.address);
    }
};
static_assert(sizeof(exported_memory) <= sizeof(cudaIpcMemHandle_t));

struct opened_memory {
    std::uintptr_t low = 0;
    unsigned count = 0; //!< of cudaIpcOpenMemHandle
};

// Never destroyed: programs free memory in destructors of their own statics.
auto& mutex = *new std::mutex;
auto& shared_pages = *new std::map<std::uintptr_t, std::uintptr_t>; // first and last + 1, of pages in the file
auto& opened = *new std::map<exported_memory, opened_memory>;
int own_file = -1;

bool write_all(std::uintptr_t from, std::uintptr_t to)
{
    while (from < to) {
        const ssize_t n = pwrite(own_file, reinterpret_cast<void*>(from), to - from, static_cast<off_t>(from));
        if (n <= 0) return false;
        from += static_cast<std::uintptr_t>(n);
    }
    return true;
}

// Moves these pages to the file. A neighbour may have moved some of them already.
bool share(std::uintptr_t from, std::uintptr_t to)
{
    if (own_file < 0) own_file = memfd_create("cuda_emulator", MFD_CLOEXEC);
    if (own_file < 0) return false;
    while (from < to) {
        auto next = shared_pages.upper_bound(from);
        if (next != shared_pages.begin() && std::prev(next)->second > from) {
            from = std::prev(next)->second;
            continue;
        }
        const std::uintptr_t end = next == shared_pages.end() ? to : std::min(to, next->first);
        void* const at = reinterpret_cast<void*>(from);
        if (!write_all(from, end) || mmap(at, end - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, own_file,
                                          static_cast<off_t>(from)) != at)
            return false;
        shared_pages[from] = end;
        from = end;
    }
    return true;
}

// Gives 0 if the exporting process is gone, or another user's.
std::uintptr_t map(const exported_memory& m)
{
    const std::string name = "/proc/" + std::to_string(m.process) + "/fd/" + std::to_string(m.file);
    const int file = open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return 0;
    device_memory& memory = device_memory::instance();
    const std::uintptr_t low = memory.reserve_range(m.span(), page_bytes());
    void* const at = reinterpret_cast<void*>(low);
    const bool is_mapped = low && mmap(at, m.span(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                                       static_cast<off_t>(m.low())) == at;
    close(file);
    if (low && !is_mapped) memory.release_range(low, m.span());
    if (!is_mapped) return 0;
    memory.mapped(low, m.span(), false);
    memory.set_range(low, m.span(), {{low + (m.address - m.low()), m.size}});
    return low;
}

} // namespace

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* p)
{
    CUDA_EMULATOR_ENTER();
    context::instance().activate();
    allocation a;
    bool is_inside = false;
    const bool is_found = handle && device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, is_inside);
    if (!is_found || !is_inside || !a.live || a.registered || a.kind != allocation_kind::device)
        return record(cudaErrorInvalidValue);
    // The driver has handles of another kind for memory of pools. An H200 gives this error.
    if (is_of_pool(reinterpret_cast<void*>(a.address))) return record(cudaErrorInvalidValue);
    std::lock_guard lock(mutex);
    exported_memory m;
    m.address = a.address;
    m.size = a.size;
    if (!share(m.low(), m.low() + m.span())) return record(cudaErrorMemoryAllocation);
    m.process = getpid();
    m.file = own_file;
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &m, sizeof m);
    return cudaSuccess;
}

cudaError_t cudaIpcOpenMemHandle(void** p, cudaIpcMemHandle_t handle, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    context::instance().activate();
    exported_memory m;
    std::memcpy(static_cast<void*>(&m), &handle, sizeof m);
    if (!p || flags != cudaIpcMemLazyEnablePeerAccess || m.mark != memory_mark) return record(cudaErrorInvalidValue);
    if (m.process == getpid()) return record(cudaErrorDeviceUninitialized);
    std::lock_guard lock(mutex);
    opened_memory& o = opened[m];
    if (!o.count) o.low = map(m);
    if (!o.low) {
        opened.erase(m);
        return record(cudaErrorMapBufferObjectFailed);
    }
    ++o.count;
    *p = reinterpret_cast<void*>(o.low + (m.address - m.low()));
    return cudaSuccess;
}

cudaError_t cudaIpcCloseMemHandle(void* p)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(mutex);
    const auto at = std::find_if(opened.begin(), opened.end(), [&](const auto& one) {
        return one.second.low + (one.first.address - one.first.low()) == reinterpret_cast<std::uintptr_t>(p);
    });
    if (at == opened.end()) return record(cudaErrorInvalidValue);
    if (--at->second.count) return cudaSuccess;
    const std::size_t span = at->first.span();
    device_memory::instance().set_range(at->second.low, span, {});
    mmap(reinterpret_cast<void*>(at->second.low), span, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    device_memory::instance().release_range(at->second.low, span);
    opened.erase(at);
    return cudaSuccess;
}

} // extern "C"
