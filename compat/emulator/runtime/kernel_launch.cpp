// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches a kernel: refuses what no GPU would launch, describes the launch to the machine, and runs it to completion,
// with the grids that it launches. A kernel that may wait for the host runs in a thread of the device, and may go on
// there after its launch.
#include "runtime/kernel_launch.h"

#include "runtime/capture.h"
#include "runtime/child_launches.h"
#include "runtime/cluster.h"
#include "runtime/launch_refusal.h"
#include "runtime/managed_watch.h"
#include "runtime/progress.h"
#include "runtime/recording.h"
#include "runtime/stream_order.h"

#include "coverage/coverage.h"
#include "execute/grid.h"
#include "machine/fault.h"
#include "machine/kernel_name.h"
#include "memory/device_memory.h"
#include "profile/totals.h"
#include "settings/schedule_seed.h"
#include "trace/trace.h"
#include "translate/translation.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

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

// A launch as the program asks for it.
struct launch_request {
    kernel& function;
    dim3 grid, block;
    std::size_t shared;
    bool cooperative;
};

// Limit of local memory per thread, from the programming guide.
constexpr std::size_t most_local_bytes = 512 * 1024;

// "256 threads", or with more than one dimension "16x16x1 threads".
std::string count_text(dim3 size, const char* of_what)
{
    return (size.y == 1 && size.z == 1 ? std::to_string(size.x) : size_text(size)) + " " + of_what;
}

// Returns the launch error for this grid and block, or cudaSuccess. An H200 returns cudaErrorInvalidValue for
// dimensions that do not fit (CUDA 13.0, driver 580). The manual documents cudaErrorInvalidConfiguration.
cudaError_t refuse_dimensions(dim3 grid, dim3 block)
{
    constexpr unsigned most_threads = 1024, most_z = 64, most_blocks = 0x7fffffffu, most_yz = 65535;
    const auto refused = [](const std::string& why) { return launch_refused(cudaErrorInvalidValue, why); };
    if (!grid.x || !grid.y || !grid.z) return refused(count_text(grid, "blocks in the grid"));
    if (!block.x || !block.y || !block.z) return refused(count_text(block, "threads in a block"));
    if (block.x > most_threads || block.y > most_threads || threads_of(block) > most_threads) {
        // The two numbers of <<<>>> in the wrong order are a frequent mistake.
        const bool swapped = grid.x > 1 && grid.x <= most_threads && grid.y == 1 && grid.z == 1;
        return refused(count_text(block, "threads in a block") + ", and at most " + std::to_string(most_threads) +
                       " are possible" + (swapped ? ": <<<>>> has the number of blocks first" : ""));
    }
    if (block.z > most_z)
        return refused("a block of " + size_text(block) + " threads, and its z is at most " + std::to_string(most_z));
    if (grid.x > most_blocks || grid.y > most_yz || grid.z > most_yz)
        return refused("a grid of " + size_text(grid) + " blocks, and at most " +
                       size_text(dim3(most_blocks, most_yz, most_yz)) + " are possible");
    return cudaSuccess;
}

// Returns the launch error for this size of dynamic shared memory, or cudaSuccess.
cudaError_t refuse_shared_memory(const kernel& k, const program& code, std::size_t shared)
{
    constexpr std::size_t default_limit = 48 * 1024;
    const std::size_t static_shared = code.static_shared();
    const bool is_raised = k.maximum_dynamic_shared >= 0;
    const std::size_t most =
        is_raised ? std::size_t(limits_of(context::instance().architecture()).shared_opt_in) : default_limit;
    const std::size_t rest = default_limit - std::min(static_shared, default_limit);
    const std::size_t allowed = std::max<std::size_t>(std::max(k.maximum_dynamic_shared, 0), rest);
    if (shared <= most && static_shared + shared <= most && (!is_raised || shared <= allowed)) return cudaSuccess;
    const std::size_t room = std::min(allowed, most - std::min(static_shared, most));
    return launch_refused(cudaErrorInvalidValue,
                          std::to_string(shared) + " bytes of dynamic shared memory" +
                              (static_shared ? " beside " + std::to_string(static_shared) + " bytes of static" : "") +
                              ", and " + std::to_string(room) + " are possible " +
                              (is_raised && room == allowed ? "by the kernel's"
                               : is_raised                  ? "on this device, also with its"
                                                            : "without") +
                              " cudaFuncAttributeMaxDynamicSharedMemorySize (cudaFuncSetAttribute)");
}

