/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Functions of graphs, stream capture and batched copies with their parameters until CUDA 12.9: without edge data, and
//! with the index of the failed copy.
//!
//! CUDA 13.0 gave the plain names the parameter lists of the `_v2` names (versioned_names.h has the names with
//! suffixes). With this header both lists compile. In C++ they are overloads. In C the number of arguments selects the
//! function. C also gets the lists of cudaGraphInstantiate and cudaGraphExecUpdate of CUDA 11; the toolkit still has
//! them in C++.
//!
//! An edge without data is a full dependency, as before. If an edge of the graph has data, the old queries fail with
//! cudaErrorLossyQuery. Apart from that, each function returns the errors of the toolkit's function of the same name.
//!
//! This header does not change cudaGraphKernelNodeCopyAttributes. CUDA 13.0 exchanged the names of its two parameters
//! in the header, but not the behaviour: the function writes to the first node.
//!
//! Now: the functions of the same name, with edge data or a null pointer.
#ifndef CUDA_LEGACY_GRAPH_CALLS_H
    #define CUDA_LEGACY_GRAPH_CALLS_H

    #include <stddef.h>

    #include <cuda_runtime_api.h>

    #include "detail/argument_count.h"
    #include "detail/language.h"

    #if CUDART_VERSION >= 13000

        // In C++ the old forms are overloads. In C they are functions of other names.
        #ifdef __cplusplus
            #define CUDA_LEGACY_DETAIL_OLD(name) name
            #define CUDA_LEGACY_DETAIL_DEFAULT(value) = value
        #else
            #define CUDA_LEGACY_DETAIL_OLD(name) cuda_legacy_old_##name
            #define CUDA_LEGACY_DETAIL_DEFAULT(value)
        #endif

//! Adds edges to a graph.
//!
//! \param graph the graph
//! \param from the nodes at the starts of the edges, `count` of them
//! \param to the nodes at the ends of the edges, `count` of them
//! \param count the number of edges
//! \return the errors of the toolkit's cudaGraphAddDependencies
//!
//! Now: cudaGraphAddDependencies with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphAddDependencies)(cudaGraph_t graph,
                                                                                       const cudaGraphNode_t* from,
                                                                                       const cudaGraphNode_t* to,
                                                                                       size_t count)
{
    return cudaGraphAddDependencies(graph, from, to, NULL, count);
}

//! Removes edges from a graph.
//!
//! \param graph the graph
//! \param from the nodes at the starts of the edges, `count` of them
//! \param to the nodes at the ends of the edges, `count` of them
//! \param count the number of edges
//! \return the errors of the toolkit's cudaGraphRemoveDependencies
//!
//! Now: cudaGraphRemoveDependencies with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphRemoveDependencies)(cudaGraph_t graph,
                                                                                          const cudaGraphNode_t* from,
                                                                                          const cudaGraphNode_t* to,
                                                                                          size_t count)
{
    return cudaGraphRemoveDependencies(graph, from, to, NULL, count);
}

//! Gives the edges of a graph.
//!
//! \param graph the graph
//! \param from receives the nodes at the starts of the edges; null to ask for the number only
//! \param to receives the nodes at the ends of the edges; null to ask for the number only
//! \param count the capacity of both lists; receives the number of edges
//! \return cudaErrorLossyQuery if an edge has data; otherwise the errors of the toolkit's cudaGraphGetEdges
//!
//! Now: cudaGraphGetEdges with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphGetEdges)(cudaGraph_t graph,
                                                                                cudaGraphNode_t* from,
                                                                                cudaGraphNode_t* to, size_t* count)
{
    return cudaGraphGetEdges(graph, from, to, NULL, count);
}

