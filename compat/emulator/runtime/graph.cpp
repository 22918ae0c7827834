// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph.h"

#include "memory/device_memory.h"
#include "runtime/capture.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

std::mutex executables_mutex;
std::set<const CUgraphExec_st*> executables;

// Copies as many of the items as there is room for, and says how many there are.
template <class T>
cudaError_t give(const std::vector<T>& items, T* out, std::size_t* count)
{
    if (!count) return record(cudaErrorInvalidValue);
    if (out)
        for (std::size_t k = 0; k < *count; ++k)
            out[k] = k < items.size() ? items[k] : T{};
    *count = out ? std::min(*count, items.size()) : items.size();
    return cudaSuccess;
}

bool good_dependencies(const CUgraph_st* g, const cudaGraphNode_t* after, std::size_t count)
{
    for (std::size_t k = 0; k < count; ++k)
        if (!after || !g->has(after[k])) return false;
    return true;
}

// Adds a node, if graph, place and dependencies are good.
cudaError_t add(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                cudaGraphNodeType type, std::function<cudaError_t()> work)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g || !good_dependencies(g, after, count)) return record(cudaErrorInvalidValue);
    *out = g->add(type, std::vector<CUgraphNode_st*>(after, after + count), std::move(work));
    return cudaSuccess;
}

} // namespace

CUgraphNode_st* CUgraph_st::add(cudaGraphNodeType type, std::vector<CUgraphNode_st*> after,
                                std::function<cudaError_t()> work)
{
    auto n = std::make_unique<CUgraphNode_st>();
    n->type = type;
    n->after = std::move(after);
    n->work = std::move(work);
    n->owner = this;
    nodes.push_back(std::move(n));
    return nodes.back().get();
}

bool CUgraph_st::has(const CUgraphNode_st* n) const
{
    return std::any_of(nodes.begin(), nodes.end(), [&](const auto& have) { return have.get() == n; });
}

std::unique_ptr<CUgraph_st> CUgraph_st::clone() const
{
    auto copy = std::make_unique<CUgraph_st>();
    std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> twin;
    for (const auto& n : nodes) {
        CUgraphNode_st* t = copy->add(n->type, {}, n->work);
        t->launch = n->launch;
        if (n->child) t->child = n->child->clone();
        twin[n.get()] = t;
    }
    for (const auto& n : nodes)
        for (const CUgraphNode_st* before : n->after)
            twin[n.get()]->after.push_back(twin[before]);
    return copy;
}

bool CUgraph_st::in_order(std::vector<std::function<cudaError_t()>>& work) const
{
    std::set<const CUgraphNode_st*> done;
    while (done.size() < nodes.size()) {
        const std::size_t before = done.size();
        for (const auto& n : nodes) {
            if (done.count(n.get())) continue;
            if (!std::all_of(n->after.begin(), n->after.end(), [&](const auto* b) { return done.count(b) != 0; }))
                continue;
            if (n->child && !n->child->in_order(work)) return false;
            if (n->work) work.push_back(n->work);
            done.insert(n.get());
        }
        if (done.size() == before) return false;
    }
    return true;
}

