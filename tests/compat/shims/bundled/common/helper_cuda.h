/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program's own helper_cuda.h. */
#ifndef BUNDLED_HELPER_CUDA_H
#define BUNDLED_HELPER_CUDA_H
#define BUNDLED 1
static inline int bundled_function(void) { return 1; }
#endif
