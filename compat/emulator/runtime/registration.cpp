// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that nvcc's host code calls before main.
#include "runtime/registration.h"

#include "runtime/context.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

using namespace cuda_emulator;

namespace {
struct call_configuration {
    dim3 grid, block;
    std::size_t shared;
    cudaStream_t stream;
    const void* place; //!< of the <<<>>>
};
thread_local std::vector<call_configuration> configurations;
thread_local const void* configured = nullptr;

loaded_module* module_of(void** handle) { return reinterpret_cast<loaded_module*>(handle); }
} // namespace

const void* cuda_emulator::take_configured() { return std::exchange(configured, nullptr); }

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    try {
        c.modules.push_back(std::make_shared<loaded_module>(fatbin::parts_of_wrapper(wrapper)));
    } catch (const std::exception& x) {
        c.print_finding(x.what());
        c.modules.push_back(std::make_shared<loaded_module>(std::string(x.what())));
    }
    return reinterpret_cast<void**>(c.modules.back().get());
}

void __cudaRegisterFatBinaryEnd(void**) {}

// The program is ending. Static destructors may still free device memory, so the module stays.
void __cudaUnregisterFatBinary(void**) {}

char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    auto k = std::make_shared<kernel>();
    k->owner = module_of(handle)->shared_from_this();
    k->name = name;
    k->host = host;
    c.kernels[host] = std::move(k);
}

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t size, int, int)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    // A C++ reference to a variable at file scope is registered with the variable's address, after the variable. CUDA's
    // runtime keeps the variable. An entry of another module at this address belongs to an unloaded module, so it is
    // replaced.
    const registered_variable one{module_of(handle)->shared_from_this(), name, size, nullptr};
    const auto [at, is_new] = c.variables.try_emplace(host, one);
    if (!is_new && at->second.owner != one.owner) at->second = one;
}

void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int, std::size_t size, int, int)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    c.variables[host] = {module_of(handle)->shared_from_this(), name, size, host};
    // Host code reads the variable through this pointer without a call, so the memory must exist from the start.
    try {
        loaded_module* m = module_of(handle);
        if (const ptx::variable* v = m->find_variable(name)) *host = reinterpret_cast<void*>(m->variable_address(*v));
    } catch (const std::exception& x) {
        c.print_finding(std::string("managed variable '") + name + "': " + x.what());
    }
}

void __cudaRegisterHostVar(void**, const char*, char*, std::size_t) {}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream)
{
    // The call lies before the address to which it returns.
    const void* const place = static_cast<const char*>(__builtin_return_address(0)) - 1;
    configurations.push_back({grid, block, shared, stream, place});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream)
{
    if (configurations.empty()) return record(cudaErrorMissingConfiguration);
    const call_configuration& c = configurations.back();
    *grid = c.grid;
    *block = c.block;
    *shared = c.shared;
    *static_cast<cudaStream_t*>(stream) = c.stream;
    configured = c.place;
    configurations.pop_back();
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* out, const void* host)
{
    const std::shared_ptr<kernel> k = context::instance().find_kernel(host);
    if (!k) return record(cudaErrorInvalidDeviceFunction);
    *out = reinterpret_cast<cudaKernel_t>(k.get());
    return cudaSuccess;
}

cudaError_t cudaGetKernel(cudaKernel_t* out, const void* host) { return __cudaGetKernel(out, host); }

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* out, const void* host)
{
    const std::shared_ptr<kernel> k = context::instance().find_kernel(host);
    if (!out) return record(cudaErrorInvalidValue);
    if (!k) return record(cudaErrorInvalidDeviceFunction);
    context::instance().activate();
    *out = reinterpret_cast<cudaFunction_t>(k.get());
    return cudaSuccess;
}

} // extern "C"
