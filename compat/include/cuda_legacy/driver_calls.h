// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! \file
//! Calls of the driver API with the parameters that they had: cuCtxCreate with three until CUDA 12.9,
//! cuMemPrefetchAsync and cuMemAdvise with a device's number, the graph and capture calls without edge data, batched
//! copies with the index of the one that failed, cuGraphInstantiate, cuGraphExecUpdate and cuGetProcAddress of CUDA 11,
//! and cuMemGetInfo and cuDeviceTotalMem with `unsigned int *` of 32-bit programs. Also names with a version at their
//! end that cuda.h no longer declares: cuCtxCreate_v2, cuGraphInstantiate_v2 …
//!
//! Both forms compile, and cuda.h may be included before or after, or not at all: this header does not include it.
//! `::cuMemAdvise`, `::cuMemGetInfo` and `::cuDeviceTotalMem`, with the colons, are cuda.h's own alone: old arguments
//! do not compile there.
//! cuda.h makes cuCtxCreate_v4 of cuCtxCreate; macros of the names with a version look at the number of arguments.
//! cuMemAdvise and the two with `unsigned int *` are told by their types, so C++ only: in C a source has to be changed.
//! Sizes that do not fit in 32 bits are told as the largest that does. Note: migration-notes/context_creation.md.
#ifndef CUDA_LEGACY_DRIVER_CALLS_H
#define CUDA_LEGACY_DRIVER_CALLS_H

#include <stddef.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "detail/argument_count.h"

#ifdef __cplusplus

    #include <climits>
    #include <cstdint>
    #include <type_traits>
    #include <utility>

// Arguments for functions that cuda.h declares, maybe later. Their classes are in the global namespace, so that a call
// with one in a template finds what is declared there by then.

// A device's number, where a CUmemLocation is asked for.
struct cuda_legacy_driver_location {
    int device;

    template <class Location, typename std::enable_if<std::is_class<Location>::value, int>::type = 0>
    operator Location() const
    {
        const bool host = device == -1;
        Location location = Location();
        location.type = static_cast<decltype(location.type)>(host ? 2 : 1); // CU_MEM_LOCATION_TYPE_HOST, _DEVICE
        location.id = host ? 0 : device;
        return location;
    }
};

// An `unsigned int` that is to be written, where a size_t is written.
template <class Unsigned>
class cuda_legacy_narrowed {
public:
    explicit cuda_legacy_narrowed(Unsigned* target)
        : target_(target)
    {
    }
    operator size_t*() { return target_ ? &value_ : nullptr; }
    void write() const
    {
        if (target_) *target_ = value_ > UINT_MAX ? UINT_MAX : static_cast<Unsigned>(value_);
    }

private:
    Unsigned* target_;
    size_t value_ = 0;
};

// A qualified name finds cuda.h's function and looks no further; one without colons finds these, too. Libraries take
// the type of `::cuDeviceTotalMem`, which would be none if there were two.
namespace cuda_legacy_driver_calls {

    #define CUDA_LEGACY_DETAIL_OF_UNSIGNED                                                                             \
        template <class Unsigned, typename std::enable_if<std::is_same<Unsigned, unsigned int>::value, int>::type = 0>

//! The free and the whole memory of the current context's device in bytes, at most UINT_MAX.
CUDA_LEGACY_DETAIL_OF_UNSIGNED
inline auto cuMemGetInfo_v2(Unsigned* free, Unsigned* total)
    -> decltype(cuMemGetInfo_v2(std::declval<cuda_legacy_narrowed<Unsigned>&>(),
                                std::declval<cuda_legacy_narrowed<Unsigned>&>()))
{
    cuda_legacy_narrowed<Unsigned> wide_free(free), wide_total(total);
    const auto result = cuMemGetInfo_v2(wide_free, wide_total);
    if (static_cast<int>(result) == 0) {
        wide_free.write();
        wide_total.write();
    }
    return result;
}

//! A device's memory in bytes, at most UINT_MAX.
CUDA_LEGACY_DETAIL_OF_UNSIGNED
inline auto cuDeviceTotalMem_v2(Unsigned* bytes, int device)
    -> decltype(cuDeviceTotalMem_v2(std::declval<cuda_legacy_narrowed<Unsigned>&>(), device))
{
    cuda_legacy_narrowed<Unsigned> wide(bytes);
    const auto result = cuDeviceTotalMem_v2(wide, device);
    if (static_cast<int>(result) == 0) wide.write();
    return result;
}

