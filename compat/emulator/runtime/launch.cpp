// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime API's calls that launch kernels. kernel_launch.cpp launches them.
#include "runtime/call_site.h"
#include "runtime/capture.h"
#include "runtime/cluster.h"
#include "runtime/kernel_launch.h"
#include "runtime/launch_refusal.h"
#include "runtime/managed_watch.h"
#include "runtime/registration.h"
#include "runtime/stream_order.h"
#include "runtime/unread_errors.h"
#include "runtime/unsupported.h"

#include <algorithm>

using namespace cuda_emulator;

namespace cuda_emulator {

namespace {

// Ports of a kernel from which another kernel may begin.
cudaGraphEdgeData programmatic_port()
{
    cudaGraphEdgeData d = {};
    d.from_port = cudaGraphKernelNodePortProgrammatic;
    d.type = cudaGraphDependencyTypeProgrammatic;
    return d;
}
cudaGraphEdgeData completion_port()
{
    cudaGraphEdgeData d = {};
    d.from_port = cudaGraphKernelNodePortLaunchCompletion;
    return d;
}

const cudaLaunchAttribute* find_attribute(const cudaLaunchConfig_t* config, cudaLaunchAttributeID id)
{
    for (unsigned n = 0; config && n < config->numAttrs; ++n)
        if (config->attrs[n].id == id) return &config->attrs[n];
    return nullptr;
}

// Adds a kernel node with the attributes of the launch and of its stream.
void capture_launch(cudaStream_t handle, std::shared_ptr<kept_launch> kept, const cudaLaunchConfig_t* config)
{
    bool known;
    CUstream_st* const s = stream_of(handle, known);
    const auto* serial = find_attribute(config, cudaLaunchAttributeProgrammaticStreamSerialization);
    for (dependency& d : s->last)
        if (serial && serial->val.programmaticStreamSerializationAllowed && d.node->type == cudaGraphNodeTypeKernel &&
            is_plain(d.data))
            d.data = programmatic_port();
    CUgraphNode_st* const n = note(handle, cudaGraphNodeTypeKernel, [kept] { return kept->run(); });
    n->launch = std::move(kept);
    cudaLaunchAttribute priority = {};
    priority.id = cudaLaunchAttributePriority;
    priority.val.priority = s->priority;
    keep_attributes(*n, &priority, 1);
    for (const auto& [id, value] : s->attributes) {
        cudaLaunchAttribute of_stream = {};
        of_stream.id = static_cast<cudaLaunchAttributeID>(id);
        of_stream.val = value;
        if (of_stream.id != cudaLaunchAttributePriority) keep_attributes(*n, &of_stream, 1);
    }
    if (!config) return;
    keep_attributes(*n, config->attrs, config->numAttrs);
    for (unsigned k = 0; k < config->numAttrs; ++k) {
        auto& updatable = config->attrs[k].val.deviceUpdatableKernelNode;
        if (config->attrs[k].id == cudaLaunchAttributeDeviceUpdatableKernelNode && updatable.deviceUpdatable)
            updatable.devNode = reinterpret_cast<cudaGraphDeviceNode_t>(n);
    }
}

bool has_known_attributes(const cudaLaunchConfig_t& config)
{
    return std::all_of(config.attrs, config.attrs + config.numAttrs,
                       [](const cudaLaunchAttribute& a) { return is_launch_attribute(a.id, a.val); });
}

// Returns the error of the events that the launch has as attributes. An event that takes times cannot be one.
cudaError_t refuse_events(const cudaLaunchConfig_t& config)
{
    for (unsigned n = 0; n < config.numAttrs; ++n) {
        const cudaLaunchAttribute& a = config.attrs[n];
        const bool programmatic = a.id == cudaLaunchAttributeProgrammaticEvent;
        if (!programmatic && a.id != cudaLaunchAttributeLaunchCompletionEvent) continue;
        const cudaEvent_t e = programmatic ? a.val.programmaticEvent.event : a.val.launchCompletionEvent.event;
        if (!is_event(e)) return cudaErrorInvalidResourceHandle;
        if (takes_times(e)) return cudaErrorNotSupported;
    }
    return cudaSuccess;
}

// Records the events that the launch has as attributes. Here the kernel has ended by then, or is queued.
cudaError_t record_events(const cudaLaunchConfig_t& config)
{
    for (unsigned n = 0; n < config.numAttrs; ++n) {
        const cudaLaunchAttributeValue& v = config.attrs[n].val;
        cudaError_t e = cudaSuccess;
        if (config.attrs[n].id == cudaLaunchAttributeProgrammaticEvent)
            e = record_of_launch(v.programmaticEvent.event, config.stream, programmatic_port());
        if (config.attrs[n].id == cudaLaunchAttributeLaunchCompletionEvent)
            e = record_of_launch(v.launchCompletionEvent.event, config.stream, completion_port());
        if (e != cudaSuccess) return e;
    }
    return cudaSuccess;
}

// A programmatic launch is ordered after the previous kernel only from its wait on. Here only a kernel without any wait
// counts as unordered: where it stands is not followed.
void note_overlap(kernel& k, const cudaLaunchConfig_t* config)
{
    const program* const code = checks_streams() ? k.decoded() : nullptr;
    if (!code) return;
    const auto* serial = find_attribute(config, cudaLaunchAttributeProgrammaticStreamSerialization);
    const bool is_early = serial && serial->val.programmaticStreamSerializationAllowed;
    if (is_early && !code->waits_for_previous) begin_before_previous_ends();
    if (code->lets_next_begin) next_work_may_begin();
}

cudaError_t launch_host(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                        bool cooperative, cudaStream_t stream, dim3 cluster = no_cluster(),
                        const cudaLaunchConfig_t* config = nullptr)
{
    const managed_watch watch;
    CUDA_EMULATOR_ENTER();
    const std::shared_ptr<kernel> k = context::instance().find_kernel(function);
    if (!k) return record(context::no_kernel(function));
    cudaError_t error = cudaSuccess;
    const submission what = submit_or_queue(stream, error);
    const auto* updatable = find_attribute(config, cudaLaunchAttributeDeviceUpdatableKernelNode);
    if (updatable && updatable->val.deviceUpdatableKernelNode.deviceUpdatable && what != submission::note)
        return record(what == submission::refuse ? error : cudaErrorNotSupported); // only nodes can be updated
    switch (what) {
    case submission::run:
        note_overlap(*k, config);
        return launch_kernel(*k, grid, block, arguments, shared, cooperative, cluster, stream);
    case submission::queue:
    case submission::note: {
        auto kept = keep_launch(k, grid, block, arguments, shared, cooperative, cluster, error);
        if (!kept) {
            if (what == submission::note) spoil_capture(stream); // as on an H200
            return record(error);
        }
        if (what == submission::note) {
            capture_launch(stream, std::move(kept), config);
        } else {
            queue_in(stream, [kept] { return kept->run(); });
        }
        return cudaSuccess;
    }
    default:
        return record(error);
    }
}

// The code for <<<>>> discards this error.
cudaError_t launch_by_host_code(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                cudaStream_t stream)
{
    const void* const brackets = take_configured();
    const launch_site site(brackets);
    forget_refusal();
    const bool works = context::instance().sticky == cudaSuccess;
    const cudaError_t e = launch_host(function, grid, block, arguments, shared, false, stream);
    if (brackets && (works || context::instance().forked) && e != cudaSuccess) {
        const std::shared_ptr<kernel> k = context::instance().find_kernel(function);
        note_refused_launch(k ? k->name : "?", e);
    }
    return e;
}
} // namespace

} // namespace cuda_emulator

