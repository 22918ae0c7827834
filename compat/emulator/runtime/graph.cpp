// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph.h"

#include "machine/conditional.h"
#include "runtime/capture.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

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

CUgraphNode_st* CUgraph_st::add(node_content content, std::vector<dependency> after)
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

bool CUgraph_st::has_type(cudaGraphNodeType type) const
{
    return std::any_of(nodes.begin(), nodes.end(), [&](const auto& have) { return have->type == type; });
}

bool CUgraph_st::has_updatable() const
{
    return std::any_of(nodes.begin(), nodes.end(), [](const auto& have) { return have->is_device_updatable(); });
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
            if (n->type == cudaGraphNodeTypeConditional) t->bodies.back()->parent = copy.get();
            t->body_handles.push_back(t->bodies.back().get());
        }
        twin[n.get()] = t;
    }
    for (const auto& n : nodes)
        for (const dependency& before : n->after)
            twin[n.get()]->after.push_back({twin[before.node], before.data});
    copy->handles = handles;
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
            if (!std::all_of(n->after.begin(), n->after.end(), [&](const auto& d) { return done.count(d.node) != 0; }))
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

void cuda_emulator::retire_bodies(CUgraphNode_st& n)
{
    static std::mutex retired_mutex;
    static auto& retired = *new std::vector<std::unique_ptr<CUgraph_st>>; // programs call from static destructors, too
    for (auto& body : n.bodies) {
        for (const auto& inner : body->nodes)
            retire_bodies(*inner);
        body->nodes.clear();
        body->handles.clear();
        release_user_objects(*body);
        body->user_objects.clear();
        body->is_destroyed = true;
        body->parent = nullptr;
        std::lock_guard lock(retired_mutex);
        retired.push_back(std::move(body));
    }
    n.bodies.clear();
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
    for (const auto& n : g->nodes)
        retire_bodies(*n);
    delete g;
    return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* out, cudaGraph_t g)
{
    CUDA_EMULATOR_ENTER();
    if (!out || !g) return record(cudaErrorInvalidValue);
    if (g->is_single()) return record(cudaErrorNotSupported);
    *out = g->clone().release();
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t n)
{
    CUDA_EMULATOR_ENTER();
    if (!n) return record(cudaErrorInvalidValue);
    if (n->owner->has_memory() || n->is_device_updatable()) return record(cudaErrorNotSupported);
    auto& all = n->owner->nodes;
    const auto is_on_it = [n](const dependency& d) { return d.node == n; };
    for (auto& other : all)
        other->after.erase(std::remove_if(other->after.begin(), other->after.end(), is_on_it), other->after.end());
    retire_bodies(*n);
    all.erase(std::find_if(all.begin(), all.end(), [&](const auto& have) { return have.get() == n; }));
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t n, cudaGraphNodeType* type)
{
    if (!n || !type) return record(cudaErrorInvalidValue);
    *type = n->type;
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
