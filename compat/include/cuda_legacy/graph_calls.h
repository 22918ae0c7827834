/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The calls of graphs, stream capture and batched copies as they were until CUDA 12.9: without edge data, and with the
//! index of the copy that failed.
//!
//! CUDA 13.0 took the parameter list of the `_v2` names for the plain ones (versioned_names.h has the suffixes). Here
//! both lists compile, in C++ by overload, in C by the number of arguments; C also gets the lists of
//! cudaGraphInstantiate and cudaGraphExecUpdate of CUDA 11, which C++ has still. An edge without data is a full
//! dependency, as it was. Where an edge of the graph has data, the old queries fail with cudaErrorLossyQuery.
//!
//! cudaGraphKernelNodeCopyAttributes is not here: CUDA 13.0 exchanged the names of its parameters in the header, and
//! the function does what it did: the first node is the one that is written to.
#ifndef CUDA_LEGACY_GRAPH_CALLS_H
    #define CUDA_LEGACY_GRAPH_CALLS_H

    #include <stddef.h>

    #include <cuda_runtime_api.h>

    #include "detail/argument_count.h"
    #include "detail/language.h"

    #if CUDART_VERSION >= 13000

        // In C++ the old forms are overloads, in C functions of other names.
        #ifdef __cplusplus
            #define CUDA_LEGACY_DETAIL_OLD(name) name
            #define CUDA_LEGACY_DETAIL_DEFAULT(value) = value
        #else
            #define CUDA_LEGACY_DETAIL_OLD(name) cuda_legacy_old_##name
            #define CUDA_LEGACY_DETAIL_DEFAULT(value)
        #endif

//! Adds `count` edges, from[i] before to[i].
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphAddDependencies)(cudaGraph_t graph,
                                                                                       const cudaGraphNode_t* from,
                                                                                       const cudaGraphNode_t* to,
                                                                                       size_t count)
{
    return cudaGraphAddDependencies(graph, from, to, NULL, count);
}

//! Removes `count` edges.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphRemoveDependencies)(cudaGraph_t graph,
                                                                                          const cudaGraphNode_t* from,
                                                                                          const cudaGraphNode_t* to,
                                                                                          size_t count)
{
    return cudaGraphRemoveDependencies(graph, from, to, NULL, count);
}

//! Gives the edges of a graph, or their number where `from` and `to` are null.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphGetEdges)(cudaGraph_t graph,
                                                                                cudaGraphNode_t* from,
                                                                                cudaGraphNode_t* to, size_t* count)
{
    return cudaGraphGetEdges(graph, from, to, NULL, count);
}

//! Gives the nodes that a node waits for, or their number where `nodes` is null.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphNodeGetDependencies)(cudaGraphNode_t node,
                                                                                           cudaGraphNode_t* nodes,
                                                                                           size_t* count)
{
    return cudaGraphNodeGetDependencies(node, nodes, NULL, count);
}

//! Gives the nodes that wait for a node, or their number where `nodes` is null.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphNodeGetDependentNodes)(cudaGraphNode_t node,
                                                                                             cudaGraphNode_t* nodes,
                                                                                             size_t* count)
{
    return cudaGraphNodeGetDependentNodes(node, nodes, NULL, count);
}

//! Adds a node of any type after `count` others.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaGraphAddNode)(cudaGraphNode_t* node, cudaGraph_t graph,
                                                                               const cudaGraphNode_t* __after,
                                                                               size_t count,
                                                                               struct cudaGraphNodeParams* params)
{
    return cudaGraphAddNode(node, graph, __after, NULL, count, params);
}

//! Tells of a capture, its graph and what the stream's next node waits for: the list of cudaStreamGetCaptureInfo_v2.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaStreamGetCaptureInfo)(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
    const cudaGraphNode_t** nodes, size_t* count)
{
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, NULL, count);
}

//! Sets, or adds to, what the next node of a capturing stream waits for.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaStreamUpdateCaptureDependencies)(
    cudaStream_t stream, cudaGraphNode_t* nodes, size_t count, unsigned int flags CUDA_LEGACY_DETAIL_DEFAULT(0))
{
    return cudaStreamUpdateCaptureDependencies(stream, nodes, NULL, count, flags);
}

    #ifdef __cplusplus
// A literal 0 for the number of nodes could be the new form's null pointer, so each type of a literal has an overload.
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
// A null pointer behind the nodes may be either form's, and asks for the same.
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                                   unsigned long long* __id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** nodes, decltype(nullptr))
{
    return cudaStreamGetCaptureInfo(stream, status, __id, graph, nodes, NULL, NULL);
}
    #endif

//! Many copies in one call. Which of them failed CUDA 13 does not tell: *failed is SIZE_MAX after any error, as it was
//! for errors of no single copy.
CUDA_LEGACY_DETAIL_INLINE cudaError_t CUDA_LEGACY_DETAIL_OLD(cudaMemcpyBatchAsync)(
    void** dsts, void** srcs, size_t* sizes, size_t count, struct cudaMemcpyAttributes* attrs, size_t* __attrs_of,
    size_t __attrs_count, size_t* __failed, cudaStream_t stream)
{
    const cudaError_t error = cudaMemcpyBatchAsync((void* const*)dsts, (const void* const*)srcs, sizes, count, attrs,
                                                   __attrs_of, __attrs_count, stream);
    if (error != cudaSuccess && __failed) *__failed = (size_t)-1;
    return error;
}

//! cudaMemcpyBatchAsync for copies of arrays and pitched memory.
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

            // By the number of arguments. A macro's own name in what it stands for is the function.
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

    // Until CUDA 11. In C++ the toolkit has the overloads.
    #ifndef __cplusplus

//! Makes a graph executable. CUDA 12 fills no buffer with text.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_old_cudaGraphInstantiate(cudaGraphExec_t* __executable,
                                                                           cudaGraph_t graph, cudaGraphNode_t* __failed,
                                                                           char* __text, size_t length)
{
    const cudaError_t error = cudaGraphInstantiate(__executable, graph, 0);
    if (__failed) *__failed = NULL;
    if (__text && length > 0) __text[0] = '\0';
    return error;
}

//! Gives an executable graph the parameters of another, of the same shape.
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
