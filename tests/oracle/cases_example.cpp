// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An oracle program on a runtime library of its own, for cases_test.py: three cases, of which the second leaves the
// device in error.
//
// Usage: cases_example one|one_each|no_device [--list | CASE...]

#include "cases.h"

namespace {
bool there_is_a_device = true;
bool spoiled = false;
} // namespace

cudaError_t CUDARTAPI cudaGetDeviceCount(int* count)
{
    *count = there_is_a_device;
    return there_is_a_device ? cudaSuccess : cudaErrorNoDevice;
}
cudaError_t CUDARTAPI cudaDeviceSynchronize() { return spoiled ? cudaErrorIllegalAddress : cudaSuccess; }
cudaError_t CUDARTAPI cudaGetLastError() { return cudaSuccess; }
const char* CUDARTAPI cudaGetErrorName(cudaError_t) { return "the error's name"; }
const char* CUDARTAPI cudaGetErrorString(cudaError_t) { return "the error's text"; }

int main(int argc, char** argv)
{
    const std::string how = argv[1];
    there_is_a_device = how != "no_device";
    argv[1] = argv[0];
    return run_cases(argc - 1, argv + 1,
                     {{"first", [] { std::printf("a: 1\n"); }},
                      {"spoils", [] { spoiled = true; }},
                      {"last", [] { std::printf("b: 2\n"); }}},
                     how == "one" ? processes::one : processes::one_each);
}
