// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/unsupported.h"

#include "check/findings.h"
#include "runtime/context.h"
#include "runtime/own_runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

namespace cuda_emulator {

namespace {

// Both objects are never destroyed, because programs call the runtime from static destructors.
auto& mutex = *new std::mutex;
auto& refused = *new std::vector<std::string>;

// Undocumented tables for tools. Libraries query them and work without them.
bool is_probe(const char* what)
{
    return std::strcmp(what, "cudaGetExportTable") == 0 || std::strcmp(what, "cuGetExportTable") == 0;
}

// NVIDIA's compilers query the tables whenever they run. A message would say nothing about the program.
bool is_in_compiler(void* code)
{
    Dl_info where{};
    if (!dladdr(code, &where) || !where.dli_fname) return false;
    return std::strstr(where.dli_fname, "/libnvrtc.so") || std::strstr(where.dli_fname, "/libnvJitLink.so");
}

void refuse(const char* what, const char* error)
{
    const std::string text = std::string(what) + " is not there; it returns " + error;
    // The context must exist first, because it reports the findings when the program ends.
    if (!context::instance().check().calls || is_probe(what)) {
        std::fprintf(stderr, "cuda_emulator: %s\n", text.c_str());
        return;
    }
    std::lock_guard lock(mutex);
    if (std::find(refused.begin(), refused.end(), what) != refused.end()) return;
    refused.push_back(what);
    add_finding(text);
}

} // namespace

void list_refusals()
{
    std::lock_guard lock(mutex);
    if (refused.empty()) return;
    std::string names;
    for (const std::string& what : refused)
        names += (names.empty() ? "" : ", ") + what;
    std::fprintf(stderr, "cuda_emulator: the program asked for what is not there: %s\n", names.c_str());
}

cudaError_t unsupported(const char* what)
{
    refuse(what, "cudaErrorNotSupported");
    return record(cudaErrorNotSupported);
}

} // namespace cuda_emulator

extern "C" int cuda_emulator_unsupported(const char* what) { return cuda_emulator::unsupported(what); }
extern "C" int cuda_emulator_unsupported_driver(const char* what)
{
    cuda_emulator::refuse(what, "CUDA_ERROR_NOT_SUPPORTED");
    return cudaErrorNotSupported; // the same value
}
extern "C" int cuda_emulator_missing_driver_symbol(const char* name, void* caller)
{
    if (cuda_emulator::is_probe(name) &&
        (cuda_emulator::is_in_compiler(caller) || cuda_emulator::tell_of_own_runtime(caller)))
        return cudaErrorNotSupported;
    return cuda_emulator_unsupported_driver(name);
}