// Returns the error for a launch that needs more than the device has, or cudaSuccess. `cluster` is the launch's
// attribute. Sets the clusters, and the grid in blocks.
cudaError_t refuse_resources(launch_request& r, const program& code, dim3 cluster, launch_clusters& clusters)
{
    const ptx::function& f = *code.kernel->source;
    if (f.maximum_threads && threads_of(r.block) > std::uint64_t(f.maximum_threads))
        return launch_refused(cudaErrorInvalidValue, count_text(r.block, "threads in a block") +
                                                         ", and the kernel's own limit is " +
                                                         std::to_string(f.maximum_threads) + " (__launch_bounds__)");
    if (const cudaError_t e = clusters_of(r.function, code, cluster, r.grid, clusters)) return e;
    if (code.local_bytes > most_local_bytes) {
        const std::string why = std::to_string(code.local_bytes) +
                                " bytes of local variables in each thread: a GPU has room for " +
                                std::to_string(most_local_bytes);
        context::instance().print_finding("kernel '" + name_in_message(r.function.name) + "' has " + why);
        return launch_refused(cudaErrorLaunchOutOfResources, why);
    }
    if (const cudaError_t e = refuse_shared_memory(r.function, code, r.shared)) return e;
    if (r.cooperative && !fits_at_once(code, r.grid, r.block, r.shared)) return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
}

// The host, or another stream, can only end a kernel's wait by memory that both access, and the kernel then has strong
// accesses of system scope.
bool may_wait_for_host(const program& code)
{
    return code.ordered && code.meets_host && !must_end_in_call() && (!runs_graph() || runs_queue());
}

// Describes the launch to the machine, apart from its parameters.
void describe(launch& l, const launch_request& r, const program& code, const launch_clusters& clusters)
{
    context& c = context::instance();
    static std::atomic<std::uint64_t> next_id{1};
    l.id = next_id++;
    l.code = &code;
    l.grid = {r.grid.x, r.grid.y, r.grid.z};
    l.block = {r.block.x, r.block.y, r.block.z};
    l.cluster = {clusters.size.x, clusters.size.y, clusters.size.z};
    l.has_clusters = clusters.given;
    l.dynamic_shared = static_cast<std::uint32_t>(r.shared);
    l.shared_unit = c.architecture() < 80 ? 256 : 128;
    l.cooperative = r.cooperative;
    l.is_concurrent = may_wait_for_host(code) || has_queued_work();
    l.check = c.check();
    l.memory_check = c.memory_check();
    if (code.block_atomics && l.memory_check.block_atomics && l.grid.volume() > 1) l.memory_check.races = true;
    l.memory_check.managed = managed_watch::covers(code);
    l.lock_step = c.runs_in_lock_step();
    l.stack_limit = static_cast<std::uint32_t>(std::clamp<std::size_t>(c.stack_limit, 16 * 1024, most_local_bytes));
}

void make_room_for_parameters(launch& l)
{
    // The kernel's parameters may need up to 64 bytes of alignment.
    l.parameters.resize(l.code->parameter_bytes + 128);
    l.parameter_base = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(l.parameters.data()) + 63) / 64 * 64);
}

