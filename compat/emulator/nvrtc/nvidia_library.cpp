// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nvrtc/nvidia_library.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_emulator {

namespace {

constexpr std::string_view own_version = CUDA_EMULATOR_NVRTC_VERSION;
const std::string own_name = "libnvrtc.so." + std::string(own_version);
const std::string other_name = std::string("libnvrtc.so.") + (own_version == "13" ? "12" : "13");

// The folders of LD_LIBRARY_PATH, those that the program was linked with, and the system's.
void add_folders_of_loader(std::vector<std::string>& folders)
{
    void* const program = dlopen(nullptr, RTLD_LAZY);
    if (!program) return;
    Dl_serinfo size{};
    if (dlinfo(program, RTLD_DI_SERINFOSIZE, &size) == 0) {
        const auto storage = std::make_unique<char[]>(size.dls_size);
        auto* const found = reinterpret_cast<Dl_serinfo*>(storage.get());
        *found = size;
        if (dlinfo(program, RTLD_DI_SERINFO, found) == 0)
            for (unsigned i = 0; i < found->dls_cnt; ++i)
                folders.emplace_back(found->dls_serpath[i].dls_name);
    }
    dlclose(program);
}

void add_folders_of_toolkit(std::vector<std::string>& folders, const char* toolkit)
{
    if (!toolkit || !*toolkit) return;
    for (const char* folder : {"/lib64", "/lib"})
        folders.push_back(std::string(toolkit) + folder);
}

// The loader has no question for its cache that LD_LIBRARY_PATH does not answer first.
void add_files_of_cache(std::vector<std::string>& files, const std::string& name)
{
    FILE* const list = popen("/sbin/ldconfig -p 2>/dev/null", "r");
    if (!list) return;
    char line[4096];
    while (std::fgets(line, sizeof line, list)) {
        const std::string text = line;
        const std::size_t arrow = text.find("=> ");
        if (arrow != std::string::npos && text.find("\t" + name + " ") == 0)
            files.push_back(text.substr(arrow + 3, text.find('\n') - arrow - 3));
    }
    pclose(list);
}

// Where the library of this name may be.
std::vector<std::string> candidates(const std::string& name)
{
    std::vector<std::string> files;
    add_folders_of_loader(files);
    add_folders_of_toolkit(files, std::getenv("CUDA_HOME"));
    add_folders_of_toolkit(files, std::getenv("CUDA_PATH"));
    add_folders_of_toolkit(files, "/usr/local/cuda");
    for (std::string& file : files)
        file += "/" + name;
    add_files_of_cache(files, name);
    return files;
}

// nullptr, too, for a library of the emulated device: there may be several, of a checkout and of a wheel.
void* open_nvidia(const std::string& file)
{
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library || !dlsym(library, "cuda_emulator_nvrtc")) return library;
    dlclose(library);
    return nullptr;
}

void* find_library()
{
    if (const char* file = std::getenv("CUDA_EMULATOR_NVRTC")) {
        if (void* library = open_nvidia(file)) return library;
        const char* const error = dlerror();
        std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_NVRTC=%s is not NVIDIA's NVRTC: %s\n", file,
                     error ? error : "it is the emulated device's own library");
        return nullptr;
    }
    for (const std::string& name : {own_name, other_name})
        for (const std::string& file : candidates(name))
            if (void* library = open_nvidia(file)) return library;
    std::fprintf(
        stderr,
        "cuda_emulator: %s of NVIDIA is not found, and NVRTC compiles nothing without it: install the CUDA Toolkit, or "
        "'pip install nvidia-cuda-nvrtc', and set CUDA_EMULATOR_NVRTC to that file\n",
        own_name.c_str());
    return nullptr;
}

} // namespace

void* nvidia_function(const char* name)
{
    static void* const library = find_library();
    if (!library) return nullptr;
    void* const function = dlsym(library, name);
    if (!function) std::fprintf(stderr, "cuda_emulator: NVIDIA's NVRTC that was found has no function %s\n", name);
    return function;
}

} // namespace cuda_emulator