    #undef CUDA_LEGACY_DETAIL_OF_UNSIGNED

    #if CUDART_VERSION >= 13000

//! Tells how managed memory will be used, and by which device; -1 (CU_DEVICE_CPU) is the host.
template <class Advice>
inline auto cuMemAdvise_v2(unsigned long long pointer, size_t count, Advice advice, int device)
    -> decltype(cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device}))
{
    return cuMemAdvise_v2(pointer, count, advice, cuda_legacy_driver_location{device});
}

    #else

//! The state of a stream's capture, and its number; without the graph, as until CUDA 11. In C the call has six
//! arguments.
template <class Status>
inline auto cuStreamGetCaptureInfo_v2(cudaStream_t stream, Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

//! The same with a per-thread default stream.
template <class Status>
inline auto cuStreamGetCaptureInfo_v2_ptsz(cudaStream_t stream, Status* status, std::uint64_t* id)
    -> decltype(cuStreamGetCaptureInfo_v2_ptsz(stream, status, id, nullptr, nullptr, nullptr))
{
    return cuStreamGetCaptureInfo_v2_ptsz(stream, status, id, nullptr, nullptr, nullptr);
}

    #endif

} // namespace cuda_legacy_driver_calls
using namespace cuda_legacy_driver_calls;

#endif

// Statements, and the value of the expression behind the last comma.
#ifdef __cplusplus
    #define CUDA_LEGACY_DETAIL_BLOCK(statements, value)                                                                \
        [&] {                                                                                                          \
            statements;                                                                                                \
            return value;                                                                                              \
        }()
#else
    #define CUDA_LEGACY_DETAIL_BLOCK(statements, value)                                                                \
        __extension__({                                                                                                \
            statements;                                                                                                \
            value;                                                                                                     \
        })
#endif

