// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/own_runtime.h"

#include "check/findings.h"
#include "runtime/context.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <link.h>
#include <mutex>
#include <set>
#include <string>

namespace cuda_emulator {

namespace {

// NVIDIA's libraries that bring their kernels as machine code alone.
constexpr const char* libraries_of_kernels[] = {"libcublas", "libcudnn",    "libcudss",    "libcufft",
                                                "libcurand", "libcusolver", "libcusparse", "libcutensor",
                                                "libnccl",   "libnpp",      "libnvblas",   "libnvjpeg"};

// A text that each version of the runtime has: the string of cudaErrorCallRequiresNewerDriver.
constexpr char text_of_runtime[] = "API call is not supported in the installed CUDA driver";

struct loaded_object {
    std::uintptr_t code = 0;
    bool is_program = false, has_runtime = false, brings_kernels = false;
    std::string path;
};

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_runtime(const std::string& path) { return file_name(path).compare(0, 12, "libcudart.so") == 0; }

bool is_library_of_kernels(const std::string& path)
{
    const std::string name = file_name(path);
    for (const char* library : libraries_of_kernels)
        if (name.compare(0, std::strlen(library), library) == 0) return true;
    return false;
}

// Called for each loaded object, the program first.
int look_at_object(dl_phdr_info* info, std::size_t, void* data)
{
    auto& o = *static_cast<loaded_object*>(data);
    const auto each_segment = [&](auto f) {
        for (int k = 0; k < info->dlpi_phnum; ++k) {
            const auto& s = info->dlpi_phdr[k];
            if (s.p_type == PT_LOAD && f(info->dlpi_addr + s.p_vaddr, s)) return true;
        }
        return false;
    };
    if (!each_segment([&](std::uintptr_t at, const auto& s) { return o.code - at < s.p_memsz; })) return 0;
    o.path = info->dlpi_name;
    o.is_program = o.path.empty();
    if (o.is_program) o.path = program_invocation_name;
    // The libraries of that list are too large to be searched.
    o.brings_kernels = !o.is_program && is_library_of_kernels(o.path);
    o.has_runtime =
        o.brings_kernels || each_segment([&](std::uintptr_t at, const auto& s) {
            return (s.p_flags & PF_R) && !(s.p_flags & PF_W) &&
                   memmem(reinterpret_cast<const void*>(at), s.p_filesz, text_of_runtime, sizeof text_of_runtime - 1);
        });
    return 1;
}

// Python's packages raise the errors of their runtime as exceptions, and some only ask for its version.
bool is_module_of_python(const loaded_object& o)
{
    const std::string name = file_name(o.path);
    return name.find(".cpython-") != std::string::npos || name.find(".abi3.") != std::string::npos;
}

// CMake, Meson and Autoconf run small programs to see which device there is, and go on without one.
bool is_probe_of_build(const loaded_object& o)
{
    for (const char* place : {"CMakeFiles/", "meson-private/", "conftest"})
        if (o.is_program && o.path.find(place) != std::string::npos) return true;
    return false;
}

std::string what_to_do(const loaded_object& o)
{
    if (o.brings_kernels)
        return file_name(o.path) +
               " brings CUDA's runtime library and machine code, so its calls fail on the emulated device: run it on a "
               "GPU, or put kernels of your own in its place";
    if (is_runtime(o.path))
        return "'" + o.path +
               "' is NVIDIA's: a program of CUDA 13 must find the emulated device's libcudart.so.13 first";
    return "'" + o.path + "' carries CUDA's runtime library inside, so nothing can stand in its place: " +
           (is_module_of_python(o) ? "use a package of the driver API, as Numba or PyCUDA"
                                   : "build it with 'nvcc -cudart shared', with CUDA 13");
}

} // namespace

bool tell_of_own_runtime(const void* caller)
{
    loaded_object o;
    o.code = reinterpret_cast<std::uintptr_t>(caller);
    dl_iterate_phdr(look_at_object, &o);
    if (!o.has_runtime) return false;
    if (is_probe_of_build(o)) return true;
    // Never destroyed, because libraries call the driver from static destructors.
    static auto& mutex = *new std::mutex;
    static auto& told = *new std::set<std::string>;
    {
        std::lock_guard lock(mutex);
        if (!told.insert(o.path).second) return true;
    }
    // The context reports the findings when the program ends, so it must exist first.
    if (context::instance().check().calls && !is_module_of_python(o)) {
        add_finding(what_to_do(o));
    } else {
        std::fprintf(stderr, "cuda_emulator: %s\n", what_to_do(o).c_str());
    }
    return true;
}

} // namespace cuda_emulator