//! Gives the nodes on which a node depends.
//!
//! \param node the node
//! \param nodes receives the nodes; null to ask for the number only
//! \param count the capacity of the list; receives the number of nodes
//! \return cudaErrorLossyQuery if an edge has data; otherwise the errors of the toolkit's cudaGraphNodeGetDependencies
//!
//! Now: cudaGraphNodeGetDependencies with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphNodeGetDependencies)(cudaGraphNode_t node,
                                                                                           cudaGraphNode_t* nodes,
                                                                                           size_t* count)
{
    return cudaGraphNodeGetDependencies(node, nodes, NULL, count);
}

//! Gives the nodes that depend on a node.
//!
//! \param node the node
//! \param nodes receives the nodes; null to ask for the number only
//! \param count the capacity of the list; receives the number of nodes
//! \return cudaErrorLossyQuery if an edge has data; otherwise the errors of the toolkit's
//!         cudaGraphNodeGetDependentNodes
//!
//! Now: cudaGraphNodeGetDependentNodes with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphNodeGetDependentNodes)(cudaGraphNode_t node,
                                                                                             cudaGraphNode_t* nodes,
                                                                                             size_t* count)
{
    return cudaGraphNodeGetDependentNodes(node, nodes, NULL, count);
}

//! Adds a node of any type to a graph.
//!
//! \param node receives the new node
//! \param graph the graph
//! \param after the nodes on which the new node depends
//! \param count the number of these nodes
//! \param params the type and the parameters of the new node
//! \return the errors of the toolkit's cudaGraphAddNode
//!
//! Now: cudaGraphAddNode with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphAddNode)(cudaGraphNode_t* node, cudaGraph_t graph,
                                                                               const cudaGraphNode_t* __after,
                                                                               size_t count,
                                                                               struct cudaGraphNodeParams* params)
{
    return cudaGraphAddNode(node, graph, __after, NULL, count, params);
}

//! Gives the state of a capture, with the parameters of cudaStreamGetCaptureInfo_v2.
//!
//! \param stream the stream
//! \param status receives the state of the capture
//! \param id receives the number of the capture; may be null
//! \param graph receives the graph of the capture; may be null
//! \param nodes receives the nodes on which the next node of the stream depends; may be null
//! \param count receives the number of these nodes; may be null
//! \return cudaErrorLossyQuery if an edge has data; otherwise the errors of the toolkit's cudaStreamGetCaptureInfo
//!
//! Now: cudaStreamGetCaptureInfo with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaStreamGetCaptureInfo)(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
    const cudaGraphNode_t** nodes, size_t* count)
{
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, NULL, count);
}

//! Sets or extends the nodes on which the next node of a capturing stream depends.
//!
//! \param stream the stream
//! \param nodes the nodes
//! \param count the number of nodes
//! \param flags cudaStreamAddCaptureDependencies (0) or cudaStreamSetCaptureDependencies
//! \return the errors of the toolkit's cudaStreamUpdateCaptureDependencies
//!
//! Now: cudaStreamUpdateCaptureDependencies with edge data.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaStreamUpdateCaptureDependencies)(
    cudaStream_t stream, cudaGraphNode_t* nodes, size_t count, unsigned int flags CUDA_LEGACY_DETAIL_DEFAULT(0))
{
    return cudaStreamUpdateCaptureDependencies(stream, nodes, NULL, count, flags);
}

    #ifdef __cplusplus
// A literal 0 as the number of nodes could also be the null pointer of the new form. Each type of a literal therefore
// has an overload.
        #define CUDA_LEGACY_DETAIL_UPDATE_CAPTURE(type)                                                                \
            static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, \
                                                                          type count, unsigned int flags = 0)          \
            {                                                                                                          \
                return cudaStreamUpdateCaptureDependencies(stream, nodes, NULL, (size_t)count, flags);                 \
            }
CUDA_LEGACY_DETAIL_UPDATE_CAPTURE(int)
CUDA_LEGACY_DETAIL_UPDATE_CAPTURE(unsigned int)
CUDA_LEGACY_DETAIL_UPDATE_CAPTURE(long)
        #undef CUDA_LEGACY_DETAIL_UPDATE_CAPTURE
    #endif
    #ifdef CUDA_LEGACY_DETAIL_CXX11