// Copies the arguments into the launch's parameters. Returns false if one is missing.
bool copy_arguments(launch& l, void** arguments)
{
    make_room_for_parameters(l);
    for (std::size_t n = 0; n < l.code->parameters.size(); ++n) {
        if (!arguments || !arguments[n]) return false;
        std::memcpy(l.parameter_base + l.code->parameters[n].offset, arguments[n], l.code->parameters[n].size);
    }
    return true;
}

// The memory by which the blocks of a cooperative launch synchronise. Other launches have none.
class grid_workspace {
public:
    explicit grid_workspace(launch& l)
    {
        if (!l.cooperative) return;
        constexpr unsigned size = 64;
        memory_ = device_memory::instance().allocate(size, allocation_kind::device, 0, 512, "grid workspace");
        std::memset(memory_, 0, size);
        std::memcpy(memory_, &size, sizeof size);
        l.workspace = reinterpret_cast<std::uint64_t>(memory_);
    }
    ~grid_workspace()
    {
        if (memory_) device_memory::instance().free(memory_, false);
    }
    grid_workspace(const grid_workspace&) = delete;

private:
    void* memory_ = nullptr;
};

// Receives the bytes that a kernel touches, for the check of streams. Empty if the check is off.
touched_bytes note_touched(const kernel& k)
{
    if (!checks_streams()) return {};
    if (!runs_graph()) name_work("kernel '" + name_in_message(k.name) + "'");
    return [](std::uint64_t at, std::uint64_t bytes, bool writes) {
        work_touches(reinterpret_cast<const void*>(at), bytes, writes);
    };
}

// Runs the launch to its end. A fault is a finding and becomes the sticky error. Returns its message, or "".
std::string execute_or_fault(const kernel& k, launch& l)
{
    context& c = context::instance();
    const auto threads = static_cast<int>(l.block.volume());
    const auto resident =
        std::uint64_t(blocks_per_multiprocessor(*l.code, threads, l.dynamic_shared)) * multiprocessor_count();
    try {
        execute(l, note_touched(k), resident);
        managed_watch::ran(name_in_message(k.name));
        return "";
    } catch (const device_fault& x) {
        const bool in_words_of_cuda = x.code == device_error::assertion;
        if (in_words_of_cuda) {
            std::fflush(stdout);
            std::fprintf(stderr, "%s\n", x.what());
        }
        c.print_finding(in_words_of_cuda ? std::string{} : x.what());
        c.sticky = static_cast<cudaError_t>(x.code);
        return x.what();
    } catch (const std::exception& x) {
        c.print_finding("kernel '" + name_in_message(k.name) + "': " + x.what());
        c.sticky = cudaErrorLaunchFailure;
        return x.what();
    }
}

// Runs the launch with the counters, the trace and the coverage that the program's user wants.
void run_observed(kernel& k, launch& l)
{
    cuda_emulator_counters counted = {};
    const bool counts = counter_totals::instance().counting();
    trace* const recording = trace::wanted();
    if (counts || recording) l.counters = &counted;
    if (recording) l.observer = recording->begin(l, k.name, k.shared_from_this());
    begin_recorded_launch(l, k);
    k.has_run = true;
    coverage* const covering = coverage::wanted();
    if (covering) {
        l.observer = covering->begin(l, k.shared_from_this(), l.observer, counts);
        l.counters = &counted;
    }
    // Only the interpreter records each access, counts each line, and changes the order.
    if (!l.memory_check.races && !checks_streams() && !covering && !schedule_seed()) k.translations->find(l);
    const std::string error = [&] {
        const launch_progress counting(k, l);
        return execute_or_fault(k, l);
    }();
    if (counts && error.empty()) counter_totals::instance().add(&k, k.name, counted);
    if (recording) recording->end(error);
    end_recorded_launch(error);
}

// Runs a grid. Appends what its kernel launches to `waiting`, of which the last is the next to run.
void run_grid(kernel& k, launch& l, int depth, std::vector<child_launch>& waiting)
{
    const grid_workspace workspace(l);
    child_launches children(k, depth);
    l.runtime = &children;
    run_observed(k, l);
    children.move_to(waiting);
}

