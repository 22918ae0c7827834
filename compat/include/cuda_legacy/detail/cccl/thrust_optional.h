// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thrust::optional is libcu++'s optional.
#ifndef CUDA_LEGACY_DETAIL_CCCL_THRUST_OPTIONAL_H
#define CUDA_LEGACY_DETAIL_CCCL_THRUST_OPTIONAL_H

#include <cuda/std/optional>

#include <thrust/detail/config.h>

THRUST_NAMESPACE_BEGIN

template <typename _Tp>
using optional = ::cuda::std::optional<_Tp>;
using ::cuda::std::bad_optional_access;
using ::cuda::std::in_place;
using ::cuda::std::in_place_t;
using ::cuda::std::make_optional;
using ::cuda::std::nullopt;
using ::cuda::std::nullopt_t;

THRUST_NAMESPACE_END

#endif
