// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/launch_refusal.h"

#include <cstdio>

namespace cuda_emulator {

namespace {
// Without a destructor: a program may launch kernels in destructors of static objects.
struct refusal {
    cudaError_t error;
    char why[256];
};
thread_local refusal last_refusal{};
} // namespace

cudaError_t launch_refused(cudaError_t error, const std::string& why)
{
    last_refusal.error = error;
    std::snprintf(last_refusal.why, sizeof last_refusal.why, "%s", why.c_str());
    return error;
}

void forget_refusal() { last_refusal.error = cudaSuccess; }

std::string reason_of_refusal(cudaError_t error) { return last_refusal.error == error ? last_refusal.why : ""; }

std::string size_text(dim3 d) { return std::to_string(d.x) + "x" + std::to_string(d.y) + "x" + std::to_string(d.z); }

} // namespace cuda_emulator
