/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the C source of old_program.cu has. */
#ifndef OLD_PROGRAM_H
#define OLD_PROGRAM_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

int known_device(void);
cudaError_t prefetched(void* memory, size_t size);

#ifdef __cplusplus
}
#endif

#endif