extern "C" {

cudaError_t __cudaLaunchKernel(cudaKernel_t k, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                               cudaStream_t stream)
{
    return launch_by_host_code(k, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             cudaStream_t stream)
{
    return launch_by_host_code(function, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared, cudaStream_t stream)
{
    return launch_host(function, grid, block, arguments, shared, true, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments)
{
    if (!config || (config->numAttrs && !config->attrs)) return record(cudaErrorInvalidValue);
    CUDA_EMULATOR_ENTER();
    if (const cudaError_t e = check_preferred_clusters(function, *config)) return record(e);
    bool cooperative = false;
    for (unsigned n = 0; n < config->numAttrs; ++n) {
        const cudaLaunchAttribute& a = config->attrs[n];
        if (a.id == cudaLaunchAttributeCooperative) cooperative = a.val.cooperative != 0;
    }
    if (!has_known_attributes(*config)) {
        spoil_capture(config->stream);
        return record(cudaErrorInvalidValue);
    }
    if (const cudaError_t e = refuse_events(*config)) {
        if (e != cudaErrorNotSupported) spoil_capture(config->stream); // as by any refused launch
        return record(e);
    }
    const cudaError_t e = launch_host(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                                      cooperative, config->stream, cluster_attribute(*config), config);
    return e == cudaSuccess ? record_events(*config) : e;
}

} // extern "C"