// A null pointer after the nodes fits both forms. Both have the same effect.
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                                   unsigned long long* __id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** nodes, decltype(nullptr))
{
    return cudaStreamGetCaptureInfo(stream, status, __id, graph, nodes, NULL, NULL);
}
    #endif

//! Makes several copies in one call.
//!
//! \param dsts the addresses to write, `count` of them
//! \param srcs the addresses to read, `count` of them
//! \param sizes the sizes of the copies in bytes, `count` of them
//! \param count the number of copies
//! \param attrs the attributes
//! \param attrs_of for each attribute, the index of the first copy with this attribute
//! \param attrs_count the number of attributes
//! \param failed receives SIZE_MAX after an error; may be null
//! \param stream the stream
//! \return the errors of the toolkit's cudaMemcpyBatchAsync
//!
//! Difference: CUDA 13 does not report the index of the failed copy. `failed` receives SIZE_MAX after any error. The
//! original wrote SIZE_MAX only for an error of no single copy.
//! Now: cudaMemcpyBatchAsync without `failed`.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaMemcpyBatchAsync)(
    void** dsts, void** srcs, size_t* sizes, size_t count, struct cudaMemcpyAttributes* attrs, size_t* __attrs_of,
    size_t __attrs_count, size_t* __failed, cudaStream_t stream)
{
    const cudaError_t error = cudaMemcpyBatchAsync((void* const*)dsts, (const void* const*)srcs, sizes, count, attrs,
                                                   __attrs_of, __attrs_count, stream);
    if (error != cudaSuccess && __failed) *__failed = (size_t)-1;
    return error;
}

//! Makes several copies of arrays and pitched memory in one call.
//!
//! \param count the number of copies
//! \param copies the copies, `count` of them
//! \param failed receives SIZE_MAX after an error; may be null
//! \param flags 0
//! \param stream the stream
//! \return the errors of the toolkit's cudaMemcpy3DBatchAsync
//!
//! Difference: `failed` receives SIZE_MAX after any error, as for cudaMemcpyBatchAsync.
//! Now: cudaMemcpy3DBatchAsync without `failed`.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaMemcpy3DBatchAsync)(
    size_t count, struct cudaMemcpy3DBatchOp* __copies, size_t* __failed, unsigned long long flags, cudaStream_t stream)
{
    const cudaError_t error = cudaMemcpy3DBatchAsync(count, __copies, flags, stream);
    if (error != cudaSuccess && __failed) *__failed = (size_t)-1;
    return error;
}

        #ifndef __cplusplus

