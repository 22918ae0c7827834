// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program without its own helper_cuda.h.
#include <helper_cuda.h>

int main(int argc, char** argv) { return findCudaDevice(argc, (const char**)argv) < 0; }
