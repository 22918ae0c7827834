// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: nodes that hold work, and their dependencies.
#pragma once

#include "runtime/kernel_launch.h"

#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace cuda_emulator {

//! A kernel launch with its own copy of the arguments.
struct kept_launch {
    std::shared_ptr<kernel> function;
    dim3 grid, block;
    std::size_t shared = 0;
    bool cooperative = false;
    dim3 cluster = dim3(0, 0, 0); //!< the cluster attribute; 0 without one
    std::vector<std::vector<char>> values;
    std::vector<void*> arguments;

    cudaError_t run() { return launch_kernel(*function, grid, block, arguments.data(), shared, cooperative, cluster); }
};
//! Returns null and sets the error if the launch is invalid.
std::shared_ptr<kept_launch> keep_launch(std::shared_ptr<kernel>, dim3 grid, dim3 block, void** arguments,
                                         std::size_t shared, bool cooperative, dim3 cluster, cudaError_t&);

//! Parameters that a program can query. Copies that name a symbol have none.
using node_parameters =
    std::variant<std::monostate, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams, cudaEvent_t,
                 cudaMemAllocNodeParams, void* /* that is freed */, cudaConditionalNodeParams>;

//! The work of a node.
struct node_content {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<cudaError_t()> work; //!< empty if the node does no work
    node_parameters parameters;
    std::shared_ptr<kept_launch> launch; //!< kernel nodes only
};

} // namespace cuda_emulator

struct CUgraphNode_st : cuda_emulator::node_content {
    std::vector<CUgraphNode_st*> after;
    CUgraph_st* owner = nullptr;
    const CUgraphNode_st* original = nullptr; //!< the node that this node is a copy of
    bool enabled = true;
    std::vector<std::unique_ptr<CUgraph_st>> bodies; //!< the child graph, or the bodies of a conditional node
    std::vector<cudaGraph_t> body_handles;           //!< handles of `bodies` for the program
    std::map<int, cudaLaunchAttributeValue> attributes;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
    std::vector<CUgraphNode_st*> order;         //!< a valid execution order of an instantiated graph
    std::vector<std::uint64_t> default_handles; //!< conditional handles that each launch resets to their default
    std::map<cudaUserObject_t, unsigned> user_objects;
    bool is_body = false; //!< belongs to a node

    CUgraph_st() = default;
    ~CUgraph_st();
    CUgraphNode_st* add(cuda_emulator::node_content, std::vector<CUgraphNode_st*> after);
    bool has(const CUgraphNode_st*) const;
    std::unique_ptr<CUgraph_st> clone() const;
    //! Computes `order` for the graph and its bodies. Returns false if the edges form a cycle.
    bool sort();
    //! Runs the work in `order`.
    cudaError_t run() const;
};

namespace cuda_emulator {

//! Calls act(node) for every node of a graph and of its bodies.
void for_each_node(CUgraph_st&, const std::function<void(CUgraphNode_st&)>&);
//! Resets conditional handles to their defaults at a launch.
void set_defaults(const CUgraph_st&);
void retain_user_objects(const CUgraph_st&);
void release_user_objects(const CUgraph_st&);

} // namespace cuda_emulator
