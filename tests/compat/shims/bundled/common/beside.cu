// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with the header in its own folder.
#include "helper_cuda.h"

#ifndef BUNDLED
    #error "the shim stands in front of the program's own header"
#endif

int main() { return bundled_function() - 1; }