// With a per-thread default stream the toolkit has macros of these names.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_new_cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
    const cudaGraphNode_t** nodes, const cudaGraphEdgeData** __edges, size_t* count)
{
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, __edges, count);
}
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_first_cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                                                 enum cudaStreamCaptureStatus* status,
                                                                                 unsigned long long* id)
{
    return cudaStreamGetCaptureInfo(stream, status, id, NULL, NULL, NULL, NULL);
}
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_new_cudaStreamUpdateCaptureDependencies(
    cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData* __edges, size_t count, unsigned int flags)
{
    return cudaStreamUpdateCaptureDependencies(stream, nodes, __edges, count, flags);
}
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_new_cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs,
                                                                           const size_t* sizes, size_t count,
                                                                           struct cudaMemcpyAttributes* attrs,
                                                                           size_t* __attrs_of, size_t __attrs_count,
                                                                           cudaStream_t stream)
{
    return cudaMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, __attrs_of, __attrs_count, stream);
}
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_new_cudaMemcpy3DBatchAsync(size_t count,
                                                                             struct cudaMemcpy3DBatchOp* __copies,
                                                                             unsigned long long flags,
                                                                             cudaStream_t stream)
{
    return cudaMemcpy3DBatchAsync(count, __copies, flags, stream);
}
            #undef cudaStreamGetCaptureInfo
            #undef cudaStreamUpdateCaptureDependencies
            #undef cudaMemcpyBatchAsync
            #undef cudaMemcpy3DBatchAsync

            // The number of arguments selects the function. The preprocessor does not expand a macro's own name within
            // its replacement: there the name is the function.
            #define CUDA_LEGACY_DETAIL_ADD_DEPENDENCIES_4 cuda_legacy_old_cudaGraphAddDependencies
            #define CUDA_LEGACY_DETAIL_ADD_DEPENDENCIES_5 cudaGraphAddDependencies
            #define CUDA_LEGACY_DETAIL_REMOVE_DEPENDENCIES_4 cuda_legacy_old_cudaGraphRemoveDependencies
            #define CUDA_LEGACY_DETAIL_REMOVE_DEPENDENCIES_5 cudaGraphRemoveDependencies
            #define CUDA_LEGACY_DETAIL_EDGES_4 cuda_legacy_old_cudaGraphGetEdges
            #define CUDA_LEGACY_DETAIL_EDGES_5 cudaGraphGetEdges
            #define CUDA_LEGACY_DETAIL_DEPENDENCIES_3 cuda_legacy_old_cudaGraphNodeGetDependencies
            #define CUDA_LEGACY_DETAIL_DEPENDENCIES_4 cudaGraphNodeGetDependencies
            #define CUDA_LEGACY_DETAIL_DEPENDENT_NODES_3 cuda_legacy_old_cudaGraphNodeGetDependentNodes
            #define CUDA_LEGACY_DETAIL_DEPENDENT_NODES_4 cudaGraphNodeGetDependentNodes
            #define CUDA_LEGACY_DETAIL_ADD_NODE_5 cuda_legacy_old_cudaGraphAddNode
            #define CUDA_LEGACY_DETAIL_ADD_NODE_6 cudaGraphAddNode
            #define CUDA_LEGACY_DETAIL_CAPTURE_INFO_3 cuda_legacy_first_cudaStreamGetCaptureInfo
            #define CUDA_LEGACY_DETAIL_CAPTURE_INFO_6 cuda_legacy_old_cudaStreamGetCaptureInfo
            #define CUDA_LEGACY_DETAIL_CAPTURE_INFO_7 cuda_legacy_new_cudaStreamGetCaptureInfo
            #define CUDA_LEGACY_DETAIL_UPDATE_CAPTURE_4 cuda_legacy_old_cudaStreamUpdateCaptureDependencies
            #define CUDA_LEGACY_DETAIL_UPDATE_CAPTURE_5 cuda_legacy_new_cudaStreamUpdateCaptureDependencies
            #define CUDA_LEGACY_DETAIL_BATCH_8 cuda_legacy_new_cudaMemcpyBatchAsync
            #define CUDA_LEGACY_DETAIL_BATCH_9 cuda_legacy_old_cudaMemcpyBatchAsync
            #define CUDA_LEGACY_DETAIL_BATCH_3D_4 cuda_legacy_new_cudaMemcpy3DBatchAsync
            #define CUDA_LEGACY_DETAIL_BATCH_3D_5 cuda_legacy_old_cudaMemcpy3DBatchAsync
            #define cudaGraphAddDependencies(...)                                                                      \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_ADD_DEPENDENCIES_, __VA_ARGS__)
            #define cudaGraphRemoveDependencies(...)                                                                   \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_REMOVE_DEPENDENCIES_, __VA_ARGS__)
            #define cudaGraphGetEdges(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_EDGES_, __VA_ARGS__)
            #define cudaGraphNodeGetDependencies(...)                                                                  \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_DEPENDENCIES_, __VA_ARGS__)
            #define cudaGraphNodeGetDependentNodes(...)                                                                \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_DEPENDENT_NODES_, __VA_ARGS__)
            #define cudaGraphAddNode(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_ADD_NODE_, __VA_ARGS__)
            #define cudaStreamGetCaptureInfo(...)                                                                      \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CAPTURE_INFO_, __VA_ARGS__)
            #define cudaStreamUpdateCaptureDependencies(...)                                                           \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_UPDATE_CAPTURE_, __VA_ARGS__)
            #define cudaMemcpyBatchAsync(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_BATCH_, __VA_ARGS__)
            #define cudaMemcpy3DBatchAsync(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_BATCH_3D_, __VA_ARGS__)

        #endif

        #undef CUDA_LEGACY_DETAIL_OLD
        #undef CUDA_LEGACY_DETAIL_DEFAULT

    #endif

    // The forms until CUDA 11. The toolkit still has these overloads in C++.
    #ifndef __cplusplus