// A kernel of libcudadevrt, which copies or fills memory. Some of its threads return before a barrier, as GPUs allow.
bool is_of_device_runtime(const kernel& k) { return k.name.find("_cuda_device_runtime_cu_") != std::string::npos; }

// Notes what fixes a limit: the heap's size, and that of printf().
void note_resources(const program& code)
{
    context& c = context::instance();
    if (code.uses_heap) device_memory::instance().begin_heap();
    if (code.uses_printf) c.printf_begun = c.resets + 1;
}

// Runs the grids that kernels launched, until none is left or one has a fault.
void run_children(std::vector<child_launch>& waiting)
{
    while (!waiting.empty() && context::instance().sticky == cudaSuccess) {
        const child_launch next = std::move(waiting.back());
        waiting.pop_back();
        kernel& k = *next.function;
        launch_request request{k, next.grid, next.block, next.shared, false};
        launch_clusters clusters;
        if (refuse_resources(request, *k.code, dim3(0, 0, 0), clusters)) continue; // launch() refused it already
        launch l;
        describe(l, request, *k.code, clusters);
        if (is_of_device_runtime(k)) l.check.exited = false;
        make_room_for_parameters(l);
        std::copy(next.parameters.begin(), next.parameters.end(), l.parameter_base);
        note_resources(*k.code);
        run_grid(k, l, next.depth, waiting);
    }
}

} // namespace

bool must_end_in_call()
{
    return trace::wanted() || coverage::wanted() || records_run() || schedule_seed() || checks_streams();
}

bool may_wait_for_host(kernel& k)
{
    const program* const code = k.decoded();
    return code && may_wait_for_host(*code);
}

cudaError_t refuse_launch(kernel& k, dim3 grid, dim3 block, std::size_t shared, bool cooperative, dim3 cluster)
{
    if (const cudaError_t e = refuse_dimensions(grid, block)) return e;
    launch_request request{k, grid, block, shared, cooperative};
    launch_clusters clusters;
    return refuse_resources(request, *k.code, cluster, clusters);
}

cudaError_t launch_kernel(kernel& k, dim3 grid, dim3 block, void** arguments, std::size_t shared, bool cooperative,
                          dim3 cluster, cudaStream_t stream)
{
    context& c = context::instance();
    std::unique_lock lock(c.mutex);
    if (c.sticky != cudaSuccess) return record(c.sticky);
    c.activate();
    if (const cudaError_t e = refuse_dimensions(grid, block)) return record(e);
    const program* const code = k.decoded();
    if (!code) {
        c.sticky = cudaErrorInvalidPtx;
        return record(cudaErrorInvalidPtx);
    }
    launch_request request{k, grid, block, shared, cooperative};
    launch_clusters clusters;
    if (const cudaError_t e = refuse_resources(request, *code, cluster, clusters)) return record(e);
    // The launch uses the bindings that texture references have now.
    if (const cudaError_t e = k.owner->references().refresh()) return record(e);
    note_resources(*code);
    const auto l = std::make_shared<launch>();
    describe(*l, request, *code, clusters);
    if (!copy_arguments(*l, arguments)) return record(cudaErrorInvalidValue);
    const auto run = [k = k.shared_from_this(), l] {
        std::vector<child_launch> waiting;
        run_grid(*k, *l, 0, waiting);
        run_children(waiting);
    };
    if (!may_wait_for_host(*code)) {
        run();
        return cudaSuccess; // the next call reports a fault, as on a GPU
    }
    lock.unlock(); // other kernels may run meanwhile
    const auto run_and_ask = [l, run] {
        l->ask_host = question_of_work();
        run();
    };
    bool known;
    if (runs_queue()) {
        run_and_ask();
    } else {
        run_beside_host(stream_of(stream, known), run_and_ask);
    }
    return cudaSuccess;
}

} // namespace cuda_emulator
