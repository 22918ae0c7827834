// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/child_launches.h"

#include "machine/kernel_name.h"
#include "memory/device_memory.h"
#include "runtime/device_attributes.h"
#include "runtime/kernel_launch.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator {

namespace {

constexpr std::uint64_t tail_stream = 3;              // cudaStreamTailLaunch
constexpr std::uint32_t most_parameter_bytes = 32764; // of a kernel

void* memory_at(std::uint64_t address) { return reinterpret_cast<void*>(address); }

device_runtime_error in_words_of_the_device_runtime(cudaError_t e)
{
    switch (e) {
    case cudaSuccess:
        return device_runtime_error::none;
    case cudaErrorLaunchOutOfResources:
        return device_runtime_error::out_of_resources;
    default:
        return device_runtime_error::invalid_configuration;
    }
}

std::string too_small(const kernel& k, std::size_t buffer, std::size_t parameters)
{
    const std::string needed = std::to_string(parameters);
    return "cudaLaunchDevice() of kernel '" + name_in_message(k.name) + "' has a parameter buffer of " +
           std::to_string(buffer) + " bytes, and the kernel has " + needed +
           " bytes of parameters: the launch is refused; ask cudaGetParameterBuffer() for " + needed +
           " bytes, and store each parameter with the kernel's own type";
}

} // namespace

child_launches::~child_launches()
{
    for (const auto& [buffer, launch] : prepared_)
        device_memory::instance().free(memory_at(buffer), false);
}

// The address of a function is that of its syntax tree, see loaded_module::function_address().
kernel* child_launches::kernel_at(std::uint64_t function)
{
    const auto [at, is_new] = kernels_.emplace(function, nullptr);
    if (!is_new) return at->second;
    for (const ptx::function& f : parent_.owner->load().functions)
        if (f.is_entry && parent_.owner->function_address(f) == function)
            at->second = context::instance().kernel_named(*parent_.owner, std::string(f.name));
    return at->second;
}

std::uint64_t child_launches::parameter_buffer(std::uint64_t function, dimensions grid, dimensions block,
                                               std::uint32_t dynamic_shared)
{
    kernel* const k = kernel_at(function);
    const program* const code = k ? k->decoded() : nullptr;
    if (!code) return 0;
    child_launch one;
    one.function = k;
    one.grid = dim3(grid.x, grid.y, grid.z);
    one.block = dim3(block.x, block.y, block.z);
    one.shared = dynamic_shared;
    one.parameters.resize(code->parameter_bytes);
    return prepare(std::move(one));
}

std::uint64_t child_launches::parameter_buffer(std::uint32_t bytes)
{
    if (bytes > most_parameter_bytes) return 0;
    child_launch one;
    one.parameters.resize(bytes);
    return prepare(std::move(one));
}

std::uint64_t child_launches::prepare(child_launch one)
{
    one.depth = depth_ + 1;
    void* const p = device_memory::instance().allocate(std::max<std::size_t>(one.parameters.size(), 1),
                                                       allocation_kind::device, 0, 512, "parameters of a launch");
    const auto buffer = reinterpret_cast<std::uint64_t>(p);
    if (p) prepared_[buffer] = std::move(one);
    return buffer;
}

device_runtime_error child_launches::launch(std::uint64_t function, std::uint64_t buffer, dimensions grid,
                                            dimensions block, std::uint32_t dynamic_shared, std::uint64_t stream,
                                            std::string& mistake)
{
    kernel* const k = kernel_at(function);
    const program* const code = k ? k->decoded() : nullptr;
    const auto at = prepared_.find(buffer);
    if (!code || at == prepared_.end()) return device_runtime_error::invalid_value;
    if (const std::size_t bytes = at->second.parameters.size(); bytes < code->parameter_bytes) {
        mistake = too_small(*k, bytes, code->parameter_bytes);
        return device_runtime_error::invalid_value;
    }
    at->second.function = k;
    at->second.grid = dim3(grid.x, grid.y, grid.z);
    at->second.block = dim3(block.x, block.y, block.z);
    at->second.shared = dynamic_shared;
    return launch(buffer, stream);
}

device_runtime_error child_launches::launch(std::uint64_t buffer, std::uint64_t stream)
{
    const auto at = prepared_.find(buffer);
    if (at == prepared_.end() || !at->second.function) return device_runtime_error::invalid_value;
    child_launch one = at->second;
    // Every grid above the child waits for it. An H100 (driver 580) counts these launches, and knows no other limit.
    std::uint64_t most_pending = 0;
    limit(cudaLimitDevRuntimePendingLaunchCount, most_pending);
    if (static_cast<std::uint64_t>(one.depth) > most_pending) return device_runtime_error::too_many_pending;
    if (const cudaError_t e = refuse_launch(*one.function, one.grid, one.block, one.shared))
        return in_words_of_the_device_runtime(e);
    const auto* const first = static_cast<const char*>(memory_at(buffer));
    one.parameters.assign(first, first + one.function->code->parameter_bytes);
    (stream == tail_stream ? tail_launches_ : launches_).push_back(std::move(one));
    return device_runtime_error::none;
}

device_runtime_error child_launches::attribute(std::uint32_t number, int device, int& value)
{
    const bool is_known = device == 0 && find_attribute(static_cast<cudaDeviceAttr>(number), value);
    return is_known ? device_runtime_error::none : device_runtime_error::invalid_value;
}

device_runtime_error child_launches::limit(std::uint32_t number, std::uint64_t& value)
{
    const cudaError_t e = cudaDeviceGetLimit(&value, static_cast<cudaLimit>(number));
    return e == cudaSuccess ? device_runtime_error::none : device_runtime_error::invalid_value;
}

device_runtime_error child_launches::occupancy(std::uint64_t function, int threads, std::uint64_t dynamic_shared,
                                               int& blocks)
{
    kernel* const k = kernel_at(function);
    const program* const code = k ? k->decoded() : nullptr;
    if (!code || threads <= 0) return device_runtime_error::invalid_value;
    blocks = blocks_per_multiprocessor(*code, threads, dynamic_shared);
    return device_runtime_error::none;
}

device_runtime_error child_launches::function_attribute(std::uint64_t function, std::uint32_t number, int& value)
{
    kernel* const k = kernel_at(function);
    const program* const code = k ? k->decoded() : nullptr;
    if (!code) return device_runtime_error::invalid_value;
    return find_function_attribute(function_attributes(*k, *code), static_cast<int>(number), value)
               ? device_runtime_error::none
               : device_runtime_error::invalid_value;
}

void child_launches::move_to(std::vector<child_launch>& waiting)
{
    for (auto* const all : {&tail_launches_, &launches_}) {
        std::move(all->rbegin(), all->rend(), std::back_inserter(waiting));
        all->clear();
    }
}

} // namespace cuda_emulator
