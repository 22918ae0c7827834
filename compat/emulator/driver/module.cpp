// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules, their kernels, variables and references. A CUmodule is a registered fat binary, a CUfunction a kernel.
#include "driver/call.h"
#include "runtime/reference.h"
#include "runtime/unsupported.h"

#include <cstring>

using namespace cuda_emulator;

namespace {

// Null when the handle is of no module.
loaded_module* module_of(CUmodule handle)
{
    context& c = context::instance();
    for (const auto& m : c.modules)
        if (m.get() == reinterpret_cast<loaded_module*>(handle)) return m.get();
    return nullptr;
}
kernel* kernel_of(CUfunction handle) { return context::instance().find_kernel(handle); }

// Calls `find` with the module, under the lock.
template <class Function>
CUresult in_module(CUmodule handle, const char* name, Function find)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    loaded_module* m = module_of(handle);
    if (!m) return CUDA_ERROR_INVALID_HANDLE;
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    try {
        return find(*m);
    } catch (const std::exception& x) {
        c.print_finding(x.what());
        return CUDA_ERROR_INVALID_PTX;
    }
}

template <class T>
CUresult give_reference(loaded_module& m, const char* name, ptx::type kind, T* out)
{
    const ptx::variable* v = m.find_variable(name);
    if (!v || v->type != kind) return CUDA_ERROR_NOT_FOUND;
    *out = reinterpret_cast<T>(m.references().find(*v));
    return *out ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // namespace

extern "C" {

CUresult cuFuncGetModule(CUmodule* out, CUfunction f)
{
    kernel* k = kernel_of(f);
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!k) return CUDA_ERROR_INVALID_HANDLE;
    *out = reinterpret_cast<CUmodule>(k->owner);
    return CUDA_SUCCESS;
}
CUresult cuFuncGetName(const char** out, CUfunction f)
{
    return call_runtime([&] { return cudaFuncGetName(out, f); });
}
CUresult cuFuncGetParamInfo(CUfunction f, std::size_t index, std::size_t* offset, std::size_t* size)
{
    kernel* k = kernel_of(f);
    if (!k) return CUDA_ERROR_INVALID_HANDLE;
    const program* code = k->decoded();
    if (!code) return CUDA_ERROR_INVALID_PTX;
    if (!offset || index >= code->parameters.size()) return CUDA_ERROR_INVALID_VALUE;
    *offset = code->parameters[index].offset;
    if (size) *size = code->parameters[index].size;
    return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* out, CUmodule handle, const char* name)
{
    return in_module(handle, name, [&](loaded_module& m) {
        if (!out) return CUDA_ERROR_INVALID_VALUE;
        for (const auto& k : context::instance().kernels)
            if (k.second->owner == &m && k.second->name == name) {
                *out = reinterpret_cast<CUfunction>(k.second.get());
                return CUDA_SUCCESS;
            }
        return CUDA_ERROR_NOT_FOUND;
    });
}
CUresult cuModuleGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUmodule handle, const char* name)
{
    return in_module(handle, name, [&](loaded_module& m) {
        const ptx::variable* v = m.find_variable(name);
        if (!v) return CUDA_ERROR_NOT_FOUND;
        if (ptx::is_reference(v->type)) return CUDA_ERROR_INVALID_VALUE;
        if (address) *address = m.variable_address(*v);
        if (bytes) *bytes = v->size;
        return CUDA_SUCCESS;
    });
}
CUresult cuModuleGetTexRef(CUtexref* out, CUmodule handle, const char* name)
{
    return in_module(handle, name, [&](loaded_module& m) {
        return out ? give_reference(m, name, ptx::type::texref, out) : CUDA_ERROR_INVALID_VALUE;
    });
}
CUresult cuModuleGetSurfRef(CUsurfref* out, CUmodule handle, const char* name)
{
    return in_module(handle, name, [&](loaded_module& m) {
        return out ? give_reference(m, name, ptx::type::surfref, out) : CUDA_ERROR_INVALID_VALUE;
    });
}

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments,
                        void** extra)
{
    if (!kernel_of(f)) return CUDA_ERROR_INVALID_HANDLE;
    if (extra) return static_cast<CUresult>(cuda_emulator_unsupported_driver("cuLaunchKernel with `extra`"));
    return call_runtime([&] {
        return cudaLaunchKernel(f, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), arguments, shared,
                                stream);
    });
}

} // extern "C"
