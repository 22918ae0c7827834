// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph_update.h"

#include "runtime/graph_node.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace cuda_emulator {

namespace {

// Nodes that no other node waits for, the newest first.
std::vector<CUgraphNode_st*> exits_of(const CUgraph_st& g)
{
    std::unordered_set<const CUgraphNode_st*> awaited;
    for (const auto& n : g.nodes)
        for (const dependency& d : n->after)
            awaited.insert(d.node);
    std::vector<CUgraphNode_st*> exits;
    for (auto n = g.nodes.rbegin(); n != g.nodes.rend(); ++n)
        if (!awaited.count(n->get())) exits.push_back(n->get());
    return exits;
}

int priority_of(const CUgraphNode_st& n)
{
    const auto at = n.attributes.find(cudaLaunchAttributePriority);
    return at == n.attributes.end() ? 0 : at->second.priority;
}

bool is_same_condition(const cudaConditionalNodeParams& a, const cudaConditionalNodeParams& b)
{
    return a.type == b.type && a.size == b.size;
}

// An H200 takes the memory of another graph over, if it has the same size. No probe asked for another size.
bool is_same_memory_node(const CUgraphNode_st& a, const CUgraphNode_st& b)
{
    if (a.type == cudaGraphNodeTypeMemFree) return true;
    return std::get<cudaMemAllocNodeParams>(a.parameters).bytesize ==
           std::get<cudaMemAllocNodeParams>(b.parameters).bytesize;
}

} // namespace

bool graph_update::fail(cudaGraphExecUpdateResult r, const CUgraphNode_st* n, const CUgraphNode_st* before)
{
    result = r;
    node = n;
    from = before;
    return false;
}

bool graph_update::pair_with(CUgraphNode_st* old, const CUgraphNode_st* now, std::vector<node_pair>& open)
{
    const auto [a, is_new] = old_of_.try_emplace(now, old);
    const auto [b, is_new_too] = now_of_.try_emplace(old, now);
    if (is_new) open.push_back({old, now});
    if (is_new) paired_.push_back(now);
    return a->second == old && b->second == now;
}

bool graph_update::pair_nodes(CUgraph_st& to, const CUgraph_st& fresh)
{
    if (to.nodes.size() != fresh.nodes.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, nullptr);
    const auto old_exits = exits_of(to), exits = exits_of(fresh);
    if (exits.size() > old_exits.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, exits[old_exits.size()]);
    std::vector<node_pair> open;
    for (std::size_t k = 0; k < exits.size(); ++k) {
        if (!pair_with(old_exits[k], exits[k], open)) return fail(cudaGraphExecUpdateErrorTopologyChanged, exits[k]);
        while (!open.empty()) {
            const auto [old, now] = open.back();
            open.pop_back();
            if (old->after.size() != now->after.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, now);
            for (std::size_t n = 0; n < now->after.size(); ++n) {
                const dependency &theirs = old->after[n], &ours = now->after[n];
                if (std::memcmp(&theirs.data, &ours.data, sizeof ours.data) != 0 ||
                    !pair_with(theirs.node, ours.node, open))
                    return fail(cudaGraphExecUpdateErrorTopologyChanged, now, ours.node);
            }
        }
    }
    for (const auto& n : fresh.nodes) // a cycle has no exit
        if (!old_of_.count(n.get())) return fail(cudaGraphExecUpdateErrorTopologyChanged, n.get());
    return true;
}

bool graph_update::check(CUgraphNode_st& old, const CUgraphNode_st& now)
{
    if (old.type != now.type) return fail(cudaGraphExecUpdateErrorNodeTypeChanged, &now);
    const bool is_memory = old.type == cudaGraphNodeTypeMemAlloc || old.type == cudaGraphNodeTypeMemFree;
    if (is_memory && !is_same_memory_node(old, now)) return fail(cudaGraphExecUpdateErrorNotSupported, &now);
    if (old.launch && (old.launch->cooperative != now.launch->cooperative ||
                       (keeps_priorities_ && priority_of(old) != priority_of(now))))
        return fail(cudaGraphExecUpdateErrorAttributesChanged, &now);
    const bool is_condition = old.type == cudaGraphNodeTypeConditional;
    if (is_condition && !is_same_condition(std::get<cudaConditionalNodeParams>(old.parameters),
                                           std::get<cudaConditionalNodeParams>(now.parameters)))
        return fail(cudaGraphExecUpdateErrorParametersChanged, &now);
    if (old.bodies.size() != now.bodies.size() || !is_updatable(old, now))
        return fail(cudaGraphExecUpdateErrorParametersChanged, &now);
    for (std::size_t b = 0; b < old.bodies.size(); ++b)
        if (!prepare(*old.bodies[b], *now.bodies[b])) return false;
    return true;
}

bool graph_update::prepare(CUgraph_st& to, const CUgraph_st& fresh)
{
    paired_.clear();
    if (!pair_nodes(to, fresh)) return false;
    // An H200 names the first wrong node along the pairing, and not the oldest one. check() pairs the nodes of bodies.
    for (const CUgraphNode_st* now : std::vector(paired_))
        if (!check(*old_of_[now], *now)) return false;
    graphs_.push_back({&to, &fresh});
    return true;
}

bool graph_update::take(CUgraph_st& to, const CUgraph_st& fresh)
{
    if (!prepare(to, fresh)) return false;
    for (const auto& [now, old] : old_of_) {
        static_cast<node_content&>(*old) = *now;
        old->attributes = now->attributes;
    }
    for (const auto& [old, now] : graphs_)
        old->handles = now->handles;
    return true;
}

} // namespace cuda_emulator
