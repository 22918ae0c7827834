// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of instantiated graphs from other graphs.
#pragma once

#include "runtime/graph.h"

#include <unordered_map>
#include <utility>

namespace cuda_emulator {

//! Takes the work of another graph over. The manual of cudaGraphExecUpdate says how nodes are paired: from the exit
//! nodes, the newest first, and on along the edges in their order.
class graph_update {
public:
    //! `keeps_priorities`: cudaGraphInstantiateFlagUseNodePriority.
    explicit graph_update(bool keeps_priorities)
        : keeps_priorities_(keeps_priorities)
    {
    }
    //! Changes nothing and returns false if a GPU would refuse the update. `fresh` must own its arguments.
    bool take(CUgraph_st& to, const CUgraph_st& fresh);

    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    const CUgraphNode_st *node = nullptr, *from = nullptr; //!< nodes of `fresh`

private:
    using node_pair = std::pair<CUgraphNode_st*, const CUgraphNode_st*>;

    bool fail(cudaGraphExecUpdateResult, const CUgraphNode_st* node, const CUgraphNode_st* from = nullptr);
    bool prepare(CUgraph_st& to, const CUgraph_st& fresh);
    bool pair_nodes(CUgraph_st& to, const CUgraph_st& fresh);
    bool pair_with(CUgraphNode_st* old, const CUgraphNode_st* now, std::vector<node_pair>& open);
    bool check(CUgraphNode_st& old, const CUgraphNode_st& now);

    bool keeps_priorities_;
    std::unordered_map<const CUgraphNode_st*, const CUgraphNode_st*> now_of_;
    std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> old_of_;
    std::vector<const CUgraphNode_st*> paired_; //!< the nodes of one graph, in the order of their pairing
    std::vector<std::pair<CUgraph_st*, const CUgraph_st*>> graphs_;
};

} // namespace cuda_emulator