#if CUDART_VERSION >= 13000

    #ifdef __cplusplus
        #define CUDA_LEGACY_DETAIL_DRIVER_LOCATION(number)                                                             \
            cuda_legacy_driver_location { number }
    #else
        #define CUDA_LEGACY_DETAIL_DRIVER_LOCATION(number)                                                             \
            __extension__({                                                                                            \
                const int cuda_legacy_device = (number);                                                               \
                CUmemLocation cuda_legacy_location = {.type = CU_MEM_LOCATION_TYPE_DEVICE};                            \
                if (cuda_legacy_device == -1)                                                                          \
                    cuda_legacy_location.type = CU_MEM_LOCATION_TYPE_HOST;                                             \
                else                                                                                                   \
                    cuda_legacy_location.id = cuda_legacy_device;                                                      \
                cuda_legacy_location;                                                                                  \
            })
    #endif

    // Declarations in cuda.h have as many parameters as the new calls, and pass unchanged: a macro's own name in what
    // it stands for is the function.
    #define cuCtxCreate_v4(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CONTEXT_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CONTEXT_3(context, flags, device) cuCtxCreate_v4(context, NULL, flags, device)
    #define CUDA_LEGACY_DETAIL_CONTEXT_4(context, params, flags, device) cuCtxCreate_v4(context, params, flags, device)

    #define cuMemPrefetchAsync_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_PREFETCH_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_PREFETCH_4(pointer, count, device, stream)                                           \
        cuMemPrefetchAsync_v2(pointer, count, CUDA_LEGACY_DETAIL_DRIVER_LOCATION(device), 0, stream)
    #define CUDA_LEGACY_DETAIL_CU_PREFETCH_5(pointer, count, location, flags, stream)                                  \
        cuMemPrefetchAsync_v2(pointer, count, location, flags, stream)
    // With a per-thread default stream.
    #define cuMemPrefetchAsync_v2_ptsz(...)                                                                            \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_PREFETCH_PTSZ_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_PREFETCH_PTSZ_4(pointer, count, device, stream)                                      \
        cuMemPrefetchAsync_v2_ptsz(pointer, count, CUDA_LEGACY_DETAIL_DRIVER_LOCATION(device), 0, stream)
    #define CUDA_LEGACY_DETAIL_CU_PREFETCH_PTSZ_5(pointer, count, location, flags, stream)                             \
        cuMemPrefetchAsync_v2_ptsz(pointer, count, location, flags, stream)

    #define cuGraphAddDependencies_v2(...)                                                                             \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADD_DEPENDENCIES_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_ADD_DEPENDENCIES_4(graph, from, to, count)                                           \
        cuGraphAddDependencies_v2(graph, from, to, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_ADD_DEPENDENCIES_5(graph, from, to, edges, count)                                    \
        cuGraphAddDependencies_v2(graph, from, to, edges, count)

    #define cuGraphRemoveDependencies_v2(...)                                                                          \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_REMOVE_DEPENDENCIES_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_REMOVE_DEPENDENCIES_4(graph, from, to, count)                                        \
        cuGraphRemoveDependencies_v2(graph, from, to, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_REMOVE_DEPENDENCIES_5(graph, from, to, edges, count)                                 \
        cuGraphRemoveDependencies_v2(graph, from, to, edges, count)

    #define cuGraphGetEdges_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_EDGES_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_EDGES_4(graph, from, to, count) cuGraphGetEdges_v2(graph, from, to, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_EDGES_5(graph, from, to, edges, count)                                               \
        cuGraphGetEdges_v2(graph, from, to, edges, count)

    #define cuGraphNodeGetDependencies_v2(...)                                                                         \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_DEPENDENCIES_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_DEPENDENCIES_3(node, nodes, count)                                                   \
        cuGraphNodeGetDependencies_v2(node, nodes, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_DEPENDENCIES_4(node, nodes, edges, count)                                            \
        cuGraphNodeGetDependencies_v2(node, nodes, edges, count)

    #define cuGraphNodeGetDependentNodes_v2(...)                                                                       \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_DEPENDENT_NODES_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_DEPENDENT_NODES_3(node, nodes, count)                                                \
        cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_DEPENDENT_NODES_4(node, nodes, edges, count)                                         \
        cuGraphNodeGetDependentNodes_v2(node, nodes, edges, count)

    #define cuGraphAddNode_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADD_NODE_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_ADD_NODE_5(node, graph, after, count, params)                                        \
        cuGraphAddNode_v2(node, graph, after, NULL, count, params)
    #define CUDA_LEGACY_DETAIL_CU_ADD_NODE_6(node, graph, after, edges, count, params)                                 \
        cuGraphAddNode_v2(node, graph, after, edges, count, params)

    #define cuStreamGetCaptureInfo_v3(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_3(stream, status, id)                                                   \
        cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL)
    #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_6(stream, status, id, graph, nodes, count)                              \
        cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_7(stream, status, id, graph, nodes, edges, count)                       \
        cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, edges, count)
    #define cuStreamGetCaptureInfo_v3_ptsz(...)                                                                        \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_3(stream, status, id)                                              \
        cuStreamGetCaptureInfo_v3_ptsz(stream, status, id, NULL, NULL, NULL, NULL)
    #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_6(stream, status, id, graph, nodes, count)                         \
        cuStreamGetCaptureInfo_v3_ptsz(stream, status, id, graph, nodes, NULL, count)
    #define CUDA_LEGACY_DETAIL_CU_CAPTURE_INFO_PTSZ_7(stream, status, id, graph, nodes, edges, count)                  \
        cuStreamGetCaptureInfo_v3_ptsz(stream, status, id, graph, nodes, edges, count)

    // Which copy failed CUDA 13 does not tell: the index is SIZE_MAX after any error, as it was for those of no copy.
    #ifdef __cplusplus
template <class Result>
inline Result cuda_legacy_failed_copy(Result result, size_t* failed)
{
    if (static_cast<int>(result) != 0 && failed) *failed = static_cast<size_t>(-1);
    return result;
}
    #else
static inline int cuda_legacy_failed_copy(int result, size_t* failed)
{
    if (result != 0 && failed) *failed = (size_t)-1;
    return result;
}
    #endif
    #define cuMemcpyBatchAsync_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_8(to, from, sizes, count, attributes, of, kinds, stream)                       \
        cuMemcpyBatchAsync_v2(to, from, sizes, count, attributes, of, kinds, stream)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_9(to, from, sizes, count, attributes, of, kinds, failed, stream)               \
        cuda_legacy_failed_copy(cuMemcpyBatchAsync_v2(to, from, sizes, count, attributes, of, kinds, stream), failed)
    #define cuMemcpyBatchAsync_v2_ptsz(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_PTSZ_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_PTSZ_8(to, from, sizes, count, attributes, of, kinds, stream)                  \
        cuMemcpyBatchAsync_v2_ptsz(to, from, sizes, count, attributes, of, kinds, stream)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_PTSZ_9(to, from, sizes, count, attributes, of, kinds, failed, stream)          \
        cuda_legacy_failed_copy(cuMemcpyBatchAsync_v2_ptsz(to, from, sizes, count, attributes, of, kinds, stream),     \
                                failed)

    #define cuMemcpy3DBatchAsync_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_3D_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_4(count, list, flags, stream)                                               \
        cuMemcpy3DBatchAsync_v2(count, list, flags, stream)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_5(count, list, failed, flags, stream)                                       \
        cuda_legacy_failed_copy(cuMemcpy3DBatchAsync_v2(count, list, flags, stream), failed)
    #define cuMemcpy3DBatchAsync_v2_ptsz(...)                                                                          \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_BATCH_3D_PTSZ_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_PTSZ_4(count, list, flags, stream)                                          \
        cuMemcpy3DBatchAsync_v2_ptsz(count, list, flags, stream)
    #define CUDA_LEGACY_DETAIL_CU_BATCH_3D_PTSZ_5(count, list, failed, flags, stream)                                  \
        cuda_legacy_failed_copy(cuMemcpy3DBatchAsync_v2_ptsz(count, list, flags, stream), failed)

    // Names with a version, which cuda.h no longer declares.
    #define cuCtxCreate_v2(context, flags, device) cuCtxCreate_v4(context, NULL, flags, device)
    #define cuCtxCreate_v3(context, affinities, count, flags, device)                                                  \
        CUDA_LEGACY_DETAIL_BLOCK(CUctxCreateParams cuda_legacy_params;                                                 \
                                 memset(&cuda_legacy_params, 0, sizeof cuda_legacy_params);                            \
                                 cuda_legacy_params.execAffinityParams = affinities;                                   \
                                 cuda_legacy_params.numExecAffinityParams = count,                                     \
                                 cuCtxCreate_v4(context, count ? &cuda_legacy_params : NULL, flags, device))
    #define cuStreamGetCaptureInfo_v2 cuStreamGetCaptureInfo // the list without edge data

    #define cuStreamUpdateCaptureDependencies_v2(...)                                                                  \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_4(stream, nodes, count, flags)                                        \
        cuStreamUpdateCaptureDependencies_v2(stream, nodes, NULL, count, flags)
    #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_5(stream, nodes, edges, count, flags)                                 \
        cuStreamUpdateCaptureDependencies_v2(stream, nodes, edges, count, flags)
    #define cuStreamUpdateCaptureDependencies_v2_ptsz(...)                                                             \
        CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_PTSZ_, __VA_ARGS__)
    #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_PTSZ_4(stream, nodes, count, flags)                                   \
        cuStreamUpdateCaptureDependencies_v2_ptsz(stream, nodes, NULL, count, flags)
    #define CUDA_LEGACY_DETAIL_CU_UPDATE_CAPTURE_PTSZ_5(stream, nodes, edges, count, flags)                            \
        cuStreamUpdateCaptureDependencies_v2_ptsz(stream, nodes, edges, count, flags)

