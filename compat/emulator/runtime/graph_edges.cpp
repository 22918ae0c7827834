// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes and edges of graphs, and the data of edges. The errors follow an H200 with driver 580.
#include "runtime/graph.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

// Copies as many items as fit, and returns the number of items.
template <class T>
cudaError_t give(const std::vector<T>& items, T* out, std::size_t* count)
{
    if (!count || (out && !*count)) return record(cudaErrorInvalidValue);
    if (out)
        for (std::size_t k = 0; k < *count; ++k)
            out[k] = k < items.size() ? items[k] : T{};
    *count = out ? std::min(*count, items.size()) : items.size();
    return cudaSuccess;
}

// Gives nodes with the data of their edges. Without room for the data, edges that have any are an error.
cudaError_t give(const std::vector<dependency>& edges, cudaGraphNode_t* out, cudaGraphEdgeData* data,
                 std::size_t* count)
{
    std::vector<cudaGraphNode_t> nodes;
    std::vector<cudaGraphEdgeData> all;
    bool is_lossy = false;
    for (const dependency& e : edges) {
        nodes.push_back(e.node);
        all.push_back(e.data);
        is_lossy |= !data && !is_plain(e.data);
    }
    if (data && !out) return record(cudaErrorInvalidValue);
    std::size_t same = count ? *count : 0;
    if (const cudaError_t e = give(nodes, out, count)) return e;
    if (out && is_lossy) return record(cudaErrorLossyQuery);
    return data ? give(all, data, &same) : cudaSuccess;
}

bool has_all(const CUgraph_st* g, const cudaGraphNode_t* nodes, std::size_t count)
{
    for (std::size_t k = 0; k < count; ++k)
        if (!nodes || !g->has(nodes[k])) return false;
    return true;
}

// Only kernels have ports, and only an edge between kernels may be programmatic.
bool is_valid(const cudaGraphEdgeData& d, cudaGraphNodeType from, cudaGraphNodeType to)
{
    const bool is_zeroed =
        std::all_of(std::begin(d.reserved), std::end(d.reserved), [](unsigned char c) { return !c; });
    if (!is_zeroed || d.to_port) return false;
    const bool completes = d.from_port == cudaGraphKernelNodePortLaunchCompletion;
    switch (d.type) {
    case cudaGraphDependencyTypeDefault:
        return !d.from_port || (completes && from == cudaGraphNodeTypeKernel);
    case cudaGraphDependencyTypeProgrammatic:
        return from == cudaGraphNodeTypeKernel && to == cudaGraphNodeTypeKernel &&
               (completes || d.from_port == cudaGraphKernelNodePortProgrammatic);
    default:
        return false;
    }
}

} // namespace

bool is_plain(const cudaGraphEdgeData& d) { return !d.from_port && !d.to_port && !d.type; }

bool depends_on(const std::vector<dependency>& all, const CUgraphNode_st* n)
{
    return std::any_of(all.begin(), all.end(), [n](const dependency& d) { return d.node == n; });
}

void join(std::vector<dependency>& all, const std::vector<dependency>& more)
{
    for (const dependency& d : more) {
        const auto at = std::find_if(all.begin(), all.end(), [&](const dependency& x) { return x.node == d.node; });
        if (at == all.end()) {
            all.push_back(d);
        } else if (std::memcmp(&at->data, &d.data, sizeof d.data) != 0) {
            at->data = {};
        }
    }
}

cudaError_t dependencies_of(const CUgraph_st& g, const cudaGraphNode_t* after, const cudaGraphEdgeData* data,
                            std::size_t count, cudaGraphNodeType to, std::vector<dependency>& out)
{
    if (!has_all(&g, after, count)) return cudaErrorInvalidValue;
    for (std::size_t k = 0; k < count; ++k) {
        const dependency d = {after[k], data ? data[k] : cudaGraphEdgeData{}};
        if (depends_on(out, d.node) || !is_valid(d.data, d.node->type, to)) return cudaErrorInvalidValue;
        out.push_back(d);
    }
    return cudaSuccess;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

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
    std::map<const CUgraphNode_st*, std::vector<dependency>> later;
    for (const auto& n : g->nodes)
        for (const dependency& d : n->after)
            later[d.node].push_back({n.get(), d.data});
    std::vector<cudaGraphNode_t> starts;
    std::vector<dependency> ends;
    for (const auto& n : g->nodes)
        for (const dependency& d : later[n.get()]) {
            starts.push_back(n.get());
            ends.push_back(d);
        }
    std::size_t same = *count;
    if (const cudaError_t e = give(ends, to, data, count)) return e;
    return from ? give(starts, from, &same) : cudaSuccess;
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t n, cudaGraphNode_t* out, cudaGraphEdgeData* data,
                                         std::size_t* count)
{
    return n ? give(n->after, out, data, count) : record(cudaErrorInvalidValue);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t n, cudaGraphNode_t* out, cudaGraphEdgeData* data,
                                           std::size_t* count)
{
    if (!n) return record(cudaErrorInvalidValue);
    std::vector<dependency> later;
    for (const auto& other : n->owner->nodes)
        for (const dependency& d : other->after)
            if (d.node == n) later.push_back({other.get(), d.data});
    return give(later, out, data, count);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* data, std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    if (!g || !has_all(g, from, count) || !has_all(g, to, count)) return record(cudaErrorInvalidValue);
    for (std::size_t k = 0; k < count; ++k) {
        const dependency d = {from[k], data ? data[k] : cudaGraphEdgeData{}};
        auto& after = to[k]->after;
        if (d.node == to[k] || depends_on(after, d.node) || !is_valid(d.data, d.node->type, to[k]->type))
            return record(cudaErrorInvalidValue);
        after.push_back(d);
    }
    return cudaSuccess;
}
// An H200 removes an edge whatever its data are.
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, std::size_t count)
{
    CUDA_EMULATOR_ENTER();
    if (!g || !has_all(g, from, count) || !has_all(g, to, count)) return record(cudaErrorInvalidValue);
    if (count && g->has_memory()) return record(cudaErrorNotSupported);
    for (std::size_t k = 0; k < count; ++k) {
        auto& after = to[k]->after;
        const auto at =
            std::find_if(after.begin(), after.end(), [&](const dependency& d) { return d.node == from[k]; });
        if (at == after.end()) return record(cudaErrorInvalidValue);
        after.erase(at);
    }
    return cudaSuccess;
}

} // extern "C"
