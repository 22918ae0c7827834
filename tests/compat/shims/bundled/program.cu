// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with its own helper_cuda.h, in a folder that its makefile names.
#include <helper_cuda.h>

#ifndef BUNDLED
    #error "the shim stands in front of the program's own header"
#endif

__global__ void kernel() {}

int main()
{
    kernel<<<1, 1>>>();
    return bundled_function() - 1;
}
