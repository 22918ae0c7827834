// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime API's calls that launch kernels. kernel_launch.cpp launches them.
#include "runtime/capture.h"
#include "runtime/cluster.h"
#include "runtime/kernel_launch.h"
#include "runtime/managed_watch.h"
#include "runtime/registration.h"
#include "runtime/stream_order.h"
#include "runtime/unread_errors.h"
#include "runtime/unsupported.h"

using namespace cuda_emulator;

namespace cuda_emulator {

namespace {
cudaError_t launch_host(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                        bool cooperative, cudaStream_t stream, dim3 cluster = no_cluster())
{
    const managed_watch watch;
    CUDA_EMULATOR_ENTER();
    const std::shared_ptr<kernel> k = context::instance().find_kernel(function);
    if (!k) return record(cudaErrorInvalidDeviceFunction);
    cudaError_t error = cudaSuccess;
    const submission what = submit_or_queue(stream, error);
    switch (what) {
    case submission::run:
        return launch_kernel(*k, grid, block, arguments, shared, cooperative, cluster, stream);
    case submission::queue:
    case submission::note: {
        auto kept = keep_launch(k, grid, block, arguments, shared, cooperative, cluster, error);
        if (!kept) return record(error);
        if (what == submission::queue) {
            if (const cudaError_t refused = refuse_launch(*k, grid, block, shared)) return record(refused);
            queue_in(stream, [kept] { return kept->run(); });
        } else {
            note(stream, cudaGraphNodeTypeKernel, [kept] { return kept->run(); })->launch = kept;
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
    const bool by_brackets = take_configured();
    const bool works = context::instance().sticky == cudaSuccess;
    const cudaError_t e = launch_host(function, grid, block, arguments, shared, false, stream);
    if (by_brackets && (works || context::instance().forked) && e != cudaSuccess) {
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
    return launch_host(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, cooperative,
                       config->stream, cluster_attribute(*config));
}

} // extern "C"
