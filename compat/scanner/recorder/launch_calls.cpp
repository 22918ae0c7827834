// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches, and what nvcc's host code registers before main: kernels and variables.
#include "copied_rows.h"
#include "memory_read.h"
#include "next_call.h"
#include "recorded_launch.h"
#include "recorder.h"

#include <mutex>
#include <unordered_map>

using namespace cuda_recorder;

namespace {

// Kernels by the host's function, and by the handle that newer host code launches with.
struct known_kernels {
    std::mutex mutex;
    std::unordered_map<const void*, std::string> names;
    std::unordered_map<const void*, cudaKernel_t> handles;
};
known_kernels& kernels()
{
    static auto& all = *new known_kernels;
    return all;
}

template <class Launch>
cudaError_t launched(const void* function, const launch_shape& shape, void** arguments, Launch launch)
{
    recorder* const r = recorder::wanted();
    if (!r) return launch();
    if (is_captured(shape.stream)) {
        r->not_seen("launches that are captured in a graph");
        return launch();
    }
    recorded_launch recorded(*r, function, shape);
    const cudaError_t error = launch();
    recorded.end(arguments, error);
    return error;
}

template <class Launch>
cudaError_t launched(const cudaLaunchConfig_t* c, const void* function, void** arguments, cudaStream_t default_stream,
                     Launch launch)
{
    if (!c) return launch();
    return launched(function, {c->gridDim, c->blockDim, c->dynamicSmemBytes, c->stream ? c->stream : default_stream},
                    arguments, launch);
}

} // namespace

launched_kernel cuda_recorder::kernel_of(const void* function)
{
    launched_kernel out;
    known_kernels& all = kernels();
    {
        std::lock_guard lock(all.mutex);
        if (const auto name = all.names.find(function); name != all.names.end()) out.mangled = name->second;
        if (const auto handle = all.handles.find(function); handle != all.handles.end()) out.handle = handle->second;
    }
    using get_kernel = cudaError_t(cudaKernel_t*, const void*);
    static auto* const get = reinterpret_cast<get_kernel*>(next_address_if_any("cudaGetKernel"));
    // The call is made for known functions alone: its failure would be the program's last error.
    if (!out.handle && get && !out.mangled.empty()) get(&out.handle, function);
    if (out.mangled.empty()) out.mangled = "a kernel without a name";
    if (recorder* const r = recorder::wanted()) r->ran(out.mangled);
    return out;
}

extern "C" {

// Declared by nvcc's own headers alone.
void __cudaRegisterFunction(void** module, const char* host, char* device, const char* name, int threads, uint3* tid,
                            uint3* bid, dim3* block, dim3* grid, int* warp)
{
    using function = void(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
    static auto* const real = next_call<function>("__cudaRegisterFunction");
    real(module, host, device, name, threads, tid, bid, block, grid, warp);
    recorder* const r = recorder::wanted();
    if (!r) return;
    r->registered_kernel(host, name);
    std::lock_guard lock(kernels().mutex);
    kernels().names[host] = name;
}

void __cudaRegisterVar(void** module, char* host, char* device, const char* name, int external, std::size_t bytes,
                       int constant, int global)
{
    using function = void(void**, char*, char*, const char*, int, std::size_t, int, int);
    static auto* const real = next_call<function>("__cudaRegisterVar");
    real(module, host, device, name, external, bytes, constant, global);
    if (recorder* const r = recorder::wanted()) r->registered_variable(host, name, bytes, constant != 0);
}

void __cudaRegisterManagedVar(void** module, void** where, char* device, const char* name, int external,
                              std::size_t bytes, int constant, int global)
{
    using function = void(void**, void**, char*, const char*, int, std::size_t, int, int);
    static auto* const real = next_call<function>("__cudaRegisterManagedVar");
    real(module, where, device, name, external, bytes, constant, global);
    if (recorder* const r = recorder::wanted()) r->registered_managed(where, name, bytes);
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host)
{
    using function = cudaError_t(cudaKernel_t*, const void*);
    static auto* const real = next_call<function>("__cudaGetKernel");
    const cudaError_t error = real(kernel, host);
    if (error != cudaSuccess || !recorder::wanted()) return error;
    known_kernels& all = kernels();
    std::lock_guard lock(all.mutex);
    if (const auto name = all.names.find(host); name != all.names.end()) {
        const std::string copy = name->second; // the table may move
        all.names[*kernel] = copy;
    }
    all.handles[*kernel] = *kernel;
    return error;
}

using launch_by_handle = cudaError_t(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t __cudaLaunchKernel(cudaKernel_t k, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                               cudaStream_t stream)
{
    static auto* const real = next_call<launch_by_handle>("__cudaLaunchKernel");
    return launched(k, {grid, block, shared, stream}, arguments,
                    [&] { return real(k, grid, block, arguments, shared, stream); });
}
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t k, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                    cudaStream_t stream)
{
    static auto* const real = next_call<launch_by_handle>("__cudaLaunchKernel_ptsz");
    return launched(k, {grid, block, shared, stream ? stream : cudaStreamPerThread}, arguments,
                    [&] { return real(k, grid, block, arguments, shared, stream); });
}

cudaError_t cudaLaunchKernel(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             cudaStream_t stream)
{
    return launched(f, {grid, block, shared, stream}, arguments,
                    [&] { return CUDA_RECORDER_NEXT(cudaLaunchKernel)(f, grid, block, arguments, shared, stream); });
}
cudaError_t cudaLaunchKernel_ptsz(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                  cudaStream_t stream)
{
    static auto* const real = next_call<decltype(::cudaLaunchKernel)>("cudaLaunchKernel_ptsz");
    return launched(f, {grid, block, shared, stream ? stream : cudaStreamPerThread}, arguments,
                    [&] { return real(f, grid, block, arguments, shared, stream); });
}

cudaError_t cudaLaunchCooperativeKernel(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                        cudaStream_t stream)
{
    return launched(f, {grid, block, shared, stream}, arguments, [&] {
        return CUDA_RECORDER_NEXT(cudaLaunchCooperativeKernel)(f, grid, block, arguments, shared, stream);
    });
}
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* f, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                             cudaStream_t stream)
{
    static auto* const real = next_call<decltype(::cudaLaunchCooperativeKernel)>("cudaLaunchCooperativeKernel_ptsz");
    return launched(f, {grid, block, shared, stream ? stream : cudaStreamPerThread}, arguments,
                    [&] { return real(f, grid, block, arguments, shared, stream); });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* c, const void* f, void** arguments)
{
    return launched(c, f, arguments, nullptr, [&] { return CUDA_RECORDER_NEXT(cudaLaunchKernelExC)(c, f, arguments); });
}
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* c, const void* f, void** arguments)
{
    static auto* const real = next_call<decltype(::cudaLaunchKernelExC)>("cudaLaunchKernelExC_ptsz");
    return launched(c, f, arguments, cudaStreamPerThread, [&] { return real(c, f, arguments); });
}

// The program ends: copies that are under way are waited for, as long as the runtime still works.
void __cudaUnregisterFatBinary(void** module)
{
    using function = void(void**);
    static auto* const real = next_call<function>("__cudaUnregisterFatBinary");
    if (recorder::wanted()) wait_for_pending_copies();
    real(module);
}

} // extern "C"
