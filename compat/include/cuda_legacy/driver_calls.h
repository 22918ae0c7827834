/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Functions of the driver API with their old parameters.
//!
//! - cuCtxCreate with three parameters, as until CUDA 12.9.
//! - cuMemPrefetchAsync and cuMemAdvise with the number of a device.
//! - The functions of graphs and stream capture without edge data.
//! - Batched copies with the index of the failed copy. After any error the index is SIZE_MAX.
//! - cuGraphInstantiate, cuGraphExecUpdate and cuGetProcAddress of CUDA 11.
//! - cuMemGetInfo and cuDeviceTotalMem with the `unsigned int *` of 32-bit programs. A size beyond 32 bits becomes
//!   UINT_MAX.
//! - Names with a version suffix that cuda.h no longer declares: cuCtxCreate_v2, cuGraphInstantiate_v2 and others.
//!
//! Old and new forms both compile. Each function returns the errors of the driver's function of the same name. The
//! source may include cuda.h before or after this header, or not at all: this header does not include cuda.h.
//!
//! cuda.h defines cuCtxCreate as cuCtxCreate_v4. Macros of such names with a suffix select the form by the number of
//! arguments. The types of the arguments select the form of cuMemAdvise, cuMemGetInfo and cuDeviceTotalMem. In C and
//! C++98 the selection by type needs cuda.h before this header. With a leading `::`, the names cuMemAdvise,
//! cuMemGetInfo and cuDeviceTotalMem are the functions of cuda.h alone: the old arguments do not compile there.
//!
//! An example of cuCtxCreate, with a null pointer for the parameters that today's function takes in addition:
//!
//! \code{.cu}
//! #include <cuda.h>
//!
//! CUresult first_context(CUcontext* context)
//! {
//!     CUdevice device;
//!     CUresult error = cuInit(0);
//!     if (error == CUDA_SUCCESS) error = cuDeviceGet(&device, 0);
//!     if (error != CUDA_SUCCESS) return error;
//!     return cuCtxCreate(context, CU_CTX_SCHED_AUTO, device);
//! }
//! \endcode
//!
//! Now: the functions of the same name with today's parameters.
//! Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_DRIVER_CALLS_H
    #define CUDA_LEGACY_DRIVER_CALLS_H

    #include <stddef.h>
    #include <string.h>

    #include "detail/argument_count.h"
    #include "detail/language.h"
    #include "detail/toolkit_version.h"

    #ifdef CUDA_LEGACY_DETAIL_CXX11
        #include "detail/driver_arguments.h"
    #elif defined(CUDA_VERSION) // cuda.h has declared the types
        #include "detail/driver_arguments_in_c.h"
    #endif

    // Executes statements, and has the value of the expression after the last comma.
    #ifdef CUDA_LEGACY_DETAIL_CXX11
        #define CUDA_LEGACY_DETAIL_BLOCK(__statements, value)                                                          \
            [&] {                                                                                                      \
                __statements;                                                                                          \
                return value;                                                                                          \
            }()
    #else
        #define CUDA_LEGACY_DETAIL_BLOCK(__statements, value)                                                          \
            __extension__({                                                                                            \
                __statements;                                                                                          \
                value;                                                                                                 \
            })
    #endif

    #if CUDA_LEGACY_DETAIL_TOOLKIT_VERSION >= 13000

        #ifdef CUDA_LEGACY_DETAIL_CXX11
            #define CUDA_LEGACY_DETAIL_DRIVER_LOCATION(__number)                                                       \
                cuda_legacy_driver_location { __number }
        #else
            #define CUDA_LEGACY_DETAIL_DRIVER_LOCATION(__number)                                                       \
                __extension__({                                                                                        \
                    const int cuda_legacy_device = (__number);                                                         \
                    CUmemLocation cuda_legacy_location;                                                                \
                    memset(&cuda_legacy_location, 0, sizeof cuda_legacy_location);                                     \
                    cuda_legacy_location.type =                                                                        \
                        cuda_legacy_device == -1 ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;            \
                    if (cuda_legacy_device != -1) cuda_legacy_location.id = cuda_legacy_device;                        \
                    cuda_legacy_location;                                                                              \
                })
        #endif

        // The declarations in cuda.h have as many parameters as the new calls, so these macros leave them unchanged.
        // The preprocessor does not expand a macro's own name within its replacement: there the name is the function.
        #define cuCtxCreate_v4(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CONTEXT_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CONTEXT_3(__context, flags, device) cuCtxCreate_v4(__context, NULL, flags, device)
        #define CUDA_LEGACY_DETAIL_CONTEXT_4(__context, params, flags, device)                                         \
            cuCtxCreate_v4(__context, params, flags, device)

        #define cuMemPrefetchAsync_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_PREFETCH_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_PREFETCH_4(pointer, count, device, stream)                                       \
            cuMemPrefetchAsync_v2(pointer, count, CUDA_LEGACY_DETAIL_DRIVER_LOCATION(device), 0, stream)
        #define CUDA_LEGACY_DETAIL_CU_PREFETCH_5(pointer, count, location, flags, stream)                              \
            cuMemPrefetchAsync_v2(pointer, count, location, flags, stream)
        // The name for a per-thread default stream.
        #define cuMemPrefetchAsync_v2_ptsz(...)                                                                        \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_PREFETCH_PTSZ_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_PREFETCH_PTSZ_4(pointer, count, device, stream)                                  \
            cuMemPrefetchAsync_v2_ptsz(pointer, count, CUDA_LEGACY_DETAIL_DRIVER_LOCATION(device), 0, stream)
        #define CUDA_LEGACY_DETAIL_CU_PREFETCH_PTSZ_5(pointer, count, location, flags, stream)                         \
            cuMemPrefetchAsync_v2_ptsz(pointer, count, location, flags, stream)

        #define cuGraphAddDependencies_v2(...)                                                                         \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADD_DEPENDENCIES_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_ADD_DEPENDENCIES_4(graph, from, to, count)                                       \
            cuGraphAddDependencies_v2(graph, from, to, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_ADD_DEPENDENCIES_5(graph, from, to, __edges, count)                              \
            cuGraphAddDependencies_v2(graph, from, to, __edges, count)

        #define cuGraphRemoveDependencies_v2(...)                                                                      \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_REMOVE_DEPENDENCIES_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_REMOVE_DEPENDENCIES_4(graph, from, to, count)                                    \
            cuGraphRemoveDependencies_v2(graph, from, to, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_REMOVE_DEPENDENCIES_5(graph, from, to, __edges, count)                           \
            cuGraphRemoveDependencies_v2(graph, from, to, __edges, count)

        #define cuGraphGetEdges_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_EDGES_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_EDGES_4(graph, from, to, count) cuGraphGetEdges_v2(graph, from, to, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_EDGES_5(graph, from, to, __edges, count)                                         \
            cuGraphGetEdges_v2(graph, from, to, __edges, count)

        #define cuGraphNodeGetDependencies_v2(...)                                                                     \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_DEPENDENCIES_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_DEPENDENCIES_3(node, nodes, count)                                               \
            cuGraphNodeGetDependencies_v2(node, nodes, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_DEPENDENCIES_4(node, nodes, __edges, count)                                      \
            cuGraphNodeGetDependencies_v2(node, nodes, __edges, count)

        #define cuGraphNodeGetDependentNodes_v2(...)                                                                   \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_DEPENDENT_NODES_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_DEPENDENT_NODES_3(node, nodes, count)                                            \
            cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_DEPENDENT_NODES_4(node, nodes, __edges, count)                                   \
            cuGraphNodeGetDependentNodes_v2(node, nodes, __edges, count)

        #define cuGraphAddNode_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADD_NODE_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_ADD_NODE_5(node, graph, __after, count, params)                                  \
            cuGraphAddNode_v2(node, graph, __after, NULL, count, params)
        #define CUDA_LEGACY_DETAIL_CU_ADD_NODE_6(node, graph, __after, __edges, count, params)                         \
            cuGraphAddNode_v2(node, graph, __after, __edges, count, params)

        #define cuStreamGetCaptureInfo_v3(...)                                                                         \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_3(stream, status, id)                                               \
            cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL)
        #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_6(stream, status, id, graph, nodes, count)                          \
            cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_7(stream, status, id, graph, nodes, __edges, count)                 \
            cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, __edges, count)
        #define cuStreamGetCaptureInfo_v3_ptsz(...)                                                                    \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_3(stream, status, id)                                          \
            cuStreamGetCaptureInfo_v3_ptsz(stream, status, id, NULL, NULL, NULL, NULL)
        #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_6(stream, status, id, graph, nodes, count)                     \
            cuStreamGetCaptureInfo_v3_ptsz(stream, status, id, graph, nodes, NULL, count)
        #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_7(stream, status, id, graph, nodes, __edges, count)            \
            cuStreamGetCaptureInfo_v3_ptsz(stream, status, id, graph, nodes, __edges, count)

        // CUDA 13 does not report the index of the failed copy. The index is SIZE_MAX after any error. The original
        // wrote SIZE_MAX only for an error of no single copy.
        #ifdef __cplusplus
template <class _Result>
inline _Result cuda_legacy_failed_copy(_Result result, size_t* __failed)
{
    if (static_cast<int>(result) != 0 && __failed) *__failed = static_cast<size_t>(-1);
    return result;
}
        #else
CUDA_LEGACY_DETAIL_INLINE int cuda_legacy_failed_copy(int result, size_t* __failed)
{
    if (result != 0 && __failed) *__failed = (size_t)-1;
    return result;
}
        #endif
        #define cuMemcpyBatchAsync_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_8(to, from, sizes, count, attributes, __of, __kinds, stream)               \
            cuMemcpyBatchAsync_v2(to, from, sizes, count, attributes, __of, __kinds, stream)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_9(to, from, sizes, count, attributes, __of, __kinds, __failed, stream)     \
            cuda_legacy_failed_copy(cuMemcpyBatchAsync_v2(to, from, sizes, count, attributes, __of, __kinds, stream),  \
                                    __failed)
        #define cuMemcpyBatchAsync_v2_ptsz(...)                                                                        \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_PTSZ_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_PTSZ_8(to, from, sizes, count, attributes, __of, __kinds, stream)          \
            cuMemcpyBatchAsync_v2_ptsz(to, from, sizes, count, attributes, __of, __kinds, stream)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_PTSZ_9(to, from, sizes, count, attributes, __of, __kinds, __failed,        \
                                                   stream)                                                             \
            cuda_legacy_failed_copy(                                                                                   \
                cuMemcpyBatchAsync_v2_ptsz(to, from, sizes, count, attributes, __of, __kinds, stream), __failed)

        #define cuMemcpy3DBatchAsync_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_3D_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_4(count, __list, flags, stream)                                         \
            cuMemcpy3DBatchAsync_v2(count, __list, flags, stream)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_5(count, __list, __failed, flags, stream)                               \
            cuda_legacy_failed_copy(cuMemcpy3DBatchAsync_v2(count, __list, flags, stream), __failed)
        #define cuMemcpy3DBatchAsync_v2_ptsz(...)                                                                      \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_3D_PTSZ_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_PTSZ_4(count, __list, flags, stream)                                    \
            cuMemcpy3DBatchAsync_v2_ptsz(count, __list, flags, stream)
        #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_PTSZ_5(count, __list, __failed, flags, stream)                          \
            cuda_legacy_failed_copy(cuMemcpy3DBatchAsync_v2_ptsz(count, __list, flags, stream), __failed)

        // Names with a version suffix that cuda.h no longer declares.
        #define cuCtxCreate_v2(__context, flags, device) cuCtxCreate_v4(__context, NULL, flags, device)
        #define cuCtxCreate_v3(__context, __affinities, count, flags, device)                                          \
            CUDA_LEGACY_DETAIL_BLOCK(CUctxCreateParams cuda_legacy_params;                                             \
                                     memset(&cuda_legacy_params, 0, sizeof cuda_legacy_params);                        \
                                     cuda_legacy_params.execAffinityParams = __affinities;                             \
                                     cuda_legacy_params.numExecAffinityParams = count,                                 \
                                     cuCtxCreate_v4(__context, count ? &cuda_legacy_params : NULL, flags, device))
        #define cuStreamGetCaptureInfo_v2 cuStreamGetCaptureInfo // the list without edge data

        #define cuStreamUpdateCaptureDependencies_v2(...)                                                              \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_4(stream, nodes, count, flags)                                    \
            cuStreamUpdateCaptureDependencies_v2(stream, nodes, NULL, count, flags)
        #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_5(stream, nodes, __edges, count, flags)                           \
            cuStreamUpdateCaptureDependencies_v2(stream, nodes, __edges, count, flags)
        #define cuStreamUpdateCaptureDependencies_v2_ptsz(...)                                                         \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_PTSZ_, __VA_ARGS__)
        #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_PTSZ_4(stream, nodes, count, flags)                               \
            cuStreamUpdateCaptureDependencies_v2_ptsz(stream, nodes, NULL, count, flags)
        #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_PTSZ_5(stream, nodes, __edges, count, flags)                      \
            cuStreamUpdateCaptureDependencies_v2_ptsz(stream, nodes, __edges, count, flags)

    #endif

    // The forms of CUDA 11. Today's function reports neither the failed node nor a text.
    #define cuGraphInstantiateWithFlags(...)                                                                           \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_INSTANTIATE_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_INSTANTIATE_3(__executable, graph, flags)                                            \
        cuGraphInstantiateWithFlags(__executable, graph, flags)
    #define CUDA_LEGACY_DETAIL_CU_INSTANTIATE_5(__executable, graph, __failed, __text, length)                         \
        (cuda_legacy_no_failure((void**)(CUgraphNode*)(__failed), __text, length),                                     \
         cuGraphInstantiateWithFlags(__executable, graph, 0))
CUDA_LEGACY_DETAIL_INLINE void cuda_legacy_no_failure(void** __failed, char* __text, size_t length)
{
    if (__failed) *__failed = NULL;
    if (__text && length > 0) __text[0] = '\0';
}
    #define cuGraphInstantiate_v2 cuGraphInstantiate

    #define cuGraphExecUpdate_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_UPDATE_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_UPDATE_3(__executable, graph, __information)                                         \
        cuGraphExecUpdate_v2(__executable, graph, __information)
    #define CUDA_LEGACY_DETAIL_CU_UPDATE_4(__executable, graph, __failed, __outcome)                                   \
        CUDA_LEGACY_DETAIL_BLOCK(                                                                                      \
            CUgraphExecUpdateResultInfo cuda_legacy_information;                                                       \
            const CUresult cuda_legacy_error = cuGraphExecUpdate_v2(__executable, graph, &cuda_legacy_information);    \
            CUgraphNode* const cuda_legacy_node = __failed;                                                            \
            CUgraphExecUpdateResult* const cuda_legacy_result = __outcome;                                             \
            if (cuda_legacy_node)* cuda_legacy_node = cuda_legacy_information.errorNode;                               \
            if (cuda_legacy_result)* cuda_legacy_result = cuda_legacy_information.result, cuda_legacy_error)

    // The form without a parameter for the status of the symbol.
    #if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) // cuda.h then has a macro of the other name
        #define cuGetProcAddress_v2_ptsz(...)                                                                          \
            CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADDRESS_PTSZ_, __VA_ARGS__)
    #else
        #define cuGetProcAddress_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADDRESS_, __VA_ARGS__)
    #endif
    #define CUDA_LEGACY_DETAIL_CU_ADDRESS_4(symbol, __address, version, flags)                                         \
        cuGetProcAddress_v2(symbol, __address, version, flags, NULL)
    #define CUDA_LEGACY_DETAIL_CU_ADDRESS_5(symbol, __address, version, flags, status)                                 \
        cuGetProcAddress_v2(symbol, __address, version, flags, status)
    #define CUDA_LEGACY_DETAIL_CU_ADDRESS_PTSZ_4(symbol, __address, version, flags)                                    \
        cuGetProcAddress_v2_ptsz(symbol, __address, version, flags, NULL)
    #define CUDA_LEGACY_DETAIL_CU_ADDRESS_PTSZ_5(symbol, __address, version, flags, status)                            \
        cuGetProcAddress_v2_ptsz(symbol, __address, version, flags, status)

#endif
