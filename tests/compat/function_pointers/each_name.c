/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each name of names.h is a type, in C, C++ and CUDA. Some are assigned the functions that they are for. */
#include <cudaEGLTypedefs.h>
#include <cudaGLTypedefs.h>
#include <cudaProfilerTypedefs.h>
#include <cudaTypedefs.h>
#include <cudaVDPAUTypedefs.h>

#define NAME(name) extern name pointer_of_type_##name;
#include "names.h"
#if CUDA_VERSION >= 11000
NAME(PFN_cuGraphInstantiate_v11000)
#endif

CUresult allocate(PFN_cuMemAlloc function, CUdeviceptr* memory, size_t bytes) { return function(memory, bytes); }

CUresult wait_for(PFN_cuStreamSynchronize function, CUstream stream) { return function(stream); }
