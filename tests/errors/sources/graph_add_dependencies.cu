// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cudaGraphAddDependencies`, `cudaGraphGetEdges` and their like take edge data after the nodes; a null pointer says: none.
// note: from-cuda-n.md
void order(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to) { cudaGraphAddDependencies(graph, from, to, 1); }
