// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaLibrary*: code that the program loads. A cudaLibrary_t is a loaded module, and a cudaKernel_t is a kernel.
#include "runtime/device_queue.h"
#include "runtime/image.h"

#include <algorithm>

using namespace cuda_emulator;

namespace {

loaded_module* module_of(cudaLibrary_t handle)
{
    for (const auto& m : context::instance().modules)
        if (m.get() == reinterpret_cast<loaded_module*>(handle)) return m.get();
    return nullptr;
}

// Calls `find` with the module while holding the lock.
template <class Function>
cudaError_t in_library(cudaLibrary_t handle, Function find)
{
    CUDA_EMULATOR_ENTER();
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    loaded_module* m = module_of(handle);
    if (!m) return record(cudaErrorInvalidResourceHandle);
    try {
        return record(find(*m));
    } catch (const std::exception& x) {
        c.print_finding(x.what());
        return record(m->code());
    }
}

struct library_options {
    const cudaLibraryOption* options;
    void** values;
    unsigned count;

    bool are_valid() const
    {
        if (count && (!options || !values)) return false;
        return std::all_of(options, options + count, [](cudaLibraryOption o) {
            return o == cudaLibraryHostUniversalFunctionAndDataTable || o == cudaLibraryBinaryIsPreserved;
        });
    }
};

template <class Make>
cudaError_t load(cudaLibrary_t* out, cudaJitOption* options, void** values, unsigned count, const library_options& more,
                 Make make)
{
    CUDA_EMULATOR_ENTER();
    const auto* numbers = reinterpret_cast<const int*>(options);
    if (!out || !more.are_valid() || !jit_options::are_valid(count, numbers, values))
        return record(cudaErrorInvalidValue);
    loaded_module* m = nullptr;
    jit_options jit(count, numbers, values);
    if (const cudaError_t e = load_image(m, jit, loading::lazy, make)) return e;
    *out = reinterpret_cast<cudaLibrary_t>(m);
    return cudaSuccess;
}

std::vector<std::string> kernels_of(loaded_module& m)
{
    std::vector<std::string> names;
    for (const ptx::function& f : m.load().functions)
        if (f.is_entry && f.has_body) names.emplace_back(f.name);
    return names;
}

cudaError_t give_variable(void** address, std::size_t* bytes, cudaLibrary_t library, const char* name, bool managed)
{
    return in_library(library, [&](loaded_module& m) {
        if (!name) return cudaErrorInvalidValue;
        const ptx::variable* v = m.find_variable(name);
        if (!v || ptx::is_reference(v->type) || v->is_managed != managed) return cudaErrorSymbolNotFound;
        if (address) *address = reinterpret_cast<void*>(m.variable_address(*v));
        if (bytes) *bytes = v->size;
        return cudaSuccess;
    });
}

} // namespace

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t* out, const void* code, cudaJitOption* options, void** values,
                                unsigned count, cudaLibraryOption* more, void** more_values, unsigned more_count)
{
    if (!code) return record(cudaErrorInvalidValue);
    return load(out, options, values, count, {more, more_values, more_count}, [&] { return ptx_of_image(code); });
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* out, const char* path, cudaJitOption* options, void** values,
                                    unsigned count, cudaLibraryOption* more, void** more_values, unsigned more_count)
{
    const library_options all{more, more_values, more_count};
    // A file cannot be kept as the program's own memory can.
    if (!path || !all.are_valid() || std::count(more, more + more_count, cudaLibraryBinaryIsPreserved))
        return record(cudaErrorInvalidValue);
    return load(out, options, values, count, all, [&] {
        const std::string bytes = read_image(path);
        return ptx_of_image(bytes.data(), bytes.size());
    });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    wait_for_queue(); // its kernels may need the lock of in_library()
    return in_library(library, [](loaded_module& m) {
        context::instance().unload(m);
        return cudaSuccess;
    });
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* out, cudaLibrary_t library, const char* name)
{
    return in_library(library, [&](loaded_module& m) {
        if (!out || !name) return cudaErrorInvalidValue;
        kernel* k = context::instance().kernel_named(m, name);
        if (!k) return cudaErrorSymbolNotFound;
        *out = reinterpret_cast<cudaKernel_t>(k);
        return cudaSuccess;
    });
}
cudaError_t cudaLibraryGetGlobal(void** address, std::size_t* bytes, cudaLibrary_t library, const char* name)
{
    return give_variable(address, bytes, library, name, false);
}
cudaError_t cudaLibraryGetManaged(void** address, std::size_t* bytes, cudaLibrary_t library, const char* name)
{
    return give_variable(address, bytes, library, name, true);
}
cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library)
{
    return in_library(library, [&](loaded_module& m) {
        if (!count) return cudaErrorInvalidValue;
        *count = 0; // as on an H200, code that does not assemble has no kernels
        try {
            *count = static_cast<unsigned>(kernels_of(m).size());
        } catch (const std::exception& x) {
            context::instance().print_finding(x.what());
        }
        return cudaSuccess;
    });
}
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* out, unsigned count, cudaLibrary_t library)
{
    return in_library(library, [&](loaded_module& m) {
        const std::vector<std::string> names = kernels_of(m);
        if (!out || count == 0) return cudaErrorInvalidValue;
        for (unsigned k = 0; k < count && k < names.size(); ++k)
            out[k] = reinterpret_cast<cudaKernel_t>(context::instance().kernel_named(m, names[k]));
        return cudaSuccess;
    });
}
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t k, cudaFuncAttribute attribute, int value, int device)
{
    if (device != 0) return checked(cudaErrorInvalidDevice);
    return cudaFuncSetAttribute(k, attribute, value);
}

} // extern "C"
