// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thrust::numeric_limits.
#ifndef CUDA_LEGACY_DETAIL_CCCL_THRUST_LIMITS_H
#define CUDA_LEGACY_DETAIL_CCCL_THRUST_LIMITS_H

#include <cuda/std/limits>

#include <thrust/detail/config.h>

THRUST_NAMESPACE_BEGIN

template <typename _Tp>
struct numeric_limits : ::cuda::std::numeric_limits<_Tp> {
};

THRUST_NAMESPACE_END

#endif
