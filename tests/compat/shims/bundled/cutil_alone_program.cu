// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with only an old copy of cutil.h. The shims beside it use its names.
#include <cutil_inline.h>
#include <cutil_gl_error.h>
#include <helper_cuda.h>
#include <helper_functions.h>

#ifndef BUNDLED_CUTIL
    #error "the shim stands in front of the program's own header"
#endif

int main(int argc, char** argv)
{
    unsigned int timer;
    cutilChooseCudaDevice(argc, argv);
    cutilCheckError(cutCreateTimer(&timer));
    cutilSafeCall(cudaThreadSynchronize());
    cutilCheckMsg("nothing");
    cutilExit(argc, argv);
}
