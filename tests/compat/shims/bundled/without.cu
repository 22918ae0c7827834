// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that brings none.
#include <helper_cuda.h>

int main(int argc, char** argv) { return findCudaDevice(argc, (const char**)argv) < 0; }
