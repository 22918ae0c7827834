// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with its own book.h, in a folder that its makefile names.
#include "common/book.h"

#ifndef BUNDLED
    #error "the shim stands in front of the program's own header"
#endif

int main() { HANDLE_ERROR(cudaDeviceSynchronize()); }
