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

std::ostream& operator<<(std::ostream& out, const dim3& d) { return out << d.x << "," << d.y << "," << d.z; }

const char* name_of(cudaMemcpyKind kind)
{
    switch (kind) {
    case cudaMemcpyHostToHost:
        return "host to host";
    case cudaMemcpyHostToDevice:
        return "host to device";
    case cudaMemcpyDeviceToHost:
        return "device to host";
    case cudaMemcpyDeviceToDevice:
        return "device to device";
    default:
        return "default kind";
    }
}

// Writes the parameters of a node that the flags ask for, each in a line of the label.
void write_parameters(std::ostream& out, const CUgraphNode_st& n, unsigned flags)
{
    const auto wants = [flags](unsigned flag) { return (flags & (flag | cudaGraphDebugDotFlagsVerbose)) != 0; };
    if (n.launch && wants(cudaGraphDebugDotFlagsKernelNodeParams))
        out << "\\ngrid " << n.launch->grid << "\\nblock " << n.launch->block << "\\nshared memory "
            << n.launch->shared;
    const auto* copy = std::get_if<cudaMemcpy3DParms>(&n.parameters);
    if (copy && wants(cudaGraphDebugDotFlagsMemcpyNodeParams)) {
        const cudaExtent& e = copy->extent; // of elements if an array takes part, else of bytes
        out << "\\n" << name_of(copy->kind) << "\\nextent " << e.width << " x " << e.height << " x " << e.depth;
    }
    const auto* fill = std::get_if<cudaMemsetParams>(&n.parameters);
    if (fill && wants(cudaGraphDebugDotFlagsMemsetNodeParams))
        out << "\\nvalue " << fill->value << "\\nelement of " << fill->elementSize << " bytes\\nwidth " << fill->width
            << ", height " << fill->height;
    const auto* choice = std::get_if<cudaConditionalNodeParams>(&n.parameters);
    if (choice && wants(cudaGraphDebugDotFlagsConditionalNodeParams))
        out << "\\n"
            << (choice->type == cudaGraphCondTypeIf      ? "if"
                : choice->type == cudaGraphCondTypeWhile ? "while"
                                                         : "switch")
            << "\\ngraphs " << choice->size;
}

// The numbers are unique across all graphs of the output.
void write(std::ostream& out, const CUgraph_st& g, unsigned flags, int& nodes, int& graphs)
{
    out << "subgraph cluster_" << graphs++ << " {\n";
    std::map<const CUgraphNode_st*, int> numbers;
    for (const auto& n : g.nodes) {
        const int number = numbers[n.get()] = nodes++;
        out << "node_" << number << " [label=\"" << number << "\\n" << name_of(n->type);
        if (n->launch) out << "\\n" << demangled(n->launch->function->name);
        write_parameters(out, *n, flags);
        out << "\"];\n";
    }
    for (const auto& n : g.nodes)
        for (const dependency& before : n->after) {
            out << "node_" << numbers[before.node] << " -> node_" << numbers[n.get()];
            if (before.data.type == cudaGraphDependencyTypeProgrammatic)
                out << " [style=dashed, label=\"programmatic, port " << int{before.data.from_port} << "\"]";
            out << ";\n";
        }
    for (const auto& n : g.nodes)
        for (const auto& body : n->bodies)
            write(out, *body, flags, nodes, graphs);
    out << "}\n";
}

} // namespace

extern "C" {

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t g, const char* path, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!g || !path) return record(cudaErrorInvalidValue);
    std::ofstream out(path);
    int nodes = 0, graphs = 0;
    out << "digraph dot {\n";
    write(out, *g, flags, nodes, graphs);
    out << "}\n";
    return record(out.flush() ? cudaSuccess : cudaErrorOperatingSystem);
}

} // extern "C"
