// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "entry.hpp"

#include <cstdlib>
#include <cstring>

#include <cxxabi.h>
#include <dlfcn.h>

namespace pairs {
namespace {

std::string& legacy_folder()
{
    static std::string folder = CUDA_LEGACY_EXAMPLES_DIR "/legacy";
    return folder;
}

} // namespace

void load_legacy_from(std::string folder) { legacy_folder() = std::move(folder); }

void* find_entry(const std::string& side, const std::string& slug, const std::type_info& parameters)
{
    const std::string folder = side == "legacy" ? legacy_folder() : CUDA_LEGACY_EXAMPLES_DIR "/" + side;
    std::string path = folder + "/" + slug + ".so";
    // For tests/tools/mutants: with "side/area/name=FILE", FILE replaces an example.
    if (const char* instead = std::getenv("CUDA_LEGACY_EXAMPLE_INSTEAD"))
        if (const std::string name = side + "/" + slug + "="; std::strncmp(instead, name.c_str(), name.size()) == 0)
            path = instead + name.size();
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) throw missing_entry{"cannot load the " + side + " example " + slug + ": " + dlerror()};

    // A function's type is mangled as F <result> <parameters> E, and a function's name ends in its parameters. The
    // result is void here, which never takes part in the abbreviations of the mangling.
    const std::string type = parameters.name();
    const std::string name = slug.substr(slug.rfind('/') + 1);
    const std::string mangled = "_Z" + std::to_string(name.size()) + name + type.substr(2, type.size() - 3);
    if (void* function = dlsym(module, mangled.c_str())) return function;

    int status = 0;
    char* readable = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    const std::string expected = status == 0 ? readable : mangled;
    std::free(readable);
    throw missing_entry{"the " + side + " example " + slug + " has no entry function " + expected};
}

} // namespace pairs
