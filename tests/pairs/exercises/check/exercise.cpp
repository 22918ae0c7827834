// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exercise.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <cxxabi.h>
#include <dlfcn.h>

#include "timing_start.hpp"

namespace pairs {

// launch_timer of the runtime_interposer needs these. A checker times nothing, because its device is the emulated one.
cudaError_t empty_cache(cudaStream_t, const timing_calls&) { return cudaErrorNotSupported; }
cudaError_t keep_busy(cudaStream_t, long long, const timing_calls&) { return cudaErrorNotSupported; }

void* find_entry(const std::string&, const std::string& slug, const std::type_info& parameters)
{
    const char* const file = std::getenv("CUDA_LEGACY_EXERCISE");
    void* const module = file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!module) throw missing_entry{std::string{"cannot load the exercise: "} + (file ? dlerror() : "no file named")};
    // As in entry.cpp: a function's mangled name ends in its parameters.
    const std::string type = parameters.name();
    const std::string name = slug.substr(slug.rfind('/') + 1);
    const std::string mangled = "_Z" + std::to_string(name.size()) + name + type.substr(2, type.size() - 3);
    if (void* function = dlsym(module, mangled.c_str())) return function;
    int status = 0;
    char* const readable = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    const std::string expected = status == 0 ? readable : mangled;
    std::free(readable);
    throw missing_entry{"the exercise has no function " + expected + ": its name and parameters have to stay"};
}

namespace exercises {

void report::line(bool holds, const std::string& words)
{
    checks_++;
    held_ += holds;
    std::printf("  %s  %s\n", holds ? "ok     " : "NOT YET", words.c_str());
    std::fflush(stdout); // the emulated device may end the program at a later check
}

int report::status() const
{
    std::printf("%d of %d checks hold\n", held_, checks_);
    return held_ == checks_ ? EXIT_SUCCESS : EXIT_FAILURE;
}

std::string plain_name(const std::string& name)
{
    const std::string result = "void ";
    const std::size_t first = name.compare(0, result.size(), result) == 0 ? result.size() : 0;
    return name.substr(first, name.find('<') - first);
}

std::vector<cuda_emulator_counters> counted(const std::function<void()>& run)
{
    cuda_emulator_reset_counters();
    cuda_emulator_start_counting();
    try {
        run();
    } catch (...) {
        cuda_emulator_stop_counting();
        throw;
    }
    cuda_emulator_stop_counting();
    std::vector<cuda_emulator_counters> kernels(cuda_emulator_kernels());
    for (std::size_t i = 0; i < kernels.size(); i++)
        cuda_emulator_get_counters(i, &kernels[i]);
    return kernels;
}

std::string calls_of(const std::function<void()>& run)
{
    const call_order calls;
    run();
    return calls.words();
}

bool in_order(const std::string& words, const std::string& wanted)
{
    std::istringstream said{words}, asked{wanted};
    std::string want, word;
    while (asked >> want) {
        do
            if (!(said >> word)) return false;
        while (word != want);
    }
    return true;
}

} // namespace exercises
} // namespace pairs
