// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/checks_off.h"

#include "settings/check_options.h"
#include "settings/environment.h"
#include "settings/more_options.h"
#include "settings/result_options.h"

namespace cuda_emulator {

std::string checks_that_are_off()
{
    if (!wanted("CUDA_EMULATOR_CHECK")) return "whatever a switch can turn off (CUDA_EMULATOR_CHECK=1)";
    std::string off;
    const auto add = [&](bool on, const char* what, const char* name) {
        if (!on) off += (off.empty() ? "" : ", ") + std::string(what) + " (CUDA_EMULATOR_CHECK_" + name + "=1)";
    };
    const check_options kernels = check_options::from_environment();
    const memory_options memory = memory_options::from_environment();
    const call_options calls = call_options::from_environment();
    add(memory.races, "races in global memory", "GLOBAL_RACES");
    add(calls.streams, "hazards between streams", "STREAMS");
    add(kernels.memory, "bad addresses", "MEMORY");
    add(kernels.races, "races in shared memory", "RACES");
    add(kernels.uninitialised, "unwritten shared memory", "UNINITIALISED");
    add(kernels.barriers, "divergent barriers", "BARRIERS");
    add(kernels.exited, "barriers after a return", "EXITED");
    add(kernels.calls, "calls that are not there", "CALLS");
    add(kernels.products, "registers of products without a wait", "PRODUCTS");
    add(memory.uninitialised_global, "unwritten global memory", "UNINITIALISED_GLOBAL");
    add(memory.local, "bad local addresses", "LOCAL");
    add(memory.shared_arrays, "indices outside of shared arrays", "SHARED_ARRAYS");
    add(calls.frees, "bad frees", "FREES");
    add(calls.launches, "refused launches", "LAUNCHES");
    add(calls.copies, "directions of copies", "COPIES");
    add(checks_uninitialised_results(), "unwritten results", "UNINITIALISED_RESULTS");
    add(checks_managed(), "managed memory without a wait", "MANAGED");
    return off;
}

} // namespace cuda_emulator
