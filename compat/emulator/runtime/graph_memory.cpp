// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph_memory.h"

#include "memory/device_memory.h"
#include "runtime/graph_node.h"
#include "runtime/memory_pool.h"

#include <algorithm>
#include <set>

using namespace cuda_emulator;

namespace {

// Current and peak bytes of graph allocations.
struct account {
    std::mutex mutex;
    std::map<void*, std::size_t> live;
    std::set<void*> addresses; //!< of all allocation nodes and their copies
    std::uint64_t used = 0, highest = 0;

    void take(void* p, std::size_t bytes)
    {
        std::lock_guard lock(mutex);
        live[p] = bytes;
        used += bytes;
        highest = std::max(highest, used);
    }
};
account& graphs()
{
    static auto* a = new account; // never destroyed, like the device's memory
    return *a;
}

// The address of an allocation node and of its copies.
class node_address {
public:
    explicit node_address(void* p)
        : p_(p)
    {
        std::lock_guard lock(graphs().mutex);
        graphs().addresses.insert(p_);
    }
    ~node_address()
    {
        std::lock_guard lock(graphs().mutex);
        graphs().addresses.erase(p_);
    }
    node_address(const node_address&) = delete;
    node_address& operator=(const node_address&) = delete;

private:
    void* p_;
};

} // namespace

void* cuda_emulator::content_of_allocation(std::size_t bytes, node_content& c)
{
    void* p = device_memory::instance().reserve(bytes);
    if (!p) return nullptr;
    device_memory::instance().track(p);
    const auto address = std::make_shared<const node_address>(p);
    cudaMemAllocNodeParams parameters = {};
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
    parameters.bytesize = bytes;
    parameters.dptr = p;
    c.type = cudaGraphNodeTypeMemAlloc;
    c.parameters = parameters;
    c.work = [p, bytes, address] {
        if (!device_memory::instance().revive(p)) return cudaErrorMemoryAllocation;
        graphs().take(p, bytes);
        return cudaSuccess;
    };
    return p;
}

bool cuda_emulator::can_release(const CUgraph_st& g, void* p)
{
    for (const auto& n : g.nodes)
        if (n->type == cudaGraphNodeTypeMemFree && std::get<void*>(n->parameters) == p) return false;
    std::lock_guard lock(graphs().mutex);
    return graphs().addresses.count(p) != 0;
}

void cuda_emulator::content_of_release(void* p, node_content& c)
{
    c.type = cudaGraphNodeTypeMemFree;
    c.parameters = p;
    c.work = [p] { return cudaFree(p); };
}

void cuda_emulator::settle_graph_memory(void* p)
{
    std::lock_guard lock(graphs().mutex);
    const auto at = graphs().live.find(p);
    if (at == graphs().live.end()) return;
    graphs().used -= at->second;
    graphs().live.erase(at);
}

cudaError_t cuda_emulator::prepare_memory(CUgraph_st& g, bool free_it)
{
    cudaError_t e = cudaSuccess;
    for_each_node(g, [&](CUgraphNode_st& n) {
        if (n.type != cudaGraphNodeTypeMemAlloc) return;
        void* p = std::get<cudaMemAllocNodeParams>(n.parameters).dptr;
        if (!device_memory::instance().is_live(p)) return;
        if (free_it) {
            cudaFree(p);
        } else {
            e = cudaErrorInvalidValue;
        }
    });
    return e;
}

extern "C" {

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                     std::size_t count, cudaMemAllocNodeParams* p)
{
    CUDA_EMULATOR_ENTER();
    if (!p || !p->bytesize || p->poolProps.allocType != cudaMemAllocationTypePinned ||
        p->poolProps.location.type != cudaMemLocationTypeDevice || p->poolProps.location.id != 0)
        return record(cudaErrorInvalidValue);
    if (p->poolProps.handleTypes != cudaMemHandleTypeNone) return record(cudaErrorInvalidValue);
    node_content content;
    void* address = content_of_allocation(p->bytesize, content);
    if (!address) return record(cudaErrorMemoryAllocation);
    if (const cudaError_t e = add_node(out, g, after, count, std::move(content))) return e;
    p->dptr = address;
    return cudaSuccess;
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t n, cudaMemAllocNodeParams* out)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !out || n->type != cudaGraphNodeTypeMemAlloc) return record(cudaErrorInvalidValue);
    *out = std::get<cudaMemAllocNodeParams>(n->parameters);
    return cudaSuccess;
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                    std::size_t count, void* p)
{
    CUDA_EMULATOR_ENTER();
    if (!p || !g || !can_release(*g, p)) return record(cudaErrorInvalidValue);
    node_content content;
    content_of_release(p, content);
    return add_node(out, g, after, count, std::move(content));
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t n, void* out)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !out || n->type != cudaGraphNodeTypeMemFree) return record(cudaErrorInvalidValue);
    *static_cast<void**>(out) = std::get<void*>(n->parameters);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* out)
{
    CUDA_EMULATOR_ENTER();
    if (device != 0) return record(cudaErrorInvalidDevice);
    if (!out || attribute > cudaGraphMemAttrReservedMemHigh) return record(cudaErrorInvalidValue);
    // Freed memory is not reserved, so reserved and used bytes are equal.
    const bool current = attribute == cudaGraphMemAttrUsedMemCurrent || attribute == cudaGraphMemAttrReservedMemCurrent;
    std::lock_guard lock(graphs().mutex);
    *static_cast<std::uint64_t*>(out) = current ? graphs().used : graphs().highest;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value)
{
    CUDA_EMULATOR_ENTER();
    if (device != 0) return record(cudaErrorInvalidDevice);
    if (!value || *static_cast<std::uint64_t*>(value) != 0 ||
        (attribute != cudaGraphMemAttrUsedMemHigh && attribute != cudaGraphMemAttrReservedMemHigh))
        return record(cudaErrorInvalidValue);
    std::lock_guard lock(graphs().mutex);
    graphs().highest = graphs().used;
    return cudaSuccess;
}
cudaError_t cudaDeviceGraphMemTrim(int device) { return checked(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }

} // extern "C"
