// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: nodes that hold work, and what must be done before each.
#pragma once

#include "runtime/context.h"

#include <functional>
#include <memory>
#include <vector>

namespace cuda_emulator {

//! A kernel launch with its own copy of the arguments.
struct kept_launch {
    kernel* function = nullptr;
    dim3 grid, block;
    std::size_t shared = 0;
    bool cooperative = false;
    std::vector<std::vector<char>> values;
    std::vector<void*> arguments;

    cudaError_t run() { return launch_kernel(*function, grid, block, arguments.data(), shared, cooperative); }
};
//! Null, with the error, when the launch could not be.
std::shared_ptr<kept_launch> keep_launch(kernel*, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                         bool cooperative, cudaError_t&);

} // namespace cuda_emulator

struct CUgraphNode_st {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<cudaError_t()> work; //!< empty: nothing to do
    std::vector<CUgraphNode_st*> after;
    CUgraph_st* owner = nullptr;
    std::shared_ptr<cuda_emulator::kept_launch> launch; //!< of a kernel node
    std::unique_ptr<CUgraph_st> child;                  //!< of a node that is a graph
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

    CUgraphNode_st* add(cudaGraphNodeType, std::vector<CUgraphNode_st*> after, std::function<cudaError_t()> work);
    bool has(const CUgraphNode_st*) const;
    std::unique_ptr<CUgraph_st> clone() const;
    //! The work of all nodes, in an order that their edges allow; false when they go in circles.
    bool in_order(std::vector<std::function<cudaError_t()>>& work) const;
};

struct CUgraphExec_st {
    std::vector<std::function<cudaError_t()>> work;
};