//! Makes a graph executable, with the parameters until CUDA 11.
//!
//! \param executable receives the executable graph
//! \param graph the graph
//! \param failed receives a null pointer; may be null
//! \param text receives an empty text; may be null
//! \param length the size of `text` in bytes
//! \return the errors of the toolkit's cudaGraphInstantiate
//!
//! Difference: CUDA 12 reports neither a node nor a text.
//! Now: cudaGraphInstantiate with flags.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_old_cudaGraphInstantiate(cudaGraphExec_t* __executable,
                                                                           cudaGraph_t graph, cudaGraphNode_t* __failed,
                                                                           char* __text, size_t length)
{
    const cudaError_t error = cudaGraphInstantiate(__executable, graph, 0);
    if (__failed) *__failed = NULL;
    if (__text && length > 0) __text[0] = '\0';
    return error;
}

//! Gives an executable graph the parameters of another graph of the same shape.
//!
//! \param executable the executable graph
//! \param graph the graph with the new parameters
//! \param failed receives the node that does not fit; may be null
//! \param result receives the result of the update; may be null
//! \return the errors of the toolkit's cudaGraphExecUpdate
//!
//! Now: cudaGraphExecUpdate with a cudaGraphExecUpdateResultInfo.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_old_cudaGraphExecUpdate(cudaGraphExec_t __executable,
                                                                          cudaGraph_t graph, cudaGraphNode_t* __failed,
                                                                          enum cudaGraphExecUpdateResult* result)
{
    cudaGraphExecUpdateResultInfo __information;
    const cudaError_t error = cudaGraphExecUpdate(__executable, graph, &__information);
    if (__failed) *__failed = __information.errorNode;
    if (result) *result = __information.result;
    return error;
}

        #if CUDART_VERSION < 13000

CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_first_cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                                                 enum cudaStreamCaptureStatus* status,
                                                                                 unsigned long long* id)
{
    return cudaStreamGetCaptureInfo(stream, status, id, NULL, NULL, NULL);
}
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_new_cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
    const cudaGraphNode_t** nodes, size_t* count)
{
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, count);
}
            #undef cudaStreamGetCaptureInfo
            #define CUDA_LEGACY_DETAIL_CAPTURE_INFO_3 cuda_legacy_first_cudaStreamGetCaptureInfo
            #define CUDA_LEGACY_DETAIL_CAPTURE_INFO_6 cuda_legacy_new_cudaStreamGetCaptureInfo
            #define cudaStreamGetCaptureInfo(...)                                                                      \
                CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CAPTURE_INFO_, __VA_ARGS__)

        #endif

        #define CUDA_LEGACY_DETAIL_INSTANTIATE_3 cudaGraphInstantiate
        #define CUDA_LEGACY_DETAIL_INSTANTIATE_5 cuda_legacy_old_cudaGraphInstantiate
        #define CUDA_LEGACY_DETAIL_UPDATE_3 cudaGraphExecUpdate
        #define CUDA_LEGACY_DETAIL_UPDATE_4 cuda_legacy_old_cudaGraphExecUpdate
        #define cudaGraphInstantiate(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_INSTANTIATE_, __VA_ARGS__)
        #define cudaGraphExecUpdate(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_UPDATE_, __VA_ARGS__)

    #endif

#endif
