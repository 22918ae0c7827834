// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Old names are what these programs use: no warning at each of them. Before the first header of CCCL.
#ifndef CUDA_LEGACY_DETAIL_CCCL_QUIET_H
#define CUDA_LEGACY_DETAIL_CCCL_QUIET_H

#ifndef CCCL_IGNORE_DEPRECATED_API
    #define CCCL_IGNORE_DEPRECATED_API
#endif

#endif
