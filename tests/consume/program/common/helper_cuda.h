/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program's own copy of a samples' header: it goes before the shim of the same name. */
#ifndef PROGRAM_HELPER_CUDA_H
#define PROGRAM_HELPER_CUDA_H
static inline int own_helper(void) { return 1; }
#endif
