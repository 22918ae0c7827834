// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules with their kernels, variables and references. A CUmodule is a registered fat binary or a loaded image. A
// CUfunction is a kernel.
#include "driver/call.h"
#include "runtime/device_queue.h"
#include "runtime/image.h"
#include "runtime/reference.h"

using namespace cuda_emulator;

namespace {

// Returns null if the handle belongs to no module.
loaded_module* module_of(CUmodule handle)
{
    context& c = context::instance();
    for (const auto& m : c.modules)
        if (m.get() == reinterpret_cast<loaded_module*>(handle)) return m.get();
    return nullptr;
}

// Calls `find` with the module while holding the lock.
template <class Function>
CUresult in_module(CUmodule handle, const char* name, Function find)
{
    if (const CUresult e = check_current_context()) return e;
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

template <class Make>
CUresult load(CUmodule* out, unsigned count, const CUjit_option* options, void** values, Make make)
{
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    return call_runtime([&] {
        CUDA_EMULATOR_ENTER();
        const auto* numbers = reinterpret_cast<const int*>(options);
        if (!jit_options::are_valid(count, numbers, values)) return cudaErrorInvalidValue;
        loaded_module* m = nullptr;
        jit_options jit(count, numbers, values);
        if (const cudaError_t e = load_image(m, jit, loading::at_once, make)) return e;
        *out = reinterpret_cast<CUmodule>(m);
        return cudaSuccess;
    });
}

} // namespace

extern "C" {

CUresult cuModuleLoad(CUmodule* out, const char* path)
{
    if (!path) return CUDA_ERROR_INVALID_VALUE;
    return load(out, 0, nullptr, nullptr, [&] {
        const std::string bytes = read_image(path);
        return ptx_of_image(bytes.data(), bytes.size());
    });
}
CUresult cuModuleLoadDataEx(CUmodule* out, const void* image, unsigned count, CUjit_option* options, void** values)
{
    if (!image) return CUDA_ERROR_INVALID_VALUE;
    return load(out, count, options, values, [&] { return ptx_of_image(image); });
}
CUresult cuModuleLoadData(CUmodule* out, const void* image)
{
    return cuModuleLoadDataEx(out, image, 0, nullptr, nullptr);
}
CUresult cuModuleLoadFatBinary(CUmodule* out, const void* image)
{
    return cuModuleLoadDataEx(out, image, 0, nullptr, nullptr);
}
CUresult cuModuleUnload(CUmodule handle)
{
    wait_for_queue(); // its kernels may need the lock of in_module()
    return in_module(handle, "", [](loaded_module& m) {
        context::instance().unload(m);
        return CUDA_SUCCESS;
    });
}
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode)
{
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_LAZY_LOADING; // functions are decoded on first use
    return CUDA_SUCCESS;
}
CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule handle)
{
    return call_runtime([&] { return cudaLibraryGetKernelCount(count, reinterpret_cast<cudaLibrary_t>(handle)); });
}
CUresult cuModuleEnumerateFunctions(CUfunction* out, unsigned count, CUmodule handle)
{
    return call_runtime([&] {
        return cudaLibraryEnumerateKernels(reinterpret_cast<cudaKernel_t*>(out), count,
                                           reinterpret_cast<cudaLibrary_t>(handle));
    });
}
CUresult cuModuleGetFunction(CUfunction* out, CUmodule handle, const char* name)
{
    return in_module(handle, name, [&](loaded_module& m) {
        if (!out) return CUDA_ERROR_INVALID_VALUE;
        kernel* k = context::instance().kernel_named(m, name);
        if (!k) return CUDA_ERROR_NOT_FOUND;
        *out = reinterpret_cast<CUfunction>(k);
        return CUDA_SUCCESS;
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

} // extern "C"
