// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches. A launch runs the kernel to completion before it returns, so all streams are in order.
#include "runtime/capture.h"
#include "runtime/cluster.h"
#include "runtime/recording.h"
#include "runtime/registration.h"
#include "runtime/stream_order.h"
#include "runtime/unread_errors.h"
#include "runtime/unsupported.h"

#include "execute/grid.h"
#include "machine/fault.h"
#include "machine/kernel_name.h"
#include "memory/device_memory.h"
#include "profile/totals.h"
#include "trace/trace.h"
#include "translate/translation.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

using namespace cuda_emulator;

namespace cuda_emulator {

namespace {

// machine/ does not include CUDA headers and has its own error values.
constexpr bool is(device_error ours, cudaError_t theirs) { return static_cast<int>(ours) == static_cast<int>(theirs); }
static_assert(is(device_error::memory_allocation, cudaErrorMemoryAllocation));
static_assert(is(device_error::illegal_address, cudaErrorIllegalAddress));
static_assert(is(device_error::launch_timeout, cudaErrorLaunchTimeout));
static_assert(is(device_error::assertion, cudaErrorAssert));
static_assert(is(device_error::hardware_stack, cudaErrorHardwareStackError));
static_assert(is(device_error::illegal_instruction, cudaErrorIllegalInstruction));
static_assert(is(device_error::misaligned_address, cudaErrorMisalignedAddress));
static_assert(is(device_error::invalid_pc, cudaErrorInvalidPc));
static_assert(is(device_error::launch_failure, cudaErrorLaunchFailure));

std::uint64_t threads_of(dim3 block) { return std::uint64_t{block.x} * block.y * block.z; }

// Limit of local memory per thread, from the programming guide.
constexpr std::size_t most_local_bytes = 512 * 1024;

// Returns the launch error for this grid and block, or cudaSuccess. An H200 returns cudaErrorInvalidValue for
// dimensions that do not fit (CUDA 13.0, driver 580). The manual documents cudaErrorInvalidConfiguration. keep_launch()
// makes the test for captured launches.
cudaError_t refuse_dimensions(dim3 grid, dim3 block)
{
    constexpr std::uint64_t most_threads = 1024;
    if (!grid.x || !grid.y || !grid.z || !threads_of(block)) return cudaErrorInvalidValue;
    if (block.x > 1024 || block.y > 1024 || block.z > 64 || threads_of(block) > most_threads)
        return cudaErrorInvalidValue;
    if (grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535) return cudaErrorInvalidValue;
    return cudaSuccess;
}

} // namespace

cudaError_t launch_kernel(kernel& k, dim3 grid, dim3 block, void** arguments, std::size_t shared, bool cooperative,
                          dim3 cluster)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    if (c.sticky != cudaSuccess) return record(c.sticky);
    c.activate();
    if (const cudaError_t e = refuse_dimensions(grid, block)) return record(e);
    const program* code = k.decoded();
    if (!code) {
        c.sticky = cudaErrorInvalidPtx;
        return record(cudaErrorInvalidPtx);
    }
    const ptx::function& f = *code->kernel->source;
    if (f.maximum_threads && threads_of(block) > std::uint64_t(f.maximum_threads)) return record(cudaErrorInvalidValue);
    launch_clusters clusters;
    if (const cudaError_t e = clusters_of(k, *code, cluster, grid, clusters)) return record(e);
    if (code->local_bytes > most_local_bytes) {
        c.print_finding("kernel '" + demangled(k.name) + "' has " + std::to_string(code->local_bytes) +
                        " bytes of local variables in each thread: a GPU has room for " +
                        std::to_string(most_local_bytes));
        return record(cudaErrorLaunchOutOfResources);
    }
    const std::size_t static_shared = code->static_shared();
    const std::size_t most =
        k.maximum_dynamic_shared >= 0 ? std::size_t(limits_of(c.architecture()).shared_opt_in) : std::size_t{48} * 1024;
    if (shared > most || static_shared + shared > most ||
        (k.maximum_dynamic_shared >= 0 &&
         shared > std::max<std::size_t>(k.maximum_dynamic_shared,
                                        48 * 1024 - std::min<std::size_t>(static_shared, 48 * 1024))))
        return record(cudaErrorInvalidValue);
    if (cooperative && !fits_at_once(*code, grid, block, shared)) return record(cudaErrorCooperativeLaunchTooLarge);
    // The launch uses the bindings that texture references have now.
    if (const cudaError_t e = k.owner->references().refresh()) return record(e);
    if (code->uses_heap) device_memory::instance().begin_heap();
    launch l;
    static std::atomic<std::uint64_t> next_id{1};
    l.id = next_id++;
    l.code = code;
    l.grid = {grid.x, grid.y, grid.z};
    l.block = {block.x, block.y, block.z};
    l.cluster = {clusters.size.x, clusters.size.y, clusters.size.z};
    l.has_clusters = clusters.given;
    l.dynamic_shared = static_cast<std::uint32_t>(shared);
    l.shared_unit = c.architecture() < 80 ? 256 : 128;
    l.cooperative = cooperative;
    l.check = c.check();
    l.memory_check = c.memory_check();
    l.lock_step = c.runs_in_lock_step();
    l.stack_limit = static_cast<std::uint32_t>(std::clamp<std::size_t>(c.stack_limit, 16 * 1024, most_local_bytes));
    // The kernel's parameters may need up to 64 bytes of alignment.
    l.parameters.resize(code->parameter_bytes + 128);
    l.parameter_base = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(l.parameters.data()) + 63) / 64 * 64);
    for (std::size_t n = 0; n < code->parameters.size(); ++n) {
        if (!arguments || !arguments[n]) return record(cudaErrorInvalidValue);
        std::memcpy(l.parameter_base + code->parameters[n].offset, arguments[n], code->parameters[n].size);
    }
    void* workspace = nullptr;
    if (cooperative) {
        workspace = device_memory::instance().allocate(64, allocation_kind::device, 0, 512, "grid workspace");
        std::memset(workspace, 0, 64);
        const unsigned size = 64;
        std::memcpy(workspace, &size, 4);
        l.workspace = reinterpret_cast<std::uint64_t>(workspace);
    }
    cuda_emulator_counters counted = {};
    const bool counts = counter_totals::instance().counting();
    trace* const recording = trace::wanted();
    if (counts || recording) l.counters = &counted;
    if (recording) l.observer = recording->begin(l, k.name, k.shared_from_this());
    begin_recorded_launch(l, k);
    k.has_run = true;
    std::string error;
    // Only the interpreter records each access.
    if (!l.memory_check.races && !checks_streams()) find_translations(l);
    try {
        touched_bytes touched;
        if (checks_streams()) {
            if (!runs_graph()) name_work("kernel '" + demangled(k.name) + "'");
            touched = [](std::uint64_t at, std::uint64_t bytes, bool writes) {
                work_touches(reinterpret_cast<const void*>(at), bytes, writes);
            };
        }
        const auto resident =
            std::uint64_t(blocks_per_multiprocessor(*code, static_cast<int>(threads_of(block)), shared)) *
            multiprocessor_count;
        execute(l, touched, resident);
        if (counts) counter_totals::instance().add(&k, k.name, counted);
    } catch (const device_fault& x) {
        error = x.what();
        const bool in_words_of_cuda = x.code == device_error::assertion;
        if (in_words_of_cuda) {
            std::fflush(stdout);
            std::fprintf(stderr, "%s\n", x.what());
        }
        c.print_finding(in_words_of_cuda ? std::string{} : x.what());
        c.sticky = static_cast<cudaError_t>(x.code);
    } catch (const std::exception& x) {
        error = x.what();
        c.print_finding("kernel '" + demangled(k.name) + "': " + x.what());
        c.sticky = cudaErrorLaunchFailure;
    }
    if (recording) recording->end(error);
    end_recorded_launch(error);
    if (workspace) device_memory::instance().free(workspace, false);
    // The launch itself succeeds. The next call reports the fault, as on a GPU.
    return cudaSuccess;
}

namespace {
cudaError_t launch_host(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                        bool cooperative, cudaStream_t stream, dim3 cluster = no_cluster())
{
    CUDA_EMULATOR_ENTER();
    const std::shared_ptr<kernel> k = context::instance().find_kernel(function);
    if (!k) return record(cudaErrorInvalidDeviceFunction);
    cudaError_t error = cudaSuccess;
    switch (submit(stream, error)) {
    case submission::run:
        return launch_kernel(*k, grid, block, arguments, shared, cooperative, cluster);
    case submission::note: {
        auto kept = keep_launch(k, grid, block, arguments, shared, cooperative, cluster, error);
        if (!kept) return record(error);
        note(stream, cudaGraphNodeTypeKernel, [kept] { return kept->run(); })->launch = kept;
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