#endif

// Of CUDA 11. No node that failed is told any more, and no text.
#define cuGraphInstantiateWithFlags(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_INSTANTIATE_, __VA_ARGS__)
#define CUDA_LEGACY_DETAIL_CU_INSTANTIATE_3(executable, graph, flags)                                                  \
    cuGraphInstantiateWithFlags(executable, graph, flags)
#define CUDA_LEGACY_DETAIL_CU_INSTANTIATE_5(executable, graph, failed, text, length)                                   \
    (cuda_legacy_no_failure((void**)(CUgraphNode*)(failed), text, length),                                             \
     cuGraphInstantiateWithFlags(executable, graph, 0))
static inline void cuda_legacy_no_failure(void** failed, char* text, size_t length)
{
    if (failed) *failed = NULL;
    if (text && length > 0) text[0] = '\0';
}
#define cuGraphInstantiate_v2 cuGraphInstantiate

#define cuGraphExecUpdate_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_UPDATE_, __VA_ARGS__)
#define CUDA_LEGACY_DETAIL_CU_UPDATE_3(executable, graph, information)                                                 \
    cuGraphExecUpdate_v2(executable, graph, information)
#define CUDA_LEGACY_DETAIL_CU_UPDATE_4(executable, graph, failed, outcome)                                             \
    CUDA_LEGACY_DETAIL_BLOCK(                                                                                          \
        CUgraphExecUpdateResultInfo cuda_legacy_information;                                                           \
        const CUresult cuda_legacy_error = cuGraphExecUpdate_v2(executable, graph, &cuda_legacy_information);          \
        CUgraphNode* const cuda_legacy_node = failed; CUgraphExecUpdateResult* const cuda_legacy_result = outcome;     \
        if (cuda_legacy_node)* cuda_legacy_node = cuda_legacy_information.errorNode;                                   \
        if (cuda_legacy_result)* cuda_legacy_result = cuda_legacy_information.result, cuda_legacy_error)

// Without a place for the symbol's status.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) // cuda.h then has a macro of the other name
    #define cuGetProcAddress_v2_ptsz(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADDRESS_PTSZ_, __VA_ARGS__)
#else
    #define cuGetProcAddress_v2(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_CU_ADDRESS_, __VA_ARGS__)
#endif
#define CUDA_LEGACY_DETAIL_CU_ADDRESS_4(symbol, address, version, flags)                                               \
    cuGetProcAddress_v2(symbol, address, version, flags, NULL)
#define CUDA_LEGACY_DETAIL_CU_ADDRESS_5(symbol, address, version, flags, status)                                       \
    cuGetProcAddress_v2(symbol, address, version, flags, status)
#define CUDA_LEGACY_DETAIL_CU_ADDRESS_PTSZ_4(symbol, address, version, flags)                                          \
    cuGetProcAddress_v2_ptsz(symbol, address, version, flags, NULL)
#define CUDA_LEGACY_DETAIL_CU_ADDRESS_PTSZ_5(symbol, address, version, flags, status)                                  \
    cuGetProcAddress_v2_ptsz(symbol, address, version, flags, status)

#endif
