// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that brings a book.h of its own, in a folder that its makefile names.
#include "common/book.h"

#ifndef BUNDLED
    #error "the shim stands in front of the program's own header"
#endif

int main() { HANDLE_ERROR(cudaDeviceSynchronize()); }
