// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph.h"

#include "machine/conditional.h"
#include "runtime/capture.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

// Copies as many items as fit, and returns the number of items.
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

// Returns the body that the value of a conditional node chooses, or null.
const CUgraph_st* chosen_body(const CUgraphNode_st& n, unsigned value)
{
    const auto& c = std::get<cudaConditionalNodeParams>(n.parameters);
    std::size_t which = value;
    if (c.type == cudaGraphCondTypeIf) which = value ? 0 : 1;
    if (c.type == cudaGraphCondTypeWhile) which = value ? 0 : n.bodies.size();
    return which < n.bodies.size() ? n.bodies[which].get() : nullptr;
}
cudaError_t run_conditional(const CUgraphNode_st& n)
{
    const auto& c = std::get<cudaConditionalNodeParams>(n.parameters);
    do {
        unsigned value = 0;
        if (!get_conditional(c.handle, value)) return cudaErrorInvalidValue;
        const CUgraph_st* body = chosen_body(n, value);
        if (!body) return cudaSuccess;
        if (const cudaError_t e = body->run()) return e;
        if (runs_queue()) question_of_work()(); // the body may wait for memory of the host, and the program may end
        // A fault may prevent the body from changing the value, so the loop would not end.
        if (const cudaError_t broken = context::instance().sticky) return broken;
    } while (c.type == cudaGraphCondTypeWhile);
    return cudaSuccess;
}

} // namespace

CUgraph_st::~CUgraph_st() { release_user_objects(*this); }

CUgraphNode_st* CUgraph_st::add(node_content content, std::vector<CUgraphNode_st*> after)
{
    auto n = std::make_unique<CUgraphNode_st>();
    static_cast<node_content&>(*n) = std::move(content);
    n->after = std::move(after);
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
        CUgraphNode_st* t = copy->add(*n, {});
        // The copies may get different arguments later.
        if (n->launch) {
            t->launch = std::make_shared<kept_launch>(*n->launch);
            for (std::size_t k = 0; k < t->launch->values.size(); ++k)
                t->launch->arguments[k] = t->launch->values[k].data();
            t->work = [l = t->launch] { return l->run(); };
        }
        t->original = n.get();
        t->enabled = n->enabled;
        t->attributes = n->attributes;
        for (const auto& body : n->bodies) {
            t->bodies.push_back(body->clone());
            t->bodies.back()->is_body = true;
            t->body_handles.push_back(t->bodies.back().get());
        }
        twin[n.get()] = t;
    }
    for (const auto& n : nodes)
        for (const CUgraphNode_st* before : n->after)
            twin[n.get()]->after.push_back(twin[before]);
    copy->default_handles = default_handles;
    copy->user_objects = user_objects;
    retain_user_objects(*copy);
    return copy;
}

bool CUgraph_st::sort()
{
    order.clear();
    std::set<const CUgraphNode_st*> done;
    while (done.size() < nodes.size()) {
        const std::size_t before = done.size();
        for (const auto& n : nodes) {
            if (done.count(n.get())) continue;
            if (!std::all_of(n->after.begin(), n->after.end(), [&](const auto* b) { return done.count(b) != 0; }))
                continue;
            for (const auto& body : n->bodies)
                if (!body->sort()) return false;
            order.push_back(n.get());
            done.insert(n.get());
        }
        if (done.size() == before) return false;
    }
    return true;
}

cudaError_t CUgraph_st::run() const
{
    for (const CUgraphNode_st* n : order) {
        if (!n->enabled) continue;
        cudaError_t e = cudaSuccess;
        if (n->type == cudaGraphNodeTypeConditional) {
            e = run_conditional(*n);
        } else if (!n->bodies.empty()) {
            e = n->bodies.front()->run();
        } else if (n->work) {
            e = n->work();
        }
        if (e != cudaSuccess) return e;
    }
    return cudaSuccess;
}

void cuda_emulator::for_each_node(CUgraph_st& g, const std::function<void(CUgraphNode_st&)>& act)
{
    for (const auto& n : g.nodes) {
        act(*n);
        for (const auto& body : n->bodies)
            for_each_node(*body, act);
    }
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
    if (!g || g->is_body) return record(cudaErrorInvalidValue);
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
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* out, cudaGraphNode_t original, cudaGraph_t clone)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !original || !clone) return record(cudaErrorInvalidValue);
    *out = nullptr;
    for_each_node(*clone, [&](CUgraphNode_st& n) {
        if (n.original == original) *out = &n;
    });
    return record(*out ? cudaSuccess : cudaErrorInvalidValue);
}

} // extern "C"
