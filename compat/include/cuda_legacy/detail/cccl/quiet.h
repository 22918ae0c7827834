// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns off CCCL's warnings about deprecated names, which old programs use on purpose. Include it before any header of
// CCCL.
#ifndef CUDA_LEGACY_DETAIL_CCCL_QUIET_H
#define CUDA_LEGACY_DETAIL_CCCL_QUIET_H

#ifndef CCCL_IGNORE_DEPRECATED_API
    #define CCCL_IGNORE_DEPRECATED_API
#endif

#endif
