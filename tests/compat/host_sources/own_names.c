/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As own_names.cpp, in C. */
struct float2 {
    double first, second;
};
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;
typedef struct CUctx_st *CUcontext;
typedef CUresult tcuCtxCreate(CUcontext *context, unsigned int flags, int device);
tcuCtxCreate *cuCtxCreate;
int main(void) { return cuCtxCreate != 0; }
