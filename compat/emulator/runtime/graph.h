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
//! Returns null and sets the error if no GPU would begin the launch.
std::shared_ptr<kept_launch> keep_launch(std::shared_ptr<kernel>, dim3 grid, dim3 block, void** arguments,
                                         std::size_t shared, bool cooperative, dim3 cluster, cudaError_t&);

//! Parameters that a program can query. Copies that name a symbol have none.
using node_parameters =
    std::variant<std::monostate, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams, cudaEvent_t,
                 cudaMemAllocNodeParams, void* /* that is freed */, cudaConditionalNodeParams>;

//! A dependency of a node, or of the next node of a stream.
struct dependency {
    CUgraphNode_st* node = nullptr;
    cudaGraphEdgeData data = {};
};
bool is_plain(const cudaGraphEdgeData&);
bool depends_on(const std::vector<dependency>&, const CUgraphNode_st*);
//! Adds the dependencies. Of two on one node a full one remains.
void join(std::vector<dependency>&, const std::vector<dependency>&);

//! A value that kernels set and that conditional nodes read.
struct conditional_handle {
    std::uint64_t handle = 0;
    bool has_default = false; //!< each launch assigns the default
    unsigned value = 0;       //!< the default
};

//! The work of a node.
struct node_content {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<cudaError_t()> work; //!< empty if the node does no work
    node_parameters parameters;
    std::shared_ptr<kept_launch> launch; //!< kernel nodes only
};

} // namespace cuda_emulator

struct CUgraphNode_st : cuda_emulator::node_content {
    std::vector<cuda_emulator::dependency> after;
    CUgraph_st* owner = nullptr;
    const CUgraphNode_st* original = nullptr; //!< the node that this node is a copy of
    bool enabled = true;
    //! The manual forbids a second instantiation and the removal of such a node.
    bool is_device_updatable() const { return attributes.count(cudaLaunchAttributeDeviceUpdatableKernelNode) != 0; }
    std::vector<std::unique_ptr<CUgraph_st>> bodies; //!< the child graph, or the bodies of a conditional node
    std::vector<cudaGraph_t> body_handles;           //!< handles of `bodies` for the program
    std::map<int, cudaLaunchAttributeValue> attributes;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
    std::vector<CUgraphNode_st*> order; //!< a valid execution order of an instantiated graph
    std::vector<cuda_emulator::conditional_handle> handles;
    std::map<cudaUserObject_t, unsigned> user_objects;
    bool is_body = false;         //!< belongs to a node
    bool is_destroyed = false;    //!< it belonged to a node, and takes no more
    CUgraph_st* parent = nullptr; //!< the graph of a conditional node that this body is of
    //! Each instantiated graph holds a reference to that of its graph.
    std::shared_ptr<const int> instances = std::make_shared<int>(0);

    CUgraph_st() = default;
    ~CUgraph_st();
    CUgraphNode_st* add(cuda_emulator::node_content, std::vector<cuda_emulator::dependency> after);
    bool has(const CUgraphNode_st*) const;
    bool has_type(cudaGraphNodeType) const;
    bool has_updatable() const;
    //! A GPU deletes no node and no edge of a graph with memory nodes.
    bool has_memory() const { return has_type(cudaGraphNodeTypeMemAlloc) || has_type(cudaGraphNodeTypeMemFree); }
    //! A GPU does not clone such a graph, and instantiates it once at a time.
    bool is_single() const { return has_memory() || has_updatable() || has_type(cudaGraphNodeTypeConditional); }
    std::unique_ptr<CUgraph_st> clone() const;
    //! Computes `order` for the graph and its bodies. Returns false if the edges form a cycle.
    bool sort();
    //! Runs the work in `order`.
    cudaError_t run() const;
};

namespace cuda_emulator {

//! Calls act(node) for every node of a graph and of its bodies.
void for_each_node(CUgraph_st&, const std::function<void(CUgraphNode_st&)>&);
//! Checks the dependencies of a node of type `to`. Edges have data, or `data` is null.
cudaError_t dependencies_of(const CUgraph_st&, const cudaGraphNode_t* after, const cudaGraphEdgeData* data,
                            std::size_t count, cudaGraphNodeType to, std::vector<dependency>&);
//! Keeps the attributes of a launch, or of its stream, that a kernel node has.
void keep_attributes(CUgraphNode_st&, const cudaLaunchAttribute*, unsigned count);
//! Empties the graphs of a node that ends. The program may still have their handles, so they are kept.
void retire_bodies(CUgraphNode_st&);
//! Resets conditional handles to their defaults at a launch.
void set_defaults(const CUgraph_st&);
void retain_user_objects(const CUgraph_st&);
void release_user_objects(const CUgraph_st&);

} // namespace cuda_emulator
