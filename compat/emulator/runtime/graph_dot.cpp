// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a graph in the language of Graphviz dot.
#include "machine/kernel_name.h"
#include "runtime/graph.h"

#include <cstdio>
#include <fstream>

using namespace cuda_emulator;

namespace {

const char* name_of(cudaGraphNodeType type)
{
    switch (type) {
    case cudaGraphNodeTypeKernel:
        return "kernel";
    case cudaGraphNodeTypeMemcpy:
        return "memcpy";
    case cudaGraphNodeTypeMemset:
        return "memset";
    case cudaGraphNodeTypeHost:
        return "host";
    case cudaGraphNodeTypeGraph:
        return "graph";
    case cudaGraphNodeTypeWaitEvent:
        return "event wait";
    case cudaGraphNodeTypeEventRecord:
        return "event record";
    case cudaGraphNodeTypeMemAlloc:
        return "memory allocation";
    case cudaGraphNodeTypeMemFree:
        return "memory free";
    case cudaGraphNodeTypeConditional:
        return "conditional";
    default:
        return "empty";
    }
}

// The numbers are unique across all graphs of the output.
void write(std::ostream& out, const CUgraph_st& g, int& nodes, int& graphs)
{
    out << "subgraph cluster_" << graphs++ << " {\n";
    std::map<const CUgraphNode_st*, int> numbers;
    for (const auto& n : g.nodes) {
        const int number = numbers[n.get()] = nodes++;
        out << "node_" << number << " [label=\"" << number << "\\n" << name_of(n->type);
        if (n->launch) out << "\\n" << demangled(n->launch->function->name);
        out << "\"];\n";
    }
    for (const auto& n : g.nodes)
        for (const dependency& before : n->after)
            out << "node_" << numbers[before.node] << " -> node_" << numbers[n.get()] << ";\n";
    for (const auto& n : g.nodes)
        for (const auto& body : n->bodies)
            write(out, *body, nodes, graphs);
    out << "}\n";
}

} // namespace

extern "C" {

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t g, const char* path, unsigned)
{
    CUDA_EMULATOR_ENTER();
    if (!g || !path) return record(cudaErrorInvalidValue);
    std::ofstream out(path);
    int nodes = 0, graphs = 0;
    out << "digraph dot {\n";
    write(out, *g, nodes, graphs);
    out << "}\n";
    return record(out.flush() ? cudaSuccess : cudaErrorOperatingSystem);
}

} // extern "C"
