// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: `cudaGraphAddDependencies`, `cudaGraphGetEdges` and their like take edge data after the nodes; a null pointer says: none.
// note: from-cuda-n.md
void count(cudaGraph_t graph, size_t* edges) { cudaGraphGetEdges(graph, nullptr, nullptr, edges); }