std::shared_ptr<kept_launch> cuda_emulator::keep_launch(kernel* k, dim3 grid, dim3 block, void** arguments,
                                                        std::size_t shared, bool cooperative, cudaError_t& error)
{
    error = !k ? cudaErrorInvalidDeviceFunction : cudaSuccess;
    if (error != cudaSuccess) return nullptr;
    const program* code = k->decoded();
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    if (!code) error = cudaErrorInvalidPtx;
    if (code && (threads == 0 || threads > 1024 || !grid.x || !grid.y || !grid.z)) error = cudaErrorInvalidValue;
    if (error == cudaSuccess && cooperative && !fits_at_once(*code, grid, block, shared))
        error = cudaErrorCooperativeLaunchTooLarge;
    if (error != cudaSuccess) return nullptr;
    auto kept = std::make_shared<kept_launch>();
    kept->function = k;
    kept->grid = grid;
    kept->block = block;
    kept->shared = shared;
    kept->cooperative = cooperative;
    for (std::size_t n = 0; n < code->parameters.size(); ++n) {
        if (!arguments || !arguments[n]) {
            error = cudaErrorInvalidValue;
            return nullptr;
        }
        const char* value = static_cast<const char*>(arguments[n]);
        kept->values.emplace_back(value, value + code->parameters[n].size);
    }
    for (auto& v : kept->values)
        kept->arguments.push_back(v.data());
    return kept;
}

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* out, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out || flags) return record(cudaErrorInvalidValue);
    *out = new CUgraph_st;
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
    CUDA_EMULATOR_ENTER();
    if (!g) return record(cudaErrorInvalidValue);
    delete g;
    return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* out, cudaGraph_t g)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g) return record(cudaErrorInvalidValue);
    *out = g->clone().release();
    return cudaSuccess;
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count)
{
    return add(out, g, after, count, cudaGraphNodeTypeEmpty, {});
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* p)
{
    CUDA_EMULATOR_ENTER();
    if (!p) return record(cudaErrorInvalidValue);
    cudaError_t error;
    auto kept = keep_launch(context::instance().find_kernel(p->func), p->gridDim, p->blockDim, p->kernelParams,
                            p->sharedMemBytes, false, error);
    if (!kept) return record(error);
    if (const cudaError_t e = add(out, g, after, count, cudaGraphNodeTypeKernel, [kept] { return kept->run(); }))
        return e;
    (*out)->launch = std::move(kept);
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t n, cudaKernelNodeParams* p)
{
    CUDA_EMULATOR_ENTER();
    if (!n || !p || !n->launch) return record(cudaErrorInvalidValue);
    *p = {};
    p->func = const_cast<void*>(n->launch->function->host);
    p->gridDim = n->launch->grid;
    p->blockDim = n->launch->block;
    p->sharedMemBytes = static_cast<unsigned>(n->launch->shared);
    p->kernelParams = n->launch->arguments.data();
    return cudaSuccess;
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* p)
{
    if (!p || !p->fn) return record(cudaErrorInvalidValue);
    return add(out, g, after, count, cudaGraphNodeTypeHost, [f = p->fn, data = p->userData] {
        f(data);
        return cudaSuccess;
    });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* p)
{
    if (!p) return record(cudaErrorInvalidValue);
    return add(out, g, after, count, cudaGraphNodeTypeMemcpy, [copy = *p] { return cudaMemcpy3D(&copy); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind)
{
    return add(out, g, after, count, cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpy(to, from, bytes, kind); });
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                           std::size_t count, const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind)
{
    return add(out, g, after, count, cudaGraphNodeTypeMemcpy,
               [=] { return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind); });
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                             std::size_t count, void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind)
{
    return add(out, g, after, count, cudaGraphNodeTypeMemcpy,
               [=] { return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind); });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* p)
{
    if (!p || !p->dst || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
        return record(cudaErrorInvalidValue);
    return add(out, g, after, count, cudaGraphNodeTypeMemset, [m = *p] {
        for (std::size_t y = 0; y < std::max<std::size_t>(m.height, 1); ++y) {
            char* row = static_cast<char*>(m.dst) + y * m.pitch;
            // The first element checks the address; a run of elements is then filled as one.
            if (const cudaError_t e = cudaMemset(row, 0, m.width * m.elementSize)) return e;
            for (std::size_t x = 0; x < m.width; ++x)
                std::memcpy(row + x * m.elementSize, &m.value, m.elementSize);
        }
        return cudaSuccess;
    });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after,
                                       std::size_t count, cudaGraph_t child)
{
    if (!child) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = add(out, g, after, count, cudaGraphNodeTypeGraph, {})) return e;
    (*out)->child = child->clone();
    return cudaSuccess;
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t n, cudaGraph_t* out)
{
    if (!n || !out || !n->child) return record(cudaErrorInvalidValue);
    *out = n->child.get();
    return cudaSuccess;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t n)
{
    CUDA_EMULATOR_ENTER();
    if (!n) return record(cudaErrorInvalidValue);
    auto& all = n->owner->nodes;
    for (auto& other : all)
        other->after.erase(std::remove(other->after.begin(), other->after.end(), n), other->after.end());
    all.erase(std::find_if(all.begin(), all.end(), [&](const auto& have) { return have.get() == n; }));
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t n, cudaGraphNodeType* type)
{
    if (!n || !type) return record(cudaErrorInvalidValue);
    *type = n->type;
    return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t* out, std::size_t* count)
{
    if (!g) return record(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> all;
    for (const auto& n : g->nodes)
        all.push_back(n.get());
    return give(all, out, count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t* out, std::size_t* count)
{
    if (!g) return record(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> roots;
    for (const auto& n : g->nodes)
        if (n->after.empty()) roots.push_back(n.get());
    return give(roots, out, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* data,
                              std::size_t* count)
{
    if (!g || !count || !from != !to) return record(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> starts, ends;
    for (const auto& before : g->nodes)
        for (const auto& n : g->nodes)
            if (std::count(n->after.begin(), n->after.end(), before.get())) {
                starts.push_back(before.get());
                ends.push_back(n.get());
            }
    if (data) std::memset(data, 0, *count * sizeof *data);
    std::size_t same = *count;
    give(starts, from, &same);
    return give(ends, to, count);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t n, cudaGraphNode_t* out, cudaGraphEdgeData*,
                                         std::size_t* count)
{
    return n ? give(n->after, out, count) : record(cudaErrorInvalidValue);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t n, cudaGraphNode_t* out, cudaGraphEdgeData*,
                                           std::size_t* count)
{
    if (!n) return record(cudaErrorInvalidValue);
    std::vector<cudaGraphNode_t> later;
    for (const auto& other : n->owner->nodes)
        if (std::count(other->after.begin(), other->after.end(), n)) later.push_back(other.get());
    return give(later, out, count);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    if (!g || !good_dependencies(g, from, count) || !good_dependencies(g, to, count))
        return record(cudaErrorInvalidValue);
    for (std::size_t k = 0; k < count; ++k) {
        auto& after = to[k]->after;
        if (from[k] == to[k] || std::count(after.begin(), after.end(), from[k])) return record(cudaErrorInvalidValue);
        after.push_back(from[k]);
    }
    return cudaSuccess;
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    if (!g || !good_dependencies(g, from, count) || !good_dependencies(g, to, count))
        return record(cudaErrorInvalidValue);
    for (std::size_t k = 0; k < count; ++k) {
        auto& after = to[k]->after;
        const auto at = std::find(after.begin(), after.end(), from[k]);
        if (at == after.end()) return record(cudaErrorInvalidValue);
        after.erase(at);
    }
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g) return record(cudaErrorInvalidValue);
    *out = nullptr;
    auto x = std::make_unique<CUgraphExec_st>();
    if (!g->in_order(x->work)) return record(cudaErrorInvalidValue);
    std::lock_guard lock(executables_mutex);
    executables.insert(x.get());
    *out = x.release();
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* out, cudaGraph_t g, unsigned long long flags)
{
    return cudaGraphInstantiate(out, g, flags);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t x, cudaStream_t)
{
    return checked(x ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t x, cudaStream_t stream)
{
    CUDA_EMULATOR_ENTER();
    {
        std::lock_guard lock(executables_mutex);
        if (!x || !executables.count(x)) return record(cudaErrorInvalidValue);
    }
    return in_stream(stream, cudaGraphNodeTypeGraph, [all = x->work] {
        for (const auto& work : all)
            if (const cudaError_t e = work()) return e;
        return cudaSuccess;
    });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t x)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(executables_mutex);
    if (!x || !executables.erase(x)) return record(cudaErrorInvalidValue);
    delete x;
    return cudaSuccess;
}

} // extern "C"
